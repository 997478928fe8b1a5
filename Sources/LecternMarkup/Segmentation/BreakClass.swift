// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The properties of a character that determine word and sentence boundaries: Word_Break and Sentence_Break (UAX #29).
struct BreakClass: Sendable, BitwiseCopyable {
    enum Word: UInt8 {
        case other, cr, lf, newline, extend, zwj, format, regionalIndicator, katakana, hebrewLetter, aLetter
        case singleQuote, doubleQuote, midNumLet, midLetter, midNum, numeric, extendNumLet, wSegSpace

        var isLetter: Bool { self == .aLetter || self == .hebrewLetter }
        var isLineBreak: Bool { self == .cr || self == .lf || self == .newline }
        /// Whether the character is treated as part of the one before it.
        var isIgnored: Bool { self == .extend || self == .format || self == .zwj }
    }

    enum Sentence: UInt8 {
        case other, cr, lf, sep, extend, format, sp, lower, upper, oLetter, numeric, aTerm, sContinue, sTerm, close

        var isLineBreak: Bool { self == .cr || self == .lf || self == .sep }
        var isIgnored: Bool { self == .extend || self == .format }
        var isTerminator: Bool { self == .aTerm || self == .sTerm }
    }

    let word: Word
    let sentence: Sentence
    /// Extended_Pictographic: emoji and characters reserved for them.
    var isPictographic = false

    /// Whether this character alone makes a segment a word.
    var isOfWords: Bool {
        switch word {
        case .aLetter, .hebrewLetter, .numeric, .katakana: true
        default: [.lower, .upper, .oLetter, .numeric].contains(sentence)
        }
    }
}

/// The classes of all characters, as a two-stage table: block numbers, and blocks.
struct BreakTable: Sendable {
    private let blocks: [UInt16]
    private let classes: [UInt8]
    private static let blockSize = 128

    static let shared = BreakTable()

    private init() {
        let all = BreakTable.unpacked()
        var blocks: [UInt16] = []
        var classes: [UInt8] = []
        var known: [ArraySlice<UInt8>: UInt16] = [:]
        for start in stride(from: 0, to: all.count, by: BreakTable.blockSize) {
            let block = all[start..<min(start + BreakTable.blockSize, all.count)]
            let number = known[block] ?? UInt16(truncatingIfNeeded: classes.count / BreakTable.blockSize)
            if known.updateValue(number, forKey: block) == nil { classes += block }
            blocks.append(number)
        }
        self.blocks = blocks
        self.classes = classes
    }

    /// The index of the kind of each code point.
    private static func unpacked() -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(0x110000)
        var kind: UInt8?
        var length = 0
        func end() {
            if let kind { all.append(contentsOf: repeatElement(kind, count: max(1, length))) }
        }
        runs.withUTF8Buffer { text in
            for byte in text {
                if ASCII.isDigit(byte) {
                    length = length * 10 + Int(byte - 0x30)
                } else {
                    end()
                    kind = byte < 0x61 ? byte &- 0x41 : byte &- 0x61 &+ 26
                    length = 0
                }
            }
            end()
        }
        return all
    }

    subscript(scalar: Unicode.Scalar) -> BreakClass {
        let code = Int(scalar.value)
        let block = Int(blocks[code / BreakTable.blockSize])
        return BreakTable.kinds[Int(classes[block * BreakTable.blockSize + code % BreakTable.blockSize])]
    }
}
