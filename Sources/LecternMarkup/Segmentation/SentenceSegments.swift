// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Splits a text into sentences (UAX #29, "Sentence Boundaries"), in linear time.
struct SentenceSegments: Sequence, IteratorProtocol {
    /// The position after the end of a sentence.
    private enum Phase { case none, terminator, close, space }

    private let text: UnsafeBufferPointer<UInt8>
    private let abbreviations: Abbreviations?
    private let table = BreakTable.shared
    private var at = 0

    private var previous: BreakClass.Sentence?
    /// The class of the last character that is not ignored.
    private var base = BreakClass.Sentence.other
    private var phase = Phase.none
    private var terminator = BreakClass.Sentence.other
    private var terminatorOffset = 0
    private var followsCasedLetter = false

    /// - Parameters:
    ///   - text: UTF-8 that stays valid while this is used.
    ///   - abbreviations: words after which a full stop does not end a sentence.
    init(_ text: UnsafeBufferPointer<UInt8>, abbreviations: Abbreviations? = nil) {
        self.text = text
        self.abbreviations = abbreviations
    }

    mutating func next() -> TextSegment? {
        guard at < text.count else { return nil }
        var segment = TextSegment(range: at..<at, isWord: false)
        while let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            let current = table[scalar]
            if at > segment.range.lowerBound && isBoundary(before: current.sentence) { break }
            take(current.sentence)
            segment.isWord = segment.isWord || current.isOfWords
            at += count
        }
        segment.range = segment.range.lowerBound..<at
        return segment
    }

    private mutating func take(_ current: BreakClass.Sentence) {
        let isAtStart = previous?.isLineBreak ?? true
        if isAtStart { phase = .none }
        previous = current
        if current.isIgnored && !isAtStart { return }
        if current.isTerminator {
            followsCasedLetter = base == .upper || base == .lower
            terminator = current
            terminatorOffset = at
            phase = .terminator
        } else if current == .close && (phase == .terminator || phase == .close) {
            phase = .close
        } else if current == .sp && phase != .none {
            phase = .space
        } else {
            phase = .none
        }
        base = current
    }

    /// Rules SB3 to SB998.  The comments give their numbers.
    private func isBoundary(before next: BreakClass.Sentence) -> Bool {
        guard let previous else { return true }
        if previous == .cr && next == .lf { return false }  // 3
        if previous.isLineBreak { return true }  // 4
        if next.isIgnored || phase == .none { return false }  // 5, 998
        if next.isLineBreak || next == .sp || next.isTerminator || next == .sContinue { return false }  // 8a, 9, 10
        if next == .close && phase != .space { return false }  // 9
        guard terminator == .aTerm else { return true }  // 11
        if phase == .terminator && (next == .numeric || next == .upper && followsCasedLetter) { return false }  // 6, 7
        if goesOn() { return false }  // 8
        return !(abbreviations?.end(text, at: terminatorOffset) ?? false)
    }

    /// Rule SB8: whether the next letter is in lower case, with nothing before it that ends a sentence.
    private func goesOn() -> Bool {
        var place = at
        while let (scalar, count) = UTF8Scalar.decode(text, at: place) {
            switch table[scalar].sentence {
            case .lower: return true
            case .oLetter, .upper, .sep, .cr, .lf, .aTerm, .sTerm: return false
            default: place += count
            }
        }
        return false
    }
}

/// The abbreviations of a language that end with a full stop and rarely end a sentence.
struct Abbreviations: Sendable {
    private let words: [[UInt8]]
    /// Whether a number of one or two digits with a full stop is an ordinal number.
    private let hasOrdinals: Bool

    /// Titles, and words that are never the last word of a sentence, by primary language subtag.
    private static let table: [String: (words: String, hasOrdinals: Bool)] = [
        "en": (
            "Mr Mrs Ms Messrs Dr Prof Rev Hon St Gen Col Capt Lt Sgt Maj Gov Sen Rep Mt Ft vs cf viz e.g i.e Vol Fig",
            false
        ),
        "de": (
            "z z._B z.B d d._h d.h u u._a u.a bzw ca Dr Prof Hr Fr Nr St vgl evtl ggf Abs Bd Hrsg geb gest Mio Mrd sog",
            true
        ),
        "fr": ("M MM Mlle Dr Pr St Ste av env cf art vol chap pp ex", false),
        "es": ("Sr Sra Srta Dr Dra Ud Uds D Dña pág núm vol cap art Lic Ing Prof", false),
        "it": ("Sig Dott Prof Avv Ing pag cap vol art", false),
    ]

    init?(language: String?) {
        guard let base = language?.prefix(while: { $0 != "-" && $0 != "_" }),
            let row = Abbreviations.table[String(base).asciiLowercased]
        else { return nil }
        words = row.words.split(separator: " ").map { $0.utf8.map { $0 == 0x5F ? 0x20 : $0 } }
        hasOrdinals = row.hasOrdinals
    }

    /// Whether the text before a full stop is a known abbreviation, the initial of a name, or an ordinal number.
    func end(_ text: UnsafeBufferPointer<UInt8>, at stop: Int) -> Bool {
        if isInitial(text, stop) || hasOrdinals && isOrdinal(text, stop) { return true }
        return words.contains { word in
            stop >= word.count && text[(stop - word.count)..<stop].elementsEqual(word)
                && Abbreviations.begins(text, at: stop - word.count)
        }
    }

    private func isInitial(_ text: UnsafeBufferPointer<UInt8>, _ stop: Int) -> Bool {
        guard let (letter, count) = UTF8Scalar.decode(text, before: stop), letter != "I" else { return false }
        return letter.properties.isUppercase && Abbreviations.begins(text, at: stop - count)
    }

    private func isOrdinal(_ text: UnsafeBufferPointer<UInt8>, _ stop: Int) -> Bool {
        let digits = text[max(0, stop - 3)..<max(0, stop)].reversed().prefix(while: ASCII.isDigit).count
        return (1...2).contains(digits) && Abbreviations.begins(text, at: stop - digits)
    }

    private static func begins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard let (scalar, _) = UTF8Scalar.decode(text, before: offset) else { return true }
        return !BreakTable.shared[scalar].isOfWords
    }
}
