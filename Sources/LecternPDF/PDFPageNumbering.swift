// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How the labels of a range of pages are formed: a prefix, and a number that increases (ISO 32000-1, 12.4.2).
public struct PDFPageNumbering: Sendable {
    public enum Style: Sendable {
        case decimal, upperRoman, lowerRoman, upperLetters, lowerLetters
    }

    var prefix: String
    /// nil if there is no number.
    var style: Style?
    /// The number of the first page.
    var start: Int

    public init(prefix: String = "", style: Style? = nil, start: Int = 1) {
        self.prefix = prefix
        self.style = style
        self.start = start
    }

    /// A number that would need more letters is written in digits.
    private static let maxLetters = 64

    /// - Parameter index: the index of a page in the range, from 0.
    public func label(at index: Int) -> String { (prefix + number(at: index)).collapsed }

    private func number(at index: Int) -> String {
        let (number, overflow) = start.addingReportingOverflow(index)
        guard let style, !overflow else { return "" }
        let text =
            switch style {
            case .decimal: String?.none
            case .lowerRoman, .upperRoman: PDFPageNumbering.roman(number)
            case .lowerLetters, .upperLetters: PDFPageNumbering.letters(number)
            }
        guard let text else { return "\(number)" }
        return style == .lowerRoman || style == .lowerLetters ? text.asciiLowercased : text
    }

    private static let numerals: [(value: Int, text: String)] = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
        (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]

    private static func roman(_ number: Int) -> String? {
        guard number > 0, number < (maxLetters - 15) * 1000 else { return nil }
        var rest = number
        var text = ""
        for (value, numeral) in numerals {
            text += String(repeating: numeral, count: rest / value)
            rest %= value
        }
        return text
    }

    /// A to Z, AA to ZZ, AAA to ZZZ.
    private static func letters(_ number: Int) -> String? {
        guard number > 0, number <= 26 * maxLetters else { return nil }
        let letter = Unicode.Scalar(UInt8(ascii: "A") + UInt8((number - 1) % 26))
        return String(repeating: Character(letter), count: (number - 1) / 26 + 1)
    }
}
