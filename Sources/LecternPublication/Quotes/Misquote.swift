// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A highlight as somebody may have typed it: in other case, without accents, or with a few wrong letters.
///
/// It is looked for by itself, so it can be told from other texts only where there is one place like it: whole words
/// that differ in one letter of six.
struct Misquote: Sendable {
    private let pattern: ApproximatePattern
    private let backwards: ApproximatePattern
    private let maxErrors: Int

    private static let folding = TextFolding(keepsCase: false, keepsDiacritics: false)
    /// UTF-16 units.  Longer texts are found by their beginning (`QuotedPlace`).
    private static let lengths = 2...256
    /// Letters of which one may be wrong.
    private static let lettersPerError = 6
    /// Of places where one may end; where there are so many, none is the only one.
    private static let maxEnds = 4096

    struct Match {
        /// Bytes of the text.
        let range: Range<Int>
        let errors: Int
        /// Whether no other place in the text is as similar.
        let isOnlyOne: Bool
    }

    /// nil for a highlight of another length.
    init?(_ highlight: String) {
        let units = DenseText.units(highlight, Misquote.folding)
        guard Misquote.lengths.contains(units.count) else { return nil }
        pattern = ApproximatePattern(units)
        backwards = ApproximatePattern(units.reversed())
        maxErrors = units.count / Misquote.lettersPerError
    }

    /// What a match is among those of other kinds: never the text as it was quoted.
    func place(_ match: Match) -> QuotedPlace.Match {
        let score = 1 - Double(match.errors) / Double(max(1, pattern.count))
        return QuotedPlace.Match(range: match.range, score: score, errors: max(1, match.errors))
    }

    /// The first of the most similar places.
    func match(in text: UnsafeBufferPointer<UInt8>, _ work: Work?) -> Match? {
        let dense = DenseText(text, in: 0..<text.count, Misquote.folding, work)
        let most = TextQuote.effort(work)
        var effort = most
        defer { work?.matchingSteps -= most - effort }
        let ends = pattern.ends(in: dense.units, maxErrors: maxErrors, maxCount: Misquote.maxEnds, effort: &effort, work)
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
        // What was not compared may have another one.
        let isWhole = effort > 0 && ends.count < Misquote.maxEnds
        return isWhole ? found : Match(range: 0..<0, errors: 0, isOnlyOne: false)
    }

    /// The most similar text of whole words that ends at a unit.
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

    /// With the marks on its last letter, which do not count.
    private static func withMarks(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var end = range.upperBound
        while let (scalar, count) = UTF8Scalar.decode(text, at: end), DenseText.counts(scalar), folding(scalar).count == 0 {
            end += count
        }
        return range.lowerBound..<end
    }
}

/// The place of a misquoted text in several texts, as long as there is only one.
struct OnlyMisquote<Place> {
    private var best: (place: Place, errors: Int, isOnlyOne: Bool)?

    mutating func add(_ match: Misquote.Match, _ place: Place) {
        if match.errors < best?.errors ?? .max {
            best = (place, match.errors, match.isOnlyOne)
        } else if match.errors == best?.errors {
            best?.isOnlyOne = false
        }
    }

    /// nil where there are several.
    var place: Place? { best.flatMap { $0.isOnlyOne ? $0.place : nil } }
}
