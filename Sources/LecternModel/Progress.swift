// SPDX-License-Identifier: BSD-3-Clause

/// Tells whoever waits how far a long call is, and lets them stop it.
package struct Progress: Sendable {
    package typealias Step = @Sendable (_ task: String, _ done: UInt64, _ total: UInt64) throws(Failure) -> Void

    private let step: Step?

    /// Throws `.cancelled` to stop.
    package init(_ step: @escaping Step) { self.step = step }

    private init() { step = nil }

    /// Nobody waits.
    package static let none = Progress()

    package func report(_ task: String, _ done: UInt64, of total: UInt64) throws(Failure) {
        try step?(task, done, total)
    }
}
