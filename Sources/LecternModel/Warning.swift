// SPDX-License-Identifier: BSD-3-Clause

/// Receives the warnings of a call as they occur.
package typealias Log = @Sendable ([Warning]) -> Void

/// A mistake in a publication that did not prevent opening: what, where, and how severe.
package struct Warning: Sendable, Equatable {
    package enum Severity: String, Sendable {
        /// The reader will not notice.
        case minor
        /// Something was guessed or left out.
        case moderate
        /// A part of the publication is missing or unusable.
        case major
    }

    package let severity: Severity
    package let message: String
    package let path: [String]

    package init(_ severity: Severity, _ message: String, path: [String]) {
        self.severity = severity
        self.message = Excerpt.of(message, most: Excerpt.maxMessage)
        self.path = path
    }

    package func within(_ step: String) -> Warning {
        Warning(severity, message, path: [step] + path)
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("severity", severity.rawValue)
        json.member("message", message)
        json.member("path", Failure.text(ofPath: path))
        json.endObject()
    }
}
