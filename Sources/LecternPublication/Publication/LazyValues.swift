// SPDX-License-Identifier: BSD-3-Clause
import LecternThreads

/// Values that are computed when they are first needed: one of each type.
///
/// Like ``Lazy``, but without knowing the types: they belong to the folders that compute the values.
final class LazyValues: Sendable {
    private let known = Lock<[ObjectIdentifier: any Sendable]>([:])

    func value<Value: Sendable, E: Error>(_ make: () throws(E) -> Value) throws(E) -> Value {
        let key = ObjectIdentifier(Value.self)
        if let first = known.withLock({ $0[key] }), let value = first as? Value { return value }
        let made = try make()
        return known.withLock { known in
            if let first = known[key], let value = first as? Value { return value }
            known[key] = made
            return made
        }
    }
}
