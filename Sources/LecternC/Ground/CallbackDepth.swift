// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// How many callbacks of the host each thread is inside of.
///
/// A callback may call the library, which may call it again: a service whose `get` opens the same book, a fetcher that
/// asks for the file that it is asked for.  Such a circle has to end before the stack does.
enum CallbackDepth {
    /// Far more than services that wrap each other need; each takes a few kilobytes of the stack, and what the host takes.
    static let most = 64

    /// Runs a function of the host.
    static func inside<T>(_ callback: () -> T) -> T { CallingThread.inCallback(callback) }

    /// Throws when this thread is inside of too many callbacks to begin what may lead to another one.
    static func check() throws(Failure) {
        guard CallingThread.callbacks > most else { return }
        throw Failure(.busy, "More than \(most) callbacks are inside of each other.")
    }
}

/// The threads that are inside of a function which they must not begin again before they leave it.
final class ThreadsInside: Sendable {
    private let threads = Lock<Set<CallingThread>>([])

    /// nil, without a call of `body`, when this thread is inside already.
    func once<T>(_ body: () throws(Failure) -> T?) throws(Failure) -> T? {
        let thread = CallingThread.current
        guard threads.withLock({ $0.insert(thread).inserted }) else { return nil }
        defer { _ = threads.withLock { $0.remove(thread) } }
        return try body()
    }
}
