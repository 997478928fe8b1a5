// SPDX-License-Identifier: BSD-3-Clause

/// Receives the warnings of a call as they occur.
public typealias Log = @Sendable ([Warning]) -> Void

/// A problem in a publication that did not prevent opening it.
public struct Warning: Sendable, Equatable {
    public enum Severity: String, Sendable {
        /// Invisible to the reader.
        case minor
        /// Something was guessed or left out.
        case moderate
        /// A part of the publication is missing or unusable.
        case major
    }

    public let severity: Severity
    public let message: String
    public let path: [String]
    /// Whether it says that encrypted resources cannot be read, which is wrong if a service of the host decrypts them.
    public let isOfEncryption: Bool

    public init(_ severity: Severity, _ message: String, path: [String], isOfEncryption: Bool = false) {
        self.severity = severity
        self.message = Excerpt.of(message, most: Excerpt.maxMessage)
        self.path = path
        self.isOfEncryption = isOfEncryption
    }

    public func within(_ step: String) -> Warning {
        Warning(severity, message, path: [step] + path, isOfEncryption: isOfEncryption)
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("severity", severity.rawValue)
        json.member("message", message)
        json.member("path", Failure.text(ofPath: path))
        json.endObject()
    }
}
