// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// How numbers and fonts are spelled in CSS.  Both toolkits' spellings mean the same; hosts that compare or store the
/// text of one of them find it here byte for byte.
public struct CSSNotation: Sendable {
    /// How many decimals numbers with a unit have.
    let decimals: ClosedRange<Int>
    /// Nil: the shortest text that means the same number.
    let plainDecimals: ClosedRange<Int>?
    let quotesAllFonts: Bool
    let sortsNames: Bool
    /// The last step from a factor to a whole number, such as a font weight.
    let wholeRule: FloatingPointRoundingRule

    /// Five decimals; fonts in quotes where they need them.
    public static let swift = CSSNotation(
        decimals: 5...5, plainDecimals: 5...5, quotesAllFonts: false, sortsNames: true,
        wholeRule: .toNearestOrAwayFromZero)
    /// As few decimals as possible; fonts in quotes, so that none of them is a generic family.
    public static let kotlin = CSSNotation(
        decimals: 0...2, plainDecimals: nil, quotesAllFonts: true, sortsNames: false, wholeRule: .towardZero)

    func number(_ value: Double) -> String {
        guard let plainDecimals else { return value.description }
        return text(value, plainDecimals)
    }

    /// - Parameter unit: of lengths; of "%" the value 1 is the whole.
    func length(_ value: Double, unit: String) -> String { text(unit == "%" ? value * 100 : value, decimals) + unit }

    func whole(_ value: Double) -> String { Int64(exactly: value.rounded(wholeRule))?.description ?? "0" }

    private func text(_ value: Double, _ decimals: ClosedRange<Int>) -> String {
        NumberStyle.english.number(value, minimum: decimals.lowerBound, maximum: decimals.upperBound)
    }

    func font(_ family: String) -> String {
        let isPlain = !quotesAllFonts && CSSNotation.isIdentifier(family) && !CSSNotation.isKeyword(family)
        return isPlain ? family : CSSNotation.quoted(family)
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
