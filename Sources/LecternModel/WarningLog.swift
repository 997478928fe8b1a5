// SPDX-License-Identifier: BSD-3-Clause

/// Collects what a parser repairs.  A hostile book can be wrong in a hundred thousand places, so only the first ones are
/// kept; the texts of the others are never even made.
public struct WarningLog: Sendable {
    public private(set) var warnings: [Warning] = []
    private var leftOut = 0

    private static let maxCount = 200

    public init() {}

    public mutating func add(
        _ severity: Warning.Severity, _ message: @autoclosure () -> String, _ path: @autoclosure () -> [String]
    ) {
        guard warnings.count < WarningLog.maxCount else {
            leftOut += 1
            return
        }
        warnings.append(Warning(severity, message(), path: path()))
    }

    /// The warnings, and a last one with the number of those that were left out.
    public var all: [Warning] {
        guard leftOut > 0 else { return warnings }
        return warnings + [Warning(.minor, "\(leftOut) more warnings were left out.", path: [])]
    }
}
