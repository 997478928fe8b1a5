// SPDX-License-Identifier: BSD-3-Clause

/// Reports the progress of a long call to the host, which can cancel it.
public struct Progress: Sendable {
    public typealias Step = @Sendable (_ task: String, _ done: UInt64, _ total: UInt64) throws(Failure) -> Void

    private let step: Step?

    /// - Parameter step: throws `.cancelled` to stop the call.
    public init(_ step: @escaping Step) { self.step = step }

    private init() { step = nil }

    /// Reports to no one.
    public static let none = Progress()

    public func report(_ task: String, _ done: UInt64, of total: UInt64) throws(Failure) {
        try step?(task, done, total)
    }
}
