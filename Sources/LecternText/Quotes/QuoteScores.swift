// SPDX-License-Identifier: BSD-3-Clause

/// Scores how well a match fits a quote: the text has the highest weight, followed by its context and its position.
struct QuoteScores {
    private let quote: TextQuote
    private let prefix: ApproximatePattern
    private let suffix: ApproximatePattern
    private let maxEffort: Int
    private var effort: Int

    private static let weights = (quote: 50.0, prefix: 20.0, suffix: 20.0, place: 2.0)

    /// - Parameter effort: the number of blocks of 64 units that may be compared.
    init(_ quote: TextQuote, effort: Int) {
        self.quote = quote
        maxEffort = effort
        self.effort = effort
        prefix = ApproximatePattern(quote.prefix)
        suffix = ApproximatePattern(quote.suffix)
    }

    /// Whether the effort is used up.
    var isExhausted: Bool { effort <= 0 }

    var used: Int { maxEffort - effort }

    /// A match with its score, from 0 to 1.
    mutating func match(_ range: Range<Int>, errors: Int, in text: [UInt16]) -> QuoteMatch {
        let weights = QuoteScores.weights
        let before = text[max(0, range.lowerBound - quote.prefix.count)..<range.lowerBound]
        let after = text[range.upperBound..<min(text.count, range.upperBound + quote.suffix.count)]
        let quoteScore = 1 - Double(errors) / Double(max(1, quote.exact.count))
        let prefixScore = similarity(of: before, to: quote.prefix, prefix)
        let suffixScore = similarity(of: after, to: quote.suffix, suffix)
        let total =
            weights.quote * quoteScore + weights.prefix * prefixScore + weights.suffix * suffixScore
            + weights.place * placeScore(range.lowerBound, in: text)
        let score = total / (weights.quote + weights.prefix + weights.suffix + weights.place)
        var found = Found(stands: Double(quote.exact.count - errors), of: Double(quote.exact.count))
        found.add(prefixScore, of: quote.prefix.count, available: range.lowerBound)
        found.add(suffixScore, of: quote.suffix.count, available: text.count - range.upperBound)
        return QuoteMatch(
            range: range, score: score, errors: errors, confirmation: found.stands / max(1, found.of),
            isAnchored: range.count >= QuoteMatch.short || isAnchored(before, after))
    }

    /// Whether a place of the same text has exactly the same text around it, and is as good as any other place.
    func isPerfect(_ range: Range<Int>, in text: [UInt16]) -> Bool {
        quote.hint == nil && range.lowerBound >= quote.prefix.count
            && text.count - range.upperBound >= quote.suffix.count
            && text[range.lowerBound - quote.prefix.count..<range.lowerBound].elementsEqual(quote.prefix)
            && text[range.upperBound..<range.upperBound + quote.suffix.count].elementsEqual(quote.suffix)
    }

    /// Whether a few units on one side are those of the quote.
    private func isAnchored(_ before: ArraySlice<UInt16>, _ after: ArraySlice<UInt16>) -> Bool {
        let (front, back) = (quote.prefix.suffix(QuoteScores.anchor), quote.suffix.prefix(QuoteScores.anchor))
        if front.isEmpty && back.isEmpty { return true }
        return !front.isEmpty && before.suffix(front.count).elementsEqual(front)
            || !back.isEmpty && after.starts(with: back)
    }

    private static let anchor = 4

    /// How many units of a quote are at a place.
    private struct Found {
        var stands: Double
        var of: Double

        /// More of the text around a quote says no more.
        private static let maxContext = 64

        init(stands: Double, of: Double) {
            self.stands = stands
            self.of = of
        }

        /// - Parameter available: the length of the text on that side.  One that ends there disagrees less.
        mutating func add(_ similarity: Double, of count: Int, available: Int) {
            let compared = Double(max(min(count, available), count / 3))
            guard compared > 0 else { return }
            let scale = min(1, Double(Found.maxContext) / compared)
            stands += min(compared, similarity * Double(count)) * scale
            of += compared * scale
        }
    }

    private mutating func similarity(
        of text: ArraySlice<UInt16>, to context: [UInt16], _ pattern: ApproximatePattern
    ) -> Double {
        if context.isEmpty || text.elementsEqual(context) { return 1 }
        return pattern.similarity(to: text, effort: &effort)
    }

    private func placeScore(_ start: Int, in text: [UInt16]) -> Double {
        guard let hint = quote.hint, !text.isEmpty else { return 1 }
        let place = min(max(0, hint), text.count)
        return 1 - Double(abs(start - place)) / Double(text.count)
    }
}
