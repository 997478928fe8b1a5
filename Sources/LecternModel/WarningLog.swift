// SPDX-License-Identifier: BSD-3-Clause

/// Collects the warnings of a parser.  A hostile book can cause hundreds of thousands, so only the first ones are
/// kept, and the messages of the others are never created.
public struct WarningLog: Sendable {
    public private(set) var warnings: [Warning] = []
    private var leftOut = 0

    private static let maxCount = 200

    public init() {}

    public mutating func add(
        _ severity: Warning.Severity, _ message: @autoclosure () -> String, _ path: @autoclosure () -> [String],
        isOfEncryption: Bool = false
    ) {
        guard warnings.count < WarningLog.maxCount else {
            leftOut += 1
            return
        }
        warnings.append(Warning(severity, message(), path: path(), isOfEncryption: isOfEncryption))
    }

    /// The warnings, and one more with the number of those that were dropped.
    public var all: [Warning] {
        guard leftOut > 0 else { return warnings }
        return warnings + [Warning(.minor, "\(leftOut) more warnings were omitted.", path: [])]
    }
}
