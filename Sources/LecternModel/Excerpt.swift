// SPDX-License-Identifier: BSD-3-Clause

/// Messages and paths quote what files and callers say, and end up in logs: so they are kept short and on one line.
public enum Excerpt {
    static let maxMessage = 400
    static let maxStep = 240

    /// One line of at most `most` bytes.  What is too long loses its middle, so that a sentence keeps its end.
    public static func of(_ text: String, most: Int) -> String {
        // U+FFFD takes more bytes than a control character.
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

    /// The index of the character that this byte belongs to.
    private static func boundary(_ offset: Int, in text: String) -> String.Index {
        let bytes = text.utf8
        var index = bytes.index(bytes.startIndex, offsetBy: offset)
        while index > bytes.startIndex, index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 {
            index = bytes.index(before: index)
        }
        return index
    }

    /// With U+FFFD in place of line breaks and control characters.
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
