// SPDX-License-Identifier: BSD-3-Clause
import CThreads

/// A thread of the host that calls the library.
///
/// Unlike a `pthread_t`, it is never the same as a later thread.  What a thread has begun may stay unfinished: a callback
/// may end its thread, and of all threads only the one that forks is there in the child.  Whoever would wait for another
/// thread asks first whether it is alive.
public struct CallingThread: Hashable, Sendable {
    private let number: UInt64

    public static var current: CallingThread { CallingThread(number: threads_current()) }

    public var isAlive: Bool { threads_is_alive(number) != 0 }

    // MARK: Waiting

    /// To be called before the last look at whether this thread has to wait, so that no `wake` is missed.
    public static func willSleep() { threads_will_sleep() }

    /// Waits until another thread calls `wake`, or any thread ends.
    public static func sleep() { threads_sleep() }

    /// False when it is gone.
    public func wake() -> Bool { threads_wake(number) != 0 }

    // MARK: In the library, or in the host

    /// Runs a call of the host.  `fork` waits a little for its end.
    @inlinable public static func working<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        let before = threads_set_working(1)
        defer { _ = threads_set_working(before) }
        return try body()
    }

    /// Runs a function of the host, which must not be called under a lock.
    @inlinable public static func inCallback<T>(_ callback: () -> T) -> T {
        let before = threads_set_working(0)
        threads_add_callbacks(1)
        defer {
            threads_add_callbacks(-1)
            _ = threads_set_working(before)
        }
        return callback()
    }

    /// How many functions of the host the current thread is inside of.
    public static var callbacks: Int { Int(threads_callbacks()) }
}

/// How often the process, or the one that it comes from, was made by `fork` since the library was loaded.
public var forks: UInt32 { threads_forks() }
