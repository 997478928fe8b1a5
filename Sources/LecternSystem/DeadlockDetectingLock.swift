// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternThreads

/// A lock for work that takes long or that runs code of the host: calling the functions of a stream, computing a cached
/// value, using pdfium.
///
/// Which lock each thread waits for is recorded across all locks.  When threads would wait for each other in a cycle,
/// the thread that would close the cycle gets a failure; with plain locks, all of them would wait forever.  A thread
/// also gets a failure if the owner of the lock no longer exists, because the owner can neither finish its work nor
/// release the lock.
public final class DeadlockDetectingLock: @unchecked Sendable {
    /// The lock that each thread waits for.  This lock also guards the owners of all locks.
    private static let waiting = Lock<[CallingThread: DeadlockDetectingLock]>([:])
    private var owner: CallingThread?

    public init() {}

    /// Creates a lock that is held by the current thread.
    public static func taken() -> DeadlockDetectingLock {
        let lock = DeadlockDetectingLock()
        lock.owner = .current
        return lock
    }

    /// Whether the thread that holds the lock no longer exists.
    public var isAbandoned: Bool { DeadlockDetectingLock.waiting.withLock { _ in owner.map { !$0.isAlive } ?? false } }

    /// Waits until no other thread holds the lock, and takes it.
    ///
    /// - Parameter circle: the message of the failure if this thread would wait for itself, directly or through other
    ///   threads.
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
            guard owner.isAlive else {
                throw Failure(.busy, "The thread that holds a lock does not exist after fork().")
            }
            waiting[thread] = self
            return false
        }
    }

    public func give() {
        DeadlockDetectingLock.waiting.withLock { waiting in
            owner = nil
            // Wakes one of the waiting threads.  Threads that no longer exist cannot be woken.
            _ = waiting.contains { $0.value === self && $0.key.wake() }
        }
    }

    /// Whether `thread` holds this lock, or the lock that the owner waits for, and so on.
    private func isHeldUp(by thread: CallingThread, _ waiting: [CallingThread: DeadlockDetectingLock]) -> Bool {
        var lock: DeadlockDetectingLock? = self
        // Each thread waits for at most one lock, so a chain has at most as many links as there are threads.
        for _ in 0...waiting.count {
            guard let owner = lock?.owner else { return false }
            if owner == thread { return true }
            lock = waiting[owner]
        }
        return lock != nil
    }
}
