// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A highlight as it may have been typed by a person: with different case, without accents, or with a few wrong letters.
///
/// It is searched without context, so only a unique match is reliable: whole words in which at most one letter of six
/// differs.
public struct Misquote: Sendable {
    private let pattern: ApproximatePattern
    private let backwards: ApproximatePattern
    private let maxErrors: Int

    private static let folding = TextFolding(keepsCase: false, keepsDiacritics: false)
    /// The length in UTF-16 units.  Longer texts are found by their beginning (`QuotedPlace`).
    private static let lengths = 2...256
    /// The number of letters per permitted error.
    private static let lettersPerError = 6
    /// The maximum number of candidate ends.  If there are more, no match is unique.
    private static let maxEnds = 4096

    public struct Match {
        /// The byte range in the text.
        let range: Range<Int>
        let errors: Int
        /// Whether no other match in the text is as good.
        let isOnlyOne: Bool
    }

    /// Returns nil if the length of the highlight is out of range.
    init?(_ highlight: String) {
        let units = DenseText.units(highlight, Misquote.folding)
        guard Misquote.lengths.contains(units.count) else { return nil }
        pattern = ApproximatePattern(units)
        backwards = ApproximatePattern(units.reversed())
        maxErrors = units.count / Misquote.lettersPerError
    }

    /// The first of the best matches.
    func match(in text: UnsafeBufferPointer<UInt8>, _ work: Work?) -> Match? {
        let dense = DenseText(text, in: 0..<text.count, Misquote.folding, work)
        let most = TextQuote.effort(work)
        var effort = most
        defer { work?.matchingSteps -= most - effort }
        let ends = pattern.ends(
            in: dense.units, maxErrors: maxErrors, maxCount: Misquote.maxEnds, effort: &effort, work)
        var found: Match?
        for end in ends {
            guard effort > 0, let (range, errors) = words(before: end.offset, dense, in: text, effort: &effort),
                errors <= found?.errors ?? .max
            else { continue }
            if let other = found, other.errors == errors {
                let isSame = other.isOnlyOne && other.range.overlaps(range)
                found = Match(range: other.range, errors: errors, isOnlyOne: isSame)
            } else {
                found = Match(range: range, errors: errors, isOnlyOne: true)
            }
        }
        // If the text was not searched completely, there may be another match.
        let isWhole = effort > 0 && ends.count < Misquote.maxEnds
        return isWhole ? found : Match(range: 0..<0, errors: 0, isOnlyOne: false)
    }

    /// The best match that consists of whole words and ends at a unit.
    private func words(
        before end: Int, _ dense: DenseText, in text: UnsafeBufferPointer<UInt8>, effort: inout Int
    ) -> (range: Range<Int>, errors: Int)? {
        let last = Misquote.withMarks(dense.bytes(of: max(0, end - 1)..<end, in: text), in: text).upperBound
        guard WordBoundary.isBoundary(last, in: text) else { return nil }
        let window = dense.units[max(0, end - pattern.count - maxErrors)..<end]
        let starts = backwards.ends(
            in: window.reversed(), maxErrors: maxErrors, maxCount: Misquote.maxEnds, effort: &effort)
        var best: (range: Range<Int>, errors: Int)?
        for start in starts where start.errors < best?.errors ?? .max {
            let first = dense.bytes(of: end - start.offset..<end, in: text).lowerBound
            if first < last, WordBoundary.isBoundary(first, in: text) { best = (first..<last, start.errors) }
        }
        return best
    }

    /// Extends a range by the combining marks on its last letter, which are ignored in comparisons.
    private static func withMarks(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var end = range.upperBound
        while let (scalar, count) = UTF8Scalar.decode(text, at: end), DenseText.counts(scalar),
            folding(scalar).count == 0
        {
            end += count
        }
        return range.lowerBound..<end
    }
}

/// The position of a misquoted text in several texts, as long as it is unique.
public struct UniqueMisquote<Place> {
    private var found: (place: Place, match: QuotedPlace.Match, errors: Int, isOnlyOne: Bool)?

    public init() {}

    public mutating func add(_ misquote: Misquote.Match, _ place: Place, _ match: QuotedPlace.Match) {
        if misquote.errors < found?.errors ?? .max {
            found = (place, match, misquote.errors, misquote.isOnlyOne)
        } else if misquote.errors == found?.errors {
            found?.isOnlyOne = false
        }
    }

    /// nil if there are several.
    public var best: (place: Place, match: QuotedPlace.Match)? {
        found.flatMap { $0.isOnlyOne ? ($0.place, $0.match) : nil }
    }
}
