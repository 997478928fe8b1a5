// SPDX-License-Identifier: BSD-3-Clause
import CThreads

/// A value that one thread at a time may use.  The only lock of the library.
///
/// It has the interface of `Synchronization.Mutex`, with a mutex of POSIX behind it that is free in a child of `fork`, and
/// that ThreadSanitizer knows.  Mutex and value are on the heap, because a mutex must not move.
public struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable public init(_ initialValue: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits until no other thread uses the value, and runs `body` with it.  No code of the host may run inside.
    @inlinable public borrowing func withLock<Result, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
        threads_lock(mutex)
        defer { threads_unlock(mutex) }
        return try body(&value.pointee)
    }
}
