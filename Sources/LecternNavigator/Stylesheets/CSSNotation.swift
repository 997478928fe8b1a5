// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Formats numbers, fonts and strings as CSS, byte for byte as the Swift toolkit does, for hosts that compare or
/// store the text.
enum CSSNotation {
    /// Returns the number with five decimals.
    static func number(_ value: Double) -> String { NumberStyle.english.number(value, minimum: 5, maximum: 5) }

    /// - Parameter unit: a unit of length; with "%", the value 1 is 100%.
    static func length(_ value: Double, unit: String) -> String { number(unit == "%" ? value * 100 : value) + unit }

    static func whole(_ value: Double) -> String {
        Int64(exactly: value.rounded(.toNearestOrAwayFromZero))?.description ?? "0"
    }

    /// Quotes the family if necessary.
    static func font(_ family: String) -> String {
        isIdentifier(family) && !isKeyword(family) ? family : quoted(family)
    }

    /// Whether the text is a CSS identifier without escapes.
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

    /// Whether the word is a CSS-wide keyword or reserved, rather than a font.
    private static func isKeyword(_ text: String) -> Bool {
        ["inherit", "initial", "unset", "revert", "revert-layer", "default"].contains(text.asciiLowercased)
    }

    /// Returns a CSS string with any content.
    static func quoted(_ text: String, by mark: Unicode.Scalar = "\"") -> String {
        var quoted = String(mark)
        for scalar in text.unicodeScalars {
            switch scalar {
            case mark, "\\":
                quoted.unicodeScalars.append("\\")
                quoted.unicodeScalars.append(scalar)
            // A closing tag would end the style element, even inside a string.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar == "<" || scalar == ">":
                quoted += "\\" + String(scalar.value, radix: 16) + " "
            default:
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + String(mark)
    }

    /// Uses single quotes, as is common in import rules.
    static func quotedURL(_ text: String) -> String { quoted(text, by: "'") }
}
