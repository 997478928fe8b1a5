// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem
import LecternThreads

/// Keeps what is expensive to compute from a publication (Publication Helpers and Services, "Memoization").
///
/// Each value is computed once.  Another thread that asks for the same value waits until it is there, unless the two
/// would wait for each other.  A value whose thread is gone is computed again.
public final class PublicationCache: Sendable {
    public struct Key: Hashable, Sendable {
        private let exactName: ExactText
        private let variant: ExactText?

        var name: String { exactName.text }

        public init(_ name: String, variant: String? = nil) {
            exactName = ExactText(name)
            self.variant = variant.map(ExactText.init)
        }
    }

    private enum Entry {
        /// The thread that holds the lock computes it.
        case computing(DeadlockDetectingLock)
        /// nil when there is nothing.
        case known(ByteBuffer?)
    }

    private let entries = Lock<[Key: Entry]>([:])

    public init() {}

    /// The value for `key`; the first caller computes it.  That there is none is kept as well.  A failure is not kept:
    /// each thread that waits tries it again.
    public func value(
        _ key: Key, compute: () throws(Failure) -> ByteBuffer?
    ) throws(Failure) -> ByteBuffer? {
        while true {
            switch entries.withLock({ $0[key] }) {
            case .known(let value)?: return value
            case .computing(let lock)? where !lock.isAbandoned:
                try lock.take("The value \"\(key.name)\" is asked for while it is computed.")
                lock.give()
            default:
                let lock = DeadlockDetectingLock.taken()
                if claim(key, lock) { return try value(key, lock, compute) }
            }
        }
    }

    /// False when another thread was faster.
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
