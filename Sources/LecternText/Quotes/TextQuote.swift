// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A quoted text and its context (W3C Web Annotation, Text Quote Selector).
public struct TextQuote: Sendable {
    let exact: [UInt16]
    /// Empty if it is not known.
    let prefix: [UInt16]
    let suffix: [UInt16]
    /// The offset where it used to begin, in UTF-16 units, if known.
    var hint: Int?

    /// The number of units of the prefix and the suffix that are compared.
    private static let maxContext = 1024

    public init(_ exact: String, prefix: String? = nil, suffix: String? = nil, hint: Int? = nil) {
        self.exact = Array(exact.utf16)
        self.prefix = (prefix?.utf16.suffix(TextQuote.maxContext)).map(Array.init) ?? []
        self.suffix = (suffix?.utf16.prefix(TextQuote.maxContext)).map(Array.init) ?? []
        self.hint = hint
    }

    /// Creates a quote from units that are already normalised.
    init(exact: [UInt16], prefix: [UInt16] = [], suffix: [UInt16] = [], hint: Int?) {
        self.exact = exact
        self.prefix = prefix.suffix(TextQuote.maxContext)
        self.suffix = Array(suffix.prefix(TextQuote.maxContext))
        self.hint = hint
    }

    /// Creates a quote from the text of a locator; nil without a highlight.
    public init?(_ text: Locator.Text, hint: Int? = nil) {
        guard let highlight = text.highlight, !highlight.isEmpty else { return nil }
        self.init(highlight, prefix: text.before, suffix: text.after, hint: hint)
    }
}

/// The position where a quote was found, in UTF-16 units, and a score of at most 1.
public struct QuoteMatch: Sendable, Equatable {
    public let range: Range<Int>
    public let score: Double
    /// The number of insertions, deletions and substitutions of units.
    let errors: Int
    /// The share of the units of the quote, and of its context, that the place has.
    let confirmation: Double
    /// Whether the match begins and ends where the quote does: it is long, or the text next to it is the same on one
    /// side.
    let isAnchored: Bool
    /// Other places that fit equally well.
    var rivals = Rivals()
    /// Whether it can be distinguished from texts that are similar by chance.  They hardly share half of their units,
    /// and short texts, which occur in very many places, a little more.
    var isSure: Bool { confirmation >= (range.count < QuoteMatch.short ? 0.7 : 0.6) }

    /// The length in units of a text that may occur in very many places.
    static let short = 16

    /// Other matches: their number, and the first of them.
    public struct Rivals: Sendable, Equatable {
        public private(set) var count = 0
        public private(set) var first: [Range<Int>] = []

        public static let most = 10

        public init() {}

        mutating func add(_ range: Range<Int>) {
            count += 1
            if first.count < Rivals.most { first.append(range) }
        }

        func map(_ transform: (Range<Int>) -> Range<Int>) -> Rivals {
            var others = self
            others.first = first.map(transform)
            return others
        }
    }
}

extension TextQuote {
    /// Finds the best match in a text; the first of equal ones.  White space is significant.
    ///
    /// All exact matches are compared.  Approximate ones are only used if there are none.  Texts and quotes that are
    /// crafted to be expensive are compared as far as a fixed effort allows.
    ///
    /// - Parameters:
    ///   - range: the range to search; by default the whole text.  The context may be outside it.
    ///   - maxErrors: by default half the length of the quote.
    ///   - accepts: whether an exact match counts; by default all do.
    ///   - work: the work that this is part of.  When its steps are used up, only exact matches are found.
    public func match(
        in text: [UInt16], _ range: Range<Int>? = nil, maxErrors: Int? = nil, accepts: ((Range<Int>) -> Bool)? = nil,
        work: Work? = nil
    ) -> QuoteMatch? {
        guard !exact.isEmpty, !text.isEmpty else { return nil }
        let maxErrors = min(TextQuote.maxErrors, exact.count / 2, maxErrors ?? .max)
        var candidates = exactOccurrences(in: text, work)
        if let range {
            candidates.removeAll { $0.range.lowerBound < range.lowerBound || $0.range.upperBound > range.upperBound }
        }
        if let accepts { candidates.removeAll { !accepts($0.range) } }
        if candidates.isEmpty, maxErrors > 0 {
            candidates = approximateOccurrences(in: text, maxErrors: maxErrors, work)
        }
        var scores = QuoteScores(self, effort: TextQuote.effort(work))
        defer { work?.matchingSteps -= scores.used }
        var best: QuoteMatch?
        for candidate in candidates {
            if best?.score ?? 0 >= 1 {
                if scores.isPerfect(candidate.range, in: text) { best?.rivals.add(candidate.range) }
                continue
            }
            if scores.isExhausted { break }
            let match = scores.match(candidate.range, errors: candidate.errors, in: text)
            if match.score > best?.score ?? -1 {
                best = match
            } else if match.score == best?.score {
                best?.rivals.add(match.range)
            }
        }
        return best
    }

    private typealias Candidate = (range: Range<Int>, errors: Int)

    private static let maxCandidates = 1 << 14
    /// The maximum number of errors of a quote, which is half its length, but not more than this.
    private static let maxErrors = 256
    /// The number of blocks of 64 units that a search may compute.
    private static let maxEffort = 1 << 24
    /// The approximate cost per unit in nanoseconds.
    static let unitCost = 8

    /// All exact matches, including overlapping ones.
    private func exactOccurrences(in text: [UInt16], _ work: Work?) -> [Candidate] {
        var search = SequenceSearch(exact)
        var found: [Candidate] = []
        let first = exact[0]
        for (index, unit) in text.enumerated() {
            if index & 0xFFFF == 0, let work, work.stops(after: TextQuote.unitCost << 16) { break }
            if search.isAtStart, unit != first { continue }
            guard search.finds(unit) else { continue }
            found.append((index + 1 - exact.count..<index + 1, 0))
            if found.count == TextQuote.maxCandidates { break }
        }
        return found
    }

    /// The number of blocks that may be compared for one text.
    static func effort(_ work: Work?) -> Int { min(maxEffort, work?.matchingSteps ?? maxEffort) }

    /// The matches with the fewest errors.  If a match can begin at several places, the first one is used.
    private func approximateOccurrences(in text: [UInt16], maxErrors: Int, _ work: Work?) -> [Candidate] {
        let most = TextQuote.effort(work)
        var effort = most
        let ends = ApproximatePattern(exact).bestEnds(in: text, maxErrors: maxErrors, effort: &effort, work)
        work?.matchingSteps -= most - effort
        guard !ends.isEmpty else { return [] }
        let backwards = ApproximatePattern(exact.reversed())
        effort = TextQuote.effort(work)
        return ends.map { end in
            let window = text[max(0, end.offset - exact.count - end.errors)..<end.offset]
            let starts = backwards.bestEnds(in: window.reversed(), maxErrors: end.errors, effort: &effort)
            let length = starts.last?.offset ?? min(exact.count, end.offset)
            return (end.offset - length..<end.offset, end.errors)
        }
    }
}
