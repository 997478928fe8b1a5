// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A segment of a text, and whether it contains a letter or a digit.
struct TextSegment {
    var range: Range<Int>
    var isWord: Bool
}

/// Splits a text into words (UAX #29, "Word Boundaries"), in linear time.  Without a dictionary: scripts that have no
/// spaces between words are split into characters or runs of characters.
struct WordSegments: Sequence, IteratorProtocol {
    private let text: UnsafeBufferPointer<UInt8>
    private let table = BreakTable.shared
    private var at = 0

    /// The class of the character before `at`; nil at the beginning.
    private var previous: BreakClass?
    /// The classes of the last two characters that are not ignored.
    private var base = BreakClass.Word.other
    private var baseBefore = BreakClass.Word.other
    private var indicators = 0

    /// - Parameter text: UTF-8 that must outlive this.
    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func next() -> TextSegment? {
        guard at < text.count else { return nil }
        var segment = TextSegment(range: at..<at, isWord: false)
        while let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            let current = table[scalar]
            if at > segment.range.lowerBound && isBoundary(before: current, count) { break }
            take(current)
            segment.isWord = segment.isWord || current.isOfWords
            at += count
        }
        segment.range = segment.range.lowerBound..<at
        return segment
    }

    private mutating func take(_ current: BreakClass) {
        let isPart = current.word.isIgnored && !(previous?.word.isLineBreak ?? true)
        if !isPart {
            baseBefore = base
            base = current.word
            indicators = current.word == .regionalIndicator ? indicators + 1 : 0
        }
        previous = current
    }

    /// Rules WB3 to WB999.  The comments give their numbers.
    private func isBoundary(before current: BreakClass, _ count: Int) -> Bool {
        guard let previous else { return true }
        let next = current.word
        if previous.word == .cr && next == .lf { return false }  // 3
        if previous.word.isLineBreak || next.isLineBreak { return true }  // 3a, 3b
        if previous.word == .zwj && current.isPictographic { return false }  // 3c
        if previous.word == .wSegSpace && next == .wSegSpace { return false }  // 3d
        if next.isIgnored { return false }  // 4
        return !joins(next, count)
    }

    private func joins(_ next: BreakClass.Word, _ count: Int) -> Bool {
        switch (base, next) {
        case (.aLetter, .aLetter), (.aLetter, .hebrewLetter), (.hebrewLetter, .aLetter), (.hebrewLetter, .hebrewLetter),
            (.hebrewLetter, .singleQuote), (.numeric, .numeric), (.aLetter, .numeric), (.hebrewLetter, .numeric),
            (.numeric, .aLetter), (.numeric, .hebrewLetter), (.katakana, .katakana), (.extendNumLet, .extendNumLet),
            (.aLetter, .extendNumLet), (.hebrewLetter, .extendNumLet), (.numeric, .extendNumLet),
            (.katakana, .extendNumLet), (.extendNumLet, .aLetter), (.extendNumLet, .hebrewLetter),
            (.extendNumLet, .numeric), (.extendNumLet, .katakana):
            return true  // 5, 7a, 8 to 10, 13 to 13b
        case (.aLetter, .midLetter), (.aLetter, .midNumLet), (.aLetter, .singleQuote), (.hebrewLetter, .midLetter),
            (.hebrewLetter, .midNumLet):
            return following(count)?.isLetter ?? false  // 6
        case (.midLetter, .aLetter), (.midNumLet, .aLetter), (.singleQuote, .aLetter), (.midLetter, .hebrewLetter),
            (.midNumLet, .hebrewLetter), (.singleQuote, .hebrewLetter):
            return baseBefore.isLetter  // 7
        case (.hebrewLetter, .doubleQuote): return following(count) == .hebrewLetter  // 7b
        case (.doubleQuote, .hebrewLetter): return baseBefore == .hebrewLetter  // 7c
        case (.midNum, .numeric), (.midNumLet, .numeric), (.singleQuote, .numeric): return baseBefore == .numeric  // 11
        case (.numeric, .midNum), (.numeric, .midNumLet), (.numeric, .singleQuote):
            return following(count) == .numeric  // 12
        case (.regionalIndicator, .regionalIndicator): return indicators % 2 == 1  // 15, 16
        default: return false
        }
    }

    /// The class of the character after the next one, skipping ignored characters.
    private func following(_ count: Int) -> BreakClass.Word? {
        var place = at + count
        while let (scalar, count) = UTF8Scalar.decode(text, at: place) {
            let word = table[scalar].word
            if !word.isIgnored { return word }
            place += count
        }
        return nil
    }
}
