// SPDX-License-Identifier: BSD-3-Clause

/// A value that is made when it is asked for the first time, and then kept.
///
/// It is made outside of the lock, because that may call the host.  Threads that ask at the same time may each make it;
/// all of them get the one that was there first.  A failure is not kept.
public struct Lazy<Value: Sendable>: ~Copyable, Sendable {
    private let lock = Lock<Value?>(nil)

    public init() {}

    /// nil if the value has not been made.
    public var known: Value? { lock.withLock { $0 } }

    public borrowing func value<E: Error>(_ make: () throws(E) -> Value) throws(E) -> Value {
        if let known { return known }
        let made = try make()
        return lock.withLock { known in
            let value = known ?? made
            known = value
            return value
        }
    }
}
