// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A text as it is quoted: what is looked for, and what stood around it (W3C Web Annotation, Text Quote Selector).
public struct TextQuote: Sendable {
    public let exact: [UInt16]
    /// Empty when it is not known.
    public let prefix: [UInt16]
    public let suffix: [UInt16]
    /// Where it began, in UTF-16 units, when somebody knows.
    public var hint: Int?

    /// Of a prefix and a suffix, so many units next to the quote are compared: more say nothing more.
    private static let maxContext = 1024

    public init(_ exact: String, prefix: String? = nil, suffix: String? = nil, hint: Int? = nil) {
        self.exact = Array(exact.utf16)
        self.prefix = (prefix?.utf16.suffix(TextQuote.maxContext)).map(Array.init) ?? []
        self.suffix = (suffix?.utf16.prefix(TextQuote.maxContext)).map(Array.init) ?? []
        self.hint = hint
    }

    /// Units that were chosen already.
    init(exact: [UInt16], prefix: [UInt16] = [], suffix: [UInt16] = [], hint: Int?) {
        self.exact = exact
        self.prefix = prefix.suffix(TextQuote.maxContext)
        self.suffix = Array(suffix.prefix(TextQuote.maxContext))
        self.hint = hint
    }

    /// What the text of a locator quotes; nil without a highlight.
    public init?(_ text: Locator.Text, hint: Int? = nil) {
        guard let highlight = text.highlight, !highlight.isEmpty else { return nil }
        self.init(highlight, prefix: text.before, suffix: text.after, hint: hint)
    }
}

/// Where a quote was found, in UTF-16 units, and how well that place fits, up to 1.
public struct QuoteMatch: Sendable, Equatable {
    public let range: Range<Int>
    public let score: Double
    /// Insertions, deletions and substitutions of units.
    public let errors: Int
}

extension TextQuote {
    /// The place in a text that fits best; the first one of equals.  White space counts as it is.
    ///
    /// All places where the quote stands as it is are compared; only when there is none, those with a few errors.
    /// Texts and quotes that are made to take long are compared as far as a fixed effort goes.
    ///
    /// - Parameters:
    ///   - range: where in the text it is; by default anywhere.  What is around that is compared all the same.
    ///   - maxErrors: by default half of the length of the quote.
    ///   - work: what it is part of; when its steps are used up, only what stands as it is is found.
    public func match(
        in text: [UInt16], _ range: Range<Int>? = nil, maxErrors: Int? = nil, work: Work? = nil
    ) -> QuoteMatch? {
        guard !exact.isEmpty, !text.isEmpty else { return nil }
        let maxErrors = min(TextQuote.maxErrors, exact.count / 2, maxErrors ?? .max)
        var candidates = exactOccurrences(in: text, work)
        if let range {
            candidates.removeAll { $0.range.lowerBound < range.lowerBound || $0.range.upperBound > range.upperBound }
        }
        if candidates.isEmpty, maxErrors > 0 { candidates = approximateOccurrences(in: text, maxErrors: maxErrors, work) }
        var scores = QuoteScores(self, effort: TextQuote.effort(work))
        defer { work?.matchingSteps -= scores.used }
        var best: QuoteMatch?
        for candidate in candidates {
            let score = scores.score(candidate.range, errors: candidate.errors, in: text)
            if score > best?.score ?? -1 {
                best = QuoteMatch(range: candidate.range, score: score, errors: candidate.errors)
            }
            if score >= 1 || scores.isExhausted { break }
        }
        return best
    }

    private typealias Candidate = (range: Range<Int>, errors: Int)

    private static let maxCandidates = 1 << 14
    /// Errors that a quote may have: half of its length, but no more than that.
    private static let maxErrors = 256
    /// Blocks of 64 units that a search may compute.
    private static let maxEffort = 1 << 24
    /// Nanoseconds, about, to look at a unit.
    static let unitCost = 8

    /// Those that overlap included.
    private func exactOccurrences(in text: [UInt16], _ work: Work?) -> [Candidate] {
        var search = SequenceSearch(exact)
        var found: [Candidate] = []
        for (index, unit) in text.enumerated() {
            if index & 0xFFFF == 0, let work, work.stops(after: TextQuote.unitCost << 16) { break }
            guard search.finds(unit) else { continue }
            found.append((index + 1 - exact.count..<index + 1, 0))
            if found.count == TextQuote.maxCandidates { break }
        }
        return found
    }

    /// Blocks that may be compared for one text.
    static func effort(_ work: Work?) -> Int { min(maxEffort, work?.matchingSteps ?? maxEffort) }

    /// Those with the fewest errors.  Of the places where one can begin, the first one counts.
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
