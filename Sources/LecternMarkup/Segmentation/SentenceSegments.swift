// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Splits a text into sentences (UAX #29, "Sentence Boundaries"), in linear time.
struct SentenceSegments: Sequence, IteratorProtocol {
    /// How far the end of a sentence has been read.
    private enum Phase { case none, terminator, close, space }

    private let text: UnsafeBufferPointer<UInt8>
    private let abbreviations: Abbreviations?
    /// Whether to split as a listener would, which takes more than the character classes.
    private let asHeard: Bool
    private let table = BreakTable.shared
    private var at = 0

    private var previous: BreakClass.Sentence?
    /// The class of the last character that is not ignored.
    private var base = BreakClass.Sentence.other
    private var phase = Phase.none
    private var terminator = BreakClass.Sentence.other
    private var terminatorOffset = 0
    /// The character that may end the sentence, and whether a closing quotation mark or bracket followed it.
    private var sign: Unicode.Scalar = "."
    private var isClosed = false
    private var followsCasedLetter = false
    private var segment = TextSegment(range: 0..<0, isWord: false)

    /// - Parameters:
    ///   - text: UTF-8 that stays valid while this is used.
    ///   - abbreviations: words after which a full stop does not end a sentence.
    init(_ text: UnsafeBufferPointer<UInt8>, abbreviations: Abbreviations? = nil, asHeard: Bool = false) {
        self.text = text
        self.abbreviations = abbreviations
        self.asHeard = asHeard
    }

    mutating func next() -> TextSegment? {
        guard at < text.count else { return nil }
        segment = TextSegment(range: at..<at, isWord: false)
        while let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            let current = table[scalar]
            let kind = asHeard && scalar == SentenceSegments.ellipsis ? .aTerm : current.sentence
            if at > segment.range.lowerBound && isBoundary(before: kind, scalar) { break }
            take(kind, scalar)
            segment.isWord = segment.isWord || current.isOfWords
            at += count
        }
        segment.range = segment.range.lowerBound..<at
        return segment
    }

    private static let ellipsis: Unicode.Scalar = "\u{2026}"

    private mutating func take(_ current: BreakClass.Sentence, _ scalar: Unicode.Scalar) {
        let isAtStart = previous?.isLineBreak ?? true
        if isAtStart { phase = .none }
        previous = current
        if current.isIgnored && !isAtStart { return }
        if current.isTerminator {
            followsCasedLetter = base == .upper || base == .lower
            terminator = current
            terminatorOffset = at
            sign = scalar
            isClosed = false
            phase = .terminator
        } else if current == .close && (phase == .terminator || phase == .close || phase == .space && closes(scalar)) {
            isClosed = true
            phase = opens(scalar) ? .none : .close
        } else if current == .sp && phase != .none {
            phase = .space
        } else {
            phase = .none
        }
        base = current
    }

    /// Rules SB3 to SB998.  The comments give their numbers.
    private func isBoundary(before next: BreakClass.Sentence, _ scalar: Unicode.Scalar) -> Bool {
        guard let previous else { return true }
        if previous == .cr && next == .lf { return false }  // 3
        if previous.isLineBreak { return true }  // 4
        if next.isIgnored || phase == .none { return false }  // 5, 998
        if asHeard && phase == .space && beginsWithDots(scalar) { return true }
        if next.isLineBreak || next == .sp || next.isTerminator || next == .sContinue { return false }  // 8a, 9, 10
        if next == .close && phase != .space && !opens(scalar) { return false }  // 9
        if asHeard && continues(next, scalar) { return false }
        guard terminator == .aTerm else { return true }  // 11
        if phase == .terminator && sign != SentenceSegments.ellipsis
            && (next == .numeric || next == .upper && followsCasedLetter)
        {
            return false  // 6, 7
        }
        if nextCase() == .lower { return false }  // 8
        return !(abbreviations?.end(text, at: terminatorOffset) ?? false)
    }

    /// Rule SB8: the class of the next letter; nil if something else decides first.
    private func nextCase() -> BreakClass.Sentence? {
        var place = at
        while let (scalar, count) = UTF8Scalar.decode(text, at: place) {
            if scalar == SentenceSegments.ellipsis && asHeard { return nil }
            switch table[scalar].sentence {
            case .lower: return .lower
            case .upper: return .upper
            case .oLetter, .sep, .cr, .lf, .aTerm, .sTerm: return nil
            default: place += count
            }
        }
        return nil
    }
}

/// Where a listener hears the sentence continue.
extension SentenceSegments {
    private func continues(_ next: BreakClass.Sentence, _ scalar: Unicode.Scalar) -> Bool {
        // An ellipsis at the start belongs to the sentence that follows.
        if !segment.isWord || next == .close && phase == .space && closes(scalar) { return true }
        if sign == SentenceSegments.ellipsis { return nextCase() != .upper }
        guard isClosed else { return false }
        if phase == .close && next == .oLetter && isIdeographicStop {
            return (0x3041...0x309F).contains(scalar.value) || isQuote
        }
        return nextCase() == .lower
    }

    /// Whether an ellipsis or dots with a word directly behind them are here.
    private func beginsWithDots(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar == SentenceSegments.ellipsis || scalar == "." else { return false }
        var place = at
        while let (scalar, count) = UTF8Scalar.decode(text, at: place) {
            guard scalar == SentenceSegments.ellipsis || scalar == "." else { return table[scalar].isOfWords }
            place += count
        }
        return false
    }

    /// Whether a bracket opens the next sentence.  Among quotation marks, only Chinese ones do so without a space.
    private func opens(_ scalar: Unicode.Scalar) -> Bool {
        guard asHeard else { return false }
        switch scalar.properties.generalCategory {
        case .openPunctuation: return true
        case .initialPunctuation: return isIdeographicStop
        default: return false
        }
    }

    /// Whether a bracket or quotation mark after a space closes the previous sentence: not if a word follows.
    private func closes(_ scalar: Unicode.Scalar) -> Bool {
        guard asHeard else { return false }
        switch scalar.properties.generalCategory {
        case .closePunctuation: return true
        case .finalPunctuation:
            guard let (_, count) = UTF8Scalar.decode(text, at: at),
                let (following, _) = UTF8Scalar.decode(text, at: at + count)
            else { return true }
            return !table[following].isOfWords
        default: return false
        }
    }

    private var isIdeographicStop: Bool {
        switch sign.value {
        case 0x3002, 0xFF01, 0xFF0E, 0xFF1F, 0xFF61: true
        default: false
        }
    }

    /// Whether the sentence begins with a quotation; it may continue after the quotation ends.
    private var isQuote: Bool {
        let start = segment.range.lowerBound
        var place = start
        while place - start < 8, let (scalar, count) = UTF8Scalar.decode(text, at: place) {
            switch scalar.properties.generalCategory {
            case .openPunctuation, .initialPunctuation: return true
            case .spaceSeparator: place += count
            default: return false
            }
        }
        return false
    }
}
