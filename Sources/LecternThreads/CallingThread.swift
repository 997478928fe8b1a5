// SPDX-License-Identifier: BSD-3-Clause
import CThreads

/// A thread of the host that calls the library.
///
/// Unlike a `pthread_t`, it is never reused for a later thread.  Work that a thread has begun stays unfinished in the
/// child of a `fork`, where only the forking thread exists.  Check `isAlive` before waiting for another thread.
public struct CallingThread: Hashable, Sendable {
    private let number: UInt64

    public static var current: CallingThread { CallingThread(number: threads_current()) }

    public var isAlive: Bool { threads_is_alive(number) != 0 }

    // MARK: Waiting

    /// Suspends this thread until another one calls `wake`.  If that has already happened, returns at once.
    public static func sleep() { threads_sleep() }

    /// Wakes the thread.  Returns false if it no longer exists.
    public func wake() -> Bool { threads_wake(number) != 0 }

    // MARK: Calls and callbacks

    /// Runs a call of the host.  `fork` waits up to a second for it to return.
    @inlinable public static func working<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        let before = threads_set_working(1)
        defer { _ = threads_set_working(before) }
        return try body()
    }

    /// Runs a callback of the host.  No lock may be held.
    @inlinable public static func inCallback<T>(_ callback: () -> T) -> T {
        let before = threads_set_working(0)
        threads_add_callbacks(1)
        defer {
            threads_add_callbacks(-1)
            _ = threads_set_working(before)
        }
        return callback()
    }

    /// The number of callbacks of the host that the current thread is inside of.
    public static var callbacks: Int { Int(threads_callbacks()) }
}

/// How many times this process or one of its ancestors was the child of a `fork` since the library was loaded.
public var forks: UInt32 { threads_forks() }
