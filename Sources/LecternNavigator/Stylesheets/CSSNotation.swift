// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// How numbers, fonts and strings are spelled in CSS, as the toolkit for Swift does: hosts that compare or store the text
/// find it here byte for byte.
enum CSSNotation {
    /// With five decimals.
    static func number(_ value: Double) -> String { NumberStyle.english.number(value, minimum: 5, maximum: 5) }

    /// - Parameter unit: of lengths; of "%" the value 1 is the whole.
    static func length(_ value: Double, unit: String) -> String { number(unit == "%" ? value * 100 : value) + unit }

    static func whole(_ value: Double) -> String {
        Int64(exactly: value.rounded(.toNearestOrAwayFromZero))?.description ?? "0"
    }

    /// In quotes where it needs them.
    static func font(_ family: String) -> String {
        isIdentifier(family) && !isKeyword(family) ? family : quoted(family)
    }

    /// Whether a text is a word of CSS as it stands.
    static func isIdentifier(_ text: String) -> Bool {
        let start = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isHyphenated = start.count < text.utf8.count
        guard let first = start.first, ASCII.isLetter(first) || isHyphenated && first == UInt8(ascii: "-") else {
            return false
        }
        return text.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }

    /// Whether a word means something else than a font to every property of CSS.
    private static func isKeyword(_ text: String) -> Bool {
        ["inherit", "initial", "unset", "revert", "revert-layer", "default"].contains(text.asciiLowercased)
    }

    /// A string of CSS, whatever is in it.
    static func quoted(_ text: String, by mark: Unicode.Scalar = "\"") -> String {
        var quoted = String(mark)
        for scalar in text.unicodeScalars {
            switch scalar {
            case mark, "\\":
                quoted.unicodeScalars.append("\\")
                quoted.unicodeScalars.append(scalar)
            // A style element would end at its closing tag, even in a string.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar == "<" || scalar == ">":
                quoted += "\\" + String(scalar.value, radix: 16) + " "
            default:
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + String(mark)
    }

    /// The same in the quotes that import rules are mostly written with.
    static func quotedURL(_ text: String) -> String { quoted(text, by: "'") }
}
