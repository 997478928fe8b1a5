// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Approximates the word boundaries of UAX #29 without its tables: there is no boundary between letters, digits and
/// marks, nor at an apostrophe between two letters.  Scripts without spaces have a boundary at every character.
public enum WordBoundary {
    /// - Parameter elisions: the elisions of the language, which count as words: "l’" in "l’homme".
    public static func surrounds(
        _ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>, _ elisions: Elisions? = nil
    ) -> Bool {
        isBoundary(range.lowerBound, in: text, elisions) && isBoundary(range.upperBound, in: text, elisions)
    }

    public static func isBoundary(
        _ offset: Int, in text: UnsafeBufferPointer<UInt8>, _ elisions: Elisions? = nil
    ) -> Bool {
        guard let before = UTF8Scalar.decode(text, before: offset), let after = UTF8Scalar.decode(text, at: offset)
        else { return true }
        if isPartOfWord(before.scalar) && isPartOfWord(after.scalar) { return false }
        if isApostrophe(after.scalar), let next = UTF8Scalar.decode(text, at: offset + after.count) {
            return !(isPartOfWord(before.scalar) && isPartOfWord(next.scalar))
        }
        if isApostrophe(before.scalar), let previous = UTF8Scalar.decode(text, before: offset - before.count) {
            guard isPartOfWord(previous.scalar) && isPartOfWord(after.scalar) else { return true }
            return elisions?.isOne(endingAt: offset - before.count, in: text) ?? false
        }
        return true
    }

    /// Whether the text before a word ends with an apostrophe.
    public static func isElided(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        UTF8Scalar.decode(text, before: offset).map { isApostrophe($0.scalar) } ?? false
    }

    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\u{2019}" }

    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch scalar.value {
        // These scripts have no spaces: Thai, Lao, Myanmar, Khmer, hiragana.
        case 0xE00..<0xF00, 0x1000..<0x10A0, 0x1780..<0x1800, 0x3040..<0x30A0: return false
        default: break
        }
        if properties.isIdeographic { return false }
        if properties.isAlphabetic { return true }
        switch properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .connectorPunctuation: return true
        // Invisible characters, such as the soft hyphen and joiners.
        case .format: return true
        default: return false
        }
    }
}
