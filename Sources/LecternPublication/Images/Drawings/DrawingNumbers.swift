// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reads the numbers in the attributes of a drawing one after the other (SVG 1.1, 4.2).
struct DrawingNumbers {
    private var rest: ArraySlice<UInt8>

    /// No number of a drawing is larger: what becomes of larger ones in cairo's fixed-point numbers, nobody knows.
    static let most = 100_000.0
    /// By its unit.  Others grow with the size of a font, which may be anything.
    private static let units: [String: Double] = [
        "": most, "px": most, "pt": 1000, "pc": 1000, "mm": 1000, "cm": 1000, "in": 1000, "%": 1000,
    ]
    private static let longest = 40

    init(_ text: some Sequence<UInt8>) { rest = ArraySlice(Array(text)) }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return rest.isEmpty
        }
    }

    /// The next byte that is no white space and no comma, if it is a letter.
    mutating func letter() -> UInt8? {
        skipSpace()
        guard let first = rest.first, ASCII.isLetter(first) else { return nil }
        return rest.popFirst()
    }

    /// A flag of an arc, which needs nothing behind it.
    mutating func flag() -> Bool? {
        skipSpace()
        guard let first = rest.first, first == 0x30 || first == 0x31 else { return nil }
        rest.removeFirst()
        return first == 0x31
    }

    mutating func next() -> Double? {
        skipSpace()
        let start = rest
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var digits = skipDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += skipDigits()
        }
        guard digits > 0 else {
            rest = start
            return nil
        }
        skipExponent()
        let text = start[start.startIndex..<rest.startIndex]
        guard text.count <= DrawingNumbers.longest else { return .infinity }
        return Double(Substring(decoding: text, as: UTF8.self)) ?? .infinity
    }

    /// An "e" only if a number follows: "1em" has a unit.
    private mutating func skipExponent() {
        guard let first = rest.first, first | 0x20 == UInt8(ascii: "e") else { return }
        var ahead = rest.dropFirst()
        if ahead.first == UInt8(ascii: "-") || ahead.first == UInt8(ascii: "+") { ahead.removeFirst() }
        guard let digit = ahead.first, ASCII.isDigit(digit) else { return }
        rest = ahead
        _ = skipDigits()
    }

    private mutating func skipDigits() -> Int {
        var count = 0
        while let first = rest.first, ASCII.isDigit(first) {
            rest.removeFirst()
            count += 1
        }
        return count
    }

    private mutating func skipSpace() {
        while let first = rest.first, ASCII.isSpace(first) || first == UInt8(ascii: ",") { rest.removeFirst() }
    }

    /// Whether all numbers in a value are of a usual size.  What follows a letter, "_" or "#" is no number.
    static func areUsual(_ value: [UInt8]) -> Bool {
        var numbers = DrawingNumbers(value)
        while !numbers.isAtEnd, let first = numbers.rest.first {
            if ASCII.isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: "#") {
                numbers.skipWord()
            } else if let number = numbers.next() {
                let unit = numbers.rest.prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "%") }
                let name = String(decoding: unit, as: UTF8.self).asciiLowercased
                guard let most = DrawingNumbers.units[name], abs(number) <= most else { return false }
                numbers.rest = numbers.rest.dropFirst(unit.count)
            } else {
                numbers.rest = numbers.rest.dropFirst()
            }
        }
        return true
    }

    private mutating func skipWord() {
        rest = rest.drop { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x5F || $0 == 0x23 || $0 == 0x2D || $0 >= 0x80 }
    }
}
