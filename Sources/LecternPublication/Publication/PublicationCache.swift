// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem
import LecternThreads

/// Caches values that are expensive to compute (Publication Helpers and Services, "Memoization").
///
/// Each value is computed once.  Other threads that request it wait for the result, unless this would be a deadlock.
/// If the thread that computes a value no longer exists, the value is computed again.
public final class PublicationCache: Sendable {
    public struct Key: Hashable, Sendable {
        private let exactName: ExactText
        private let exactVariant: ExactText?

        var name: String { exactName.text }
        var variant: String? { exactVariant?.text }

        public init(_ name: String, variant: String? = nil) {
            exactName = ExactText(name)
            exactVariant = variant.map(ExactText.init)
        }
    }

    private enum Entry {
        /// The value is being computed by the owner of the lock.
        case computing(DeadlockDetectingLock)
        /// nil if there is no value.
        case known(ByteBuffer?)
    }

    private let entries = Lock<[Key: Entry]>([:])

    public init() {}

    /// The value for `key`, which the first caller computes.  The absence of a value is cached, too.  Failures are not:
    /// each waiting thread tries again.
    public func value(
        _ key: Key, compute: () throws(Failure) -> ByteBuffer?
    ) throws(Failure) -> ByteBuffer? {
        while true {
            switch entries.withLock({ $0[key] }) {
            case .known(let value)?: return value
            case .computing(let lock)? where !lock.isAbandoned:
                try lock.take("The value \"\(key.name)\" is requested while it is being computed.")
                lock.give()
            default:
                let lock = DeadlockDetectingLock.taken()
                if claim(key, lock) { return try value(key, lock, compute) }
            }
        }
    }

    /// Returns false if another thread was faster.
    private func claim(_ key: Key, _ lock: DeadlockDetectingLock) -> Bool {
        entries.withLock { entries in
            switch entries[key] {
            case .known?: return false
            case .computing(let other)? where !other.isAbandoned: return false
            default: break
            }
            entries[key] = .computing(lock)
            return true
        }
    }

    private func value(
        _ key: Key, _ lock: DeadlockDetectingLock, _ compute: () throws(Failure) -> ByteBuffer?
    ) throws(Failure) -> ByteBuffer? {
        var entry: Entry?
        defer {
            entries.withLock { [entry] entries in entries[key] = entry }
            lock.give()
        }
        let value = try compute()
        entry = .known(value)
        return value
    }
}
