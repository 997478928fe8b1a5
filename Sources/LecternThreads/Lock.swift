// SPDX-License-Identifier: BSD-3-Clause
import CThreads

/// A value that only one thread at a time can use.  It is the only kind of lock in the library.
///
/// It has the interface of `Synchronization.Mutex`, but uses a POSIX mutex that is free in the child of a `fork` and
/// that ThreadSanitizer understands.  The mutex and the value are on the heap, because a mutex must not move.
public struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable public init(_ initialValue: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
    }

    @inlinable deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits until no other thread uses the value, and then calls `body` with it.  `body` must not run code of the
    /// host.
    @inlinable public borrowing func withLock<Result, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
        threads_lock(mutex)
        defer { threads_unlock(mutex) }
        return try body(&value.pointee)
    }
}
