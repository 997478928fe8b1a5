// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// Lets one thread at a time do something that takes long, or in which code of the host runs: to call the
/// functions of a stream, to compute a value, to use pdfium.
///
/// What a thread waits for is known, across all locks.  So threads that would wait for each other in a circle are found,
/// and the one that would close it gets a failure, where plain locks would make all of them wait for ever.  The same
/// happens when the thread that holds the lock is gone: it can neither finish its work nor release it.
public final class DeadlockDetectingLock: @unchecked Sendable {
    /// What each thread waits for.  This lock also guards the owners of all locks.
    private static let waiting = Lock<[CallingThread: DeadlockDetectingLock]>([:])
    private var owner: CallingThread?

    public init() {}

    /// A lock that this thread holds from the beginning.
    public static func taken() -> DeadlockDetectingLock {
        let lock = DeadlockDetectingLock()
        lock.owner = .current
        return lock
    }

    /// Whether the thread that holds the lock is gone.
    public var isAbandoned: Bool { DeadlockDetectingLock.waiting.withLock { _ in owner.map { !$0.isAlive } ?? false } }

    /// Waits until no other thread holds it.
    ///
    /// - Parameter circle: what is wrong when this thread would wait for itself, directly or through others.
    public func take(_ circle: @autoclosure () -> String) throws(Failure) {
        while try !isTaken(by: .current, circle) { CallingThread.sleep() }
    }

    private func isTaken(by thread: CallingThread, _ circle: () -> String) throws(Failure) -> Bool {
        try DeadlockDetectingLock.waiting.withLock { waiting throws(Failure) in
            waiting[thread] = nil
            guard let owner else {
                self.owner = thread
                return true
            }
            guard !isHeldUp(by: thread, waiting) else { throw Failure(.busy, circle()) }
            CallingThread.willSleep()
            guard owner.isAlive else {
                throw Failure(.busy, "The thread that was at work here ended in a callback, or was not copied by fork.")
            }
            waiting[thread] = self
            return false
        }
    }

    public func give() {
        DeadlockDetectingLock.waiting.withLock { waiting in
            owner = nil
            // One of those who wait; those that are gone cannot be woken.
            _ = waiting.contains { $0.value === self && $0.key.wake() }
        }
    }

    /// Whether `thread` holds this lock, or one that its owner waits for, and so on.
    private func isHeldUp(by thread: CallingThread, _ waiting: [CallingThread: DeadlockDetectingLock]) -> Bool {
        var lock: DeadlockDetectingLock? = self
        // Each thread waits for one lock at most, so the way is no longer than there are threads.
        for _ in 0...waiting.count {
            guard let owner = lock?.owner else { return false }
            if owner == thread { return true }
            lock = waiting[owner]
        }
        return lock != nil
    }
}
