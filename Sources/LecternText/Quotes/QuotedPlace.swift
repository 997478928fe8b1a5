// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A quote that is searched in a text which may have been reformatted or edited since.
///
/// White space is ignored.  A quote without a highlight is a position between two texts.
public struct QuotedPlace: Sendable {
    /// The work that the search is part of.
    let work: Work?
    private let before: [UInt16]
    let highlight: [UInt16]
    private let after: [UInt16]
    /// White space and other ignored characters at the beginning and the end of the highlight.
    private let head: [Unicode.Scalar]
    private let tail: [Unicode.Scalar]
    private let misquote: Misquote?
    /// Whether it begins and ends at the boundaries of words.
    private let isOfWords: Bool

    /// The number of units of a long highlight and of the context that are compared.
    private static let most = 1024
    private static let context = 32
    /// Shorter texts are not matched approximately.
    private static let fewest = 16
    /// The number of bytes that contain this many units.
    private static let surroundings = 4 * most
    /// The maximum number of units of a highlight, and of its context on each side, whose remains are searched.
    private static let mostRemains = 4096
    private static let contextOfRemains = 64
    /// The least share that is accepted.
    private static let leastRemains = 0.3

    /// A match of the quote.
    public struct Match {
        /// The byte range in the text.
        public let range: Range<Int>
        /// The share of the units of the highlight, and of its context, that the place has.
        public let confirmation: Double
        public let fit: QuoteFit
        /// Other places that fit equally well.
        public var rivals = QuoteMatch.Rivals()

        /// The first of these places.
        public var others: [Match] { rivals.first.map { Match(range: $0, confirmation: confirmation, fit: fit) } }

        /// Whether a better match is unlikely.
        public var isGood: Bool { fit == .exact && confirmation >= 0.8 }
        /// Whether there can be no better match.
        public var isPerfect: Bool { fit == .exact && confirmation >= 0.95 }

        /// An approximate match has to be much better than an exact one, if both are certain.
        public func isBetter(than other: Match?) -> Bool {
            guard let other, (fit == .lost) == (other.fit == .lost) else { return other == nil || fit != .lost }
            let margin = (fit == .exact) == (other.fit == .exact) ? 0 : fit == .exact ? -0.15 : 0.15
            return confirmation > other.confirmation + margin
        }

        /// An exact match in another form of the text, as one in this text; nil for another match.
        ///
        /// - Parameter place: the range in this text of one in the other.
        public func moved(to place: (Range<Int>) -> Range<Int>?) -> Match? {
            guard fit == .exact, let range = place(range) else { return nil }
            return Match(
                range: range, confirmation: confirmation, fit: .exact, rivals: rivals.map { place($0) ?? range })
        }
    }

    /// Whether there is context on both sides, which hardly any other place has as well.
    public var isSurrounded: Bool { !before.isEmpty && !after.isEmpty }

    /// Whether there is context that can distinguish several matches.
    var hasSurroundings: Bool { !before.isEmpty || !after.isEmpty }

    /// Returns nil if the text is empty.
    public init?(_ text: Locator.Text, _ work: Work? = nil, isOfWords: Bool = false) {
        self.isOfWords = isOfWords
        self.work = work
        before = Array(DenseText.units(text.before ?? "").suffix(QuotedPlace.most))
        highlight = DenseText.units(text.highlight ?? "")
        let scalars = (text.highlight ?? "").unicodeScalars
        head = highlight.isEmpty ? [] : scalars.prefix { !DenseText.counts($0) }.reversed()
        tail = highlight.isEmpty ? [] : scalars.reversed().prefix { !DenseText.counts($0) }.reversed()
        misquote = text.highlight.flatMap(Misquote.init)
        after = Array(DenseText.units(text.after ?? "").prefix(QuotedPlace.most))
        if before.isEmpty && highlight.isEmpty && after.isEmpty { return nil }
    }

    /// The best match in a range, if it has one.  The remains of a quote are searched in the whole text.
    ///
    /// - Parameters:
    ///   - range: the byte range to search.  The context may be outside it.
    ///   - hint: the offset in bytes where it used to begin, if known.
    ///   - allowsErrors: whether an approximate match is accepted.
    public func match(
        in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hint: Int? = nil, allowsErrors: Bool
    ) -> Match? {
        let dense = DenseText(text, in: surroundings(of: range, in: text), nil, work)
        let place = hint.map { dense.index(at: $0, in: text) }
        let units = dense.index(at: range.lowerBound, in: text)..<dense.index(at: range.upperBound, in: text)
        let exact = exact(in: dense, of: text, units, hint: place).map { match($0, of: dense, in: text, range) }
        guard allowsErrors, !(exact?.isGood ?? false) else { return exact }
        // A few letters with errors, or without their surroundings, are in many words.
        if isOfWords && highlight.count < 2 * QuotedPlace.context { return exact }
        let similar = similar(in: dense, hint: place).map { match($0, of: dense, in: text, range) }
        let found = similar?.isBetter(than: exact) ?? false ? similar : exact
        if let found, found.fit != .lost { return found }
        return remains(in: dense, text) ?? found
    }

    /// The place of the remains of the highlight, or of its context.
    private func remains(in dense: DenseText, _ text: UnsafeBufferPointer<UInt8>) -> Match? {
        guard !highlight.isEmpty else { return nil }
        let front = before.suffix(QuotedPlace.contextOfRemains)
        let middle = highlight.prefix(QuotedPlace.mostRemains)
        let back = middle.count < highlight.count ? [] : after.prefix(QuotedPlace.contextOfRemains)
        let all = Array(front + middle + back)
        let place = front.count..<front.count + middle.count
        guard let found = QuoteRemains(of: all, place, in: dense.units, work) else { return nil }
        let share = Double(found.count) / Double(all.count)
        guard share >= QuotedPlace.leastRemains else { return nil }
        // A letter or two of the adjacent block may be the same by chance.
        let first = (1...2).last {
            $0 < found.range.count && dense.isBlockBreak(before: found.range.lowerBound + $0, in: text)
        }
        let last = (1...2).last {
            $0 < found.range.count && dense.isBlockBreak(before: found.range.upperBound - $0, in: text)
        }
        let range = found.range.lowerBound + (first ?? 0)..<found.range.upperBound - (last ?? 0)
        return Match(range: dense.bytes(of: range, in: text), confirmation: share, fit: .nearby)
    }

    /// An approximate match in the part of a text where the quote should be.  Shorter quotes are accepted there.
    func similar(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hint: Int?) -> Match? {
        let dense = DenseText(text, in: range, nil, work)
        let place = hint.map { dense.index(at: $0, in: text) }
        let quote = TextQuote(exact: Array(highlight.prefix(QuotedPlace.most)), hint: place)
        let count = quote.exact.count
        let few = count < 4 ? 0 : max(1, count / 8)
        let found = quote.match(in: dense.units, maxErrors: count < QuotedPlace.context ? few : count / 3, work: work)
        return found.map { match(whole($0, in: dense), of: dense, in: text, range) }
    }

    /// A match of the highlight alone, with different case or a few errors.
    public func misquoted(in text: UnsafeBufferPointer<UInt8>) -> (misquote: Misquote.Match, match: Match)? {
        guard let found = misquote?.match(in: text, work) else { return nil }
        // With context, it would have been found already.
        let confirmation = Double(highlight.count - found.errors) / Double(before.count + highlight.count + after.count)
        return (found, Match(range: found.range, confirmation: confirmation, fit: hasSurroundings ? .lost : .changed))
    }

    /// The misquoted match, if it is unique.
    func onlyMisquoted(in text: UnsafeBufferPointer<UInt8>) -> Match? {
        misquoted(in: text).flatMap { $0.misquote.isOnlyOne ? $0.match : nil }
    }

    private func match(
        _ found: QuoteMatch, of dense: DenseText, in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Match {
        let place = found.errors == 0 ? found.range : withoutNeighbours(found, of: dense, in: text)
        let widened = widened(dense.bytes(of: place, in: text), in: text)
        return Match(
            range: widened.clamped(to: range), confirmation: found.confirmation,
            fit: fit(of: found, at: place, in: dense),
            rivals: found.rivals.map { self.widened(dense.bytes(of: $0, in: text), in: text) })
    }

    private func fit(of found: QuoteMatch, at place: Range<Int>, in dense: DenseText) -> QuoteFit {
        if !found.isSure { return .lost }
        if found.errors == 0 { return found.isAnchored ? .exact : .nearby }
        // The surroundings may be all that is left.
        let quote = TextQuote(exact: Array(highlight.prefix(QuotedPlace.most)), hint: nil)
        let isSimilar = quote.match(in: Array(dense.units[place]), maxErrors: quote.exact.count / 3, work: work) != nil
        return isSimilar ? .changed : .nearby
    }

    /// A wrong letter at an end of the quote may be matched with a letter of the adjacent block, which is excluded here.
    private func withoutNeighbours(
        _ found: QuoteMatch, of dense: DenseText, in text: UnsafeBufferPointer<UInt8>
    ) -> Range<Int> {
        let range = found.range
        let counts = 0...min(found.errors, range.count / 2)
        let first = counts.first { count in
            dense.isBlockBreak(before: range.lowerBound + count, in: text)
                && !highlight.starts(with: dense.units[range.lowerBound..<range.lowerBound + count])
        }
        let last = counts.first { count in
            dense.isBlockBreak(before: range.upperBound - count, in: text)
                && !highlight.reversed().starts(
                    with: dense.units[range.upperBound - count..<range.upperBound].reversed())
        }
        return range.lowerBound + (first ?? 0)..<range.upperBound - (last ?? 0)
    }

    /// Extends a range by the white space at the ends of the highlight, where the text has it, too.
    private func widened(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        for scalar in head {
            if let found = UTF8Scalar.decode(text, before: start), found.scalar == scalar { start -= found.count }
        }
        for scalar in tail {
            if let found = UTF8Scalar.decode(text, at: end), found.scalar == scalar { end += found.count }
        }
        return start..<end
    }

    /// The range with its context.  A position between two texts only has context.
    private func surroundings(of range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        if highlight.isEmpty { return range }
        let start = max(0, range.lowerBound - QuotedPlace.surroundings)
        return start..<max(start, min(text.count, range.upperBound + QuotedPlace.surroundings))
    }

    private func exact(
        in text: DenseText, of source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hint: Int?
    ) -> QuoteMatch? {
        if highlight.isEmpty { return padded(in: text, hint: hint, maxErrors: 0) }
        let quote = TextQuote(
            exact: Array(highlight.prefix(QuotedPlace.most)), prefix: before,
            suffix: highlight.count > QuotedPlace.most ? [] : after, hint: hint)
        let accepts: ((Range<Int>) -> Bool)? = isOfWords ? { text.cutsNoWord(at: $0, in: source) } : nil
        return quote.match(in: text.units, range, maxErrors: 0, accepts: accepts, work: work).map {
            whole($0, in: text)
        }
    }

    /// Extends a match of the beginning of a long highlight to its end.
    private func whole(_ match: QuoteMatch, in text: DenseText) -> QuoteMatch {
        guard highlight.count > QuotedPlace.most else { return match }
        let start = match.range.lowerBound
        let end = end(near: match.range.upperBound + highlight.count - QuotedPlace.most, in: text, behind: start)
        let errors = text.units[start..<end].elementsEqual(highlight) ? 0 : max(1, match.errors)
        return QuoteMatch(
            range: start..<end, score: match.score, errors: errors, confirmation: match.confirmation,
            isAnchored: match.isAnchored, rivals: match.rivals)
    }

    /// The end of a long highlight, which errors in it may have moved.
    private func end(near expected: Int, in text: DenseText, behind start: Int) -> Int {
        let expected = min(expected, text.units.count)
        let window =
            max(start, expected - 8 * QuotedPlace.context)..<min(text.units.count, expected + 4 * QuotedPlace.context)
        let last = Array(highlight.suffix(QuotedPlace.context))
        let quote = TextQuote(exact: last, hint: max(0, expected - last.count - window.lowerBound))
        let found = quote.match(in: Array(text.units[window]), maxErrors: last.count / 3, work: work)
        return found.map { $0.range.upperBound + window.lowerBound } ?? expected
    }

    /// A short text with errors matches in too many places, so it is searched together with its context.
    private func similar(in text: DenseText, hint: Int?) -> QuoteMatch? {
        guard highlight.count >= 2 * QuotedPlace.context else { return padded(in: text, hint: hint, maxErrors: .max) }
        let quote = TextQuote(
            exact: Array(highlight.prefix(QuotedPlace.most)), prefix: before, suffix: after, hint: hint)
        return accepted(quote.match(in: text.units, maxErrors: quote.exact.count / 3, work: work)).map {
            whole($0, in: text)
        }
    }

    private func padded(in text: DenseText, hint: Int?, maxErrors: Int) -> QuoteMatch? {
        let padding = highlight.isEmpty ? 2 * QuotedPlace.context : QuotedPlace.context
        let front = Array(before.suffix(padding))
        let back = Array(after.prefix(padding))
        let quote = TextQuote(exact: front + highlight + back, hint: hint.map { max(0, $0 - front.count) })
        let most = min(maxErrors, QuotedPlace.maxErrors(quote.exact.count))
        guard let match = accepted(quote.match(in: text.units, maxErrors: most, work: work)) else { return nil }
        let inside = { (range: Range<Int>) in
            let start = min(range.lowerBound + front.count, range.upperBound)
            return start..<max(start, range.upperBound - back.count)
        }
        let place = inside(match.range)
        return QuoteMatch(
            range: refined(place, in: text), score: match.score, errors: match.errors, confirmation: match.confirmation,
            isAnchored: match.isAnchored, rivals: match.rivals.map { inside($0) })
    }

    /// The number of errors that a text of this length may have if it can be anywhere.
    private static func maxErrors(_ count: Int) -> Int { count < fewest ? 0 : count < context ? count / 10 : count / 3 }

    /// Errors in the context shift a match, so the highlight is searched near it.
    private func refined(_ place: Range<Int>, in text: DenseText) -> Range<Int> {
        guard !highlight.isEmpty, place.count > 0 else { return place }
        let window =
            max(
                0, place.lowerBound - QuotedPlace.context)..<min(
                text.units.count, place.upperBound + QuotedPlace.context)
        let quote = TextQuote(exact: highlight, hint: place.lowerBound - window.lowerBound)
        guard let match = quote.match(in: Array(text.units[window]), work: work) else { return place }
        return match.range.lowerBound + window.lowerBound..<match.range.upperBound + window.lowerBound
    }

    /// Rejects a match that is too different from the quote.
    private func accepted(_ match: QuoteMatch?) -> QuoteMatch? {
        match.flatMap { $0.errors == 0 || $0.score >= 0.6 ? $0 : nil }
    }
}
