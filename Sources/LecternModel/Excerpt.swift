// SPDX-License-Identifier: BSD-3-Clause

/// Limits text of files and callers that is quoted in messages and paths, and so reaches logs, to one short line.
public enum Excerpt {
    static let maxMessage = 400
    static let maxStep = 240

    /// Returns one line of at most `most` bytes.  Longer text is cut in the middle, so that the end of a sentence
    /// remains.
    public static func of(_ text: String, most: Int) -> String {
        // Shortened twice, since U+FFFD takes more bytes than the control character that it replaces.
        shortened(oneLine(shortened(text, to: most)), to: most)
    }

    private static func shortened(_ text: String, to most: Int) -> String {
        let count = text.utf8.count
        guard count > most else { return text }
        let ellipsis = " \u{2026} "
        let end = (most - ellipsis.utf8.count) / 4
        let start = most - ellipsis.utf8.count - end
        return text[..<boundary(start, in: text)] + ellipsis + text[boundary(count - end, in: text)...]
    }

    /// Returns the start of the character that contains this byte.
    private static func boundary(_ offset: Int, in text: String) -> String.Index {
        let bytes = text.utf8
        var index = bytes.index(bytes.startIndex, offsetBy: offset)
        while index > bytes.startIndex, index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 {
            index = bytes.index(before: index)
        }
        return index
    }

    /// Replaces line breaks and control characters with U+FFFD.
    private static func oneLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
