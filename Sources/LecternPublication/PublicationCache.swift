// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel

/// Keeps what is expensive to compute from a publication (Publication Helpers and Services, "Memoization").
///
/// Each value is computed once.  No lock is held meanwhile: another thread that asks for the same value waits for it,
/// unless the two would wait for each other.
package final class PublicationCache: Sendable {
    package struct Key: Hashable, Sendable {
        let name: String
        let variant: String?

        package init(_ name: String, variant: String? = nil) {
            self.name = name
            self.variant = variant
        }
    }

    private enum Entry {
        case computing(by: pthread_t)
        case known(ByteBuffer)
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// What each thread waits for.
        var waiting: [pthread_t: Key] = [:]

        /// Whether `thread` would wait for itself, directly or through others, if it waited for `key`.
        func isDeadlock(_ thread: pthread_t, waitingFor key: Key) -> Bool {
            var next: Key? = key
            // Each thread waits for one value at most, so the way is no longer than there are threads.
            for _ in 0...waiting.count {
                guard let key = next, case .computing(let owner)? = entries[key] else { return false }
                if owner == thread { return true }
                next = waiting[owner]
            }
            return next != nil
        }
    }

    private let state = Monitor(State())

    package init() {}

    /// The value for `key`; the first caller computes it.  A failure is not kept.
    package func value(
        _ key: Key, compute: () throws(Failure) -> ByteBuffer
    ) throws(Failure) -> ByteBuffer {
        if let known = try claim(key) { return known }
        var computed: ByteBuffer?
        // Also when it fails: whoever waits tries it in turn.
        defer {
            state.change { state in
                state.entries[key] = computed.map { Entry.known($0) }
            }
        }
        let value = try compute()
        computed = value
        return value
    }

    /// The value when it is known; nil makes the caller the one who computes it.
    private func claim(_ key: Key) throws(Failure) -> ByteBuffer? {
        let thread = pthread_self()
        let claimed: Result<ByteBuffer?, Failure> = state.wait { state in
            switch state.entries[key] {
            case .known(let value)?:
                state.waiting[thread] = nil
                return .success(value)
            case nil:
                state.waiting[thread] = nil
                state.entries[key] = .computing(by: thread)
                return .success(nil)
            case .computing?:
                if state.isDeadlock(thread, waitingFor: key) {
                    state.waiting[thread] = nil
                    return .failure(Failure(.busy, "The value \"\(key.name)\" is asked for while it is computed."))
                }
                state.waiting[thread] = key
                return nil
            }
        }
        return try claimed.get()
    }
}

/// A value behind a lock that threads can wait on (a monitor, as Hoare has it).
private final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    // Behind addresses of their own, which must not move.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    func change(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        body(&value)
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Runs `body` again after each change until it returns something.
    func wait<Answer>(_ body: (inout Value) -> Answer?) -> Answer {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let answer = body(&value) { return answer }
            pthread_cond_wait(changed, mutex)
        }
    }
}
