// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel
import Synchronization

/// How many callbacks of the host each thread is inside of.
///
/// A callback may call the library, which may call it again: a service whose `get` opens the same book, a fetcher that
/// asks for the file that it is asked for.  Such a circle has to end before the stack does.
enum CallbackDepth {
    /// Far more than services that wrap each other need; each takes a few kilobytes of the stack, and what the host takes.
    static let most = 64

    private static let depths = Mutex<[pthread_t: Int]>([:])

    /// Runs a function of the host.
    static func inside<T>(_ callback: () -> T) -> T {
        let thread = pthread_self()
        depths.withLock { $0[thread, default: 0] += 1 }
        defer {
            depths.withLock { depths in
                let left = (depths[thread] ?? 1) - 1
                depths[thread] = left > 0 ? left : nil
            }
        }
        return callback()
    }

    /// Throws when this thread is inside of too many callbacks to begin what may lead to another one.
    static func check() throws(Failure) {
        guard depths.withLock({ $0[pthread_self()] ?? 0 }) > most else { return }
        throw Failure(.busy, "More than \(most) callbacks are inside of each other.")
    }
}

/// The threads that are inside of a function which they must not begin again before they leave it.
final class ThreadsInside: Sendable {
    private let threads = Mutex<Set<pthread_t>>([])

    /// nil, without a call of `body`, when this thread is inside already.
    func once<T>(_ body: () throws(Failure) -> T?) throws(Failure) -> T? {
        let thread = pthread_self()
        guard threads.withLock({ $0.insert(thread).inserted }) else { return nil }
        defer { _ = threads.withLock { $0.remove(thread) } }
        return try body()
    }
}
