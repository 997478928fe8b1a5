// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel

/// The right of one thread at a time to do something in which code of the host runs: to call the functions of a stream,
/// to compute a value.
///
/// What a thread waits for is known, across all turns.  So threads that would wait for each other in a circle are found,
/// and the one that would close it gets a failure, where plain locks would let all of them wait for ever.
final class Turn: @unchecked Sendable {
    // On the heap, because they must not move.
    nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
        let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        return lock
    }()
    private let ended = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    // Both belong to whoever has the lock, which is held for a few instructions only.
    nonisolated(unsafe) private static var waiting: [pthread_t: Turn] = [:]
    private var owner: pthread_t?

    init() { pthread_cond_init(ended, nil) }

    /// A turn that this thread has from the beginning.
    static func taken() -> Turn {
        let turn = Turn()
        turn.owner = pthread_self()
        return turn
    }

    deinit {
        pthread_cond_destroy(ended)
        ended.deallocate()
    }

    /// Waits until nobody else has the turn.
    ///
    /// - Parameter circle: what is wrong when this thread would wait for itself, directly or through others.
    func take(_ circle: @autoclosure () -> String) throws(Failure) {
        pthread_mutex_lock(Turn.lock)
        defer { pthread_mutex_unlock(Turn.lock) }
        let thread = pthread_self()
        while owner != nil {
            guard !isHeldUp(by: thread) else { throw Failure(.busy, circle()) }
            Turn.waiting[thread] = self
            pthread_cond_wait(ended, Turn.lock)
            Turn.waiting[thread] = nil
        }
        owner = thread
    }

    func give() {
        pthread_mutex_lock(Turn.lock)
        owner = nil
        pthread_cond_signal(ended)
        pthread_mutex_unlock(Turn.lock)
    }

    /// Whether `thread` has this turn, or one that its owner waits for, and so on.
    private func isHeldUp(by thread: pthread_t) -> Bool {
        var turn: Turn? = self
        // Each thread waits for one turn at most, so the way is no longer than there are threads.
        for _ in 0...Turn.waiting.count {
            guard let owner = turn?.owner else { return false }
            if owner == thread { return true }
            turn = Turn.waiting[owner]
        }
        return turn != nil
    }
}
