// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// Limits the nesting of host callbacks on each thread.
///
/// A callback may call the library, which may call the callback again: a service whose `get` opens the same book, or
/// a fetcher that requests the file that it is asked for.  Such a recursion must end before the stack overflows.
enum CallbackDepth {
    /// Far more than nested services need.  Each level takes a few kilobytes of stack, in addition to the host's
    /// frames.
    static let most = 64

    /// Runs a function of the host.
    static func inside<T>(_ callback: () -> T) -> T { CallingThread.inCallback(callback) }

    /// Throws if this thread is inside too many callbacks to make a call that may lead to another one.
    static func check() throws(Failure) {
        guard CallingThread.callbacks > most else { return }
        throw Failure(.busy, "Callbacks are nested more than \(most) levels deep.")
    }
}

/// The threads that are inside a function that is not reentrant.
final class ThreadsInside: Sendable {
    private let threads = Lock<Set<CallingThread>>([])

    /// Runs `body`, or returns nil if this thread is already inside it.
    func once<T>(_ body: () throws(Failure) -> T?) throws(Failure) -> T? {
        let thread = CallingThread.current
        guard threads.withLock({ $0.insert(thread).inserted }) else { return nil }
        defer { _ = threads.withLock { $0.remove(thread) } }
        return try body()
    }
}
