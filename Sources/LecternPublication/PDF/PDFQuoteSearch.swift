// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF
import LecternText

/// Searches for a quote on the pages of a PDF.
struct PDFQuoteSearch {
    struct Found {
        /// The index of the page, from 0.
        let page: Int
        /// The text around the match.
        let text: ArraySlice<UInt8>
        let match: QuotedPlace.Match
        /// The other places on the page that fit equally well.
        fileprivate let rivals: [Found]

        fileprivate init(_ page: Int, _ searched: SearchedPDFText, _ match: QuotedPlace.Match) {
            self.page = page
            text = searched.bytes(around: match.range)
            self.match = match
            rivals = match.others.map { Found(page, searched, $0) }
        }
    }

    /// The best match, and others that are as good: how many, and the first of them.
    struct Best {
        let found: Found
        private(set) var rivals: Int
        private(set) var others: [Found]

        fileprivate init(_ found: Found) {
            self.found = found
            rivals = found.match.rivals.count
            others = found.rivals
        }

        fileprivate mutating func add(_ other: Found) {
            rivals += 1 + other.match.rivals.count
            others += ([other] + other.rivals).prefix(QuoteMatch.Rivals.most - others.count)
        }
    }

    private let quote: QuotedPlace
    private let texts: PDFPageTexts
    private let pageCount: Int

    /// The number of pages that are searched for approximate matches, which is expensive.  The quote has rarely moved far.
    private static let maxSimilar = 32

    init(_ quote: QuotedPlace, in texts: PDFPageTexts, pageCount: Int) {
        self.quote = quote
        self.texts = texts
        self.pageCount = pageCount
    }

    /// The best match.
    ///
    /// - Parameters:
    ///   - expected: the page where it should be; the pages near it are searched first.
    ///   - report: called before each page with the number of pages that have been searched.
    func best(from expected: Int?, _ report: (Int) throws(Failure) -> Void) throws(Failure) -> Best? {
        defer { texts.rest() }
        var best: Best?
        var misquoted = UniqueMisquote<Found>()
        pages: for done in 0..<pageCount {
            guard let page = page(done, from: expected ?? 0) else { continue }
            try report(done)
            for text in try texts.searched(page, of: pageCount) {
                let allowsErrors = done < PDFQuoteSearch.maxSimilar && !(best?.found.match.isGood ?? false)
                guard let match = text.match(quote, allowsErrors: allowsErrors) else {
                    if best == nil, let found = text.text.bytes.withUnsafeBufferPointer(quote.misquoted),
                        text.accepts(found.match.range)
                    {
                        misquoted.add(found.misquote, Found(page, text, found.match), found.match)
                    }
                    continue
                }
                let found = Found(page, text, match)
                if let known = best?.found.match, known.fit == .exact, match.fit == .exact,
                    match.confirmation == known.confirmation
                {
                    guard expected == nil else { continue }
                    best?.add(found)
                } else if match.isBetter(than: best?.found.match) {
                    best = Best(found)
                    if match.isPerfect, expected != nil || quote.isSurrounded { break pages }
                }
            }
        }
        return best ?? misquoted.best.map { Best($0.place) }
    }

    /// The page to search next: `first`, the pages after it, and then the pages before it.
    private func page(_ done: Int, from first: Int) -> Int? {
        let first = min(max(first, 0), pageCount - 1)
        return done < pageCount - first ? first + done : pageCount - 1 - done
    }
}

extension SearchedPDFText {
    fileprivate func match(_ quote: QuotedPlace, allowsErrors: Bool) -> QuotedPlace.Match? {
        text.match(quote, beforeOffset: end, allowsErrors: allowsErrors).flatMap { accepts($0.range) ? $0 : nil }
    }
}

extension PDFPageText {
    /// The best match of a quote that begins before an offset, by default anywhere.
    func match(_ quote: QuotedPlace, beforeOffset end: Int? = nil, allowsErrors: Bool) -> QuotedPlace.Match? {
        guard var found = match(quote, in: 0..<bytes.count, allowsErrors: allowsErrors) else { return nil }
        guard let end, end < bytes.count, found.range.lowerBound >= end || found.rivals.count > 0 else { return found }
        // Only the places before the offset count.  What is left of a quote is searched in the whole text.
        let inside = match(quote, in: 0..<end, allowsErrors: allowsErrors).flatMap {
            $0.range.lowerBound < end ? $0 : nil
        }
        let isAcross = found.range.lowerBound < end && found.range.upperBound > end
        guard isAcross, inside?.fit != .exact else { return inside }
        found.rivals = QuoteMatch.Rivals()
        return found
    }

    /// The best match of a quote, in either spelling of the words at the ends of lines.
    private func match(_ quote: QuotedPlace, in range: Range<Int>, allowsErrors: Bool) -> QuotedPlace.Match? {
        let found = bytes.withUnsafeBufferPointer { quote.match(in: $0, range, allowsErrors: allowsErrors) }
        guard found?.fit != .exact, let otherSpelling else { return found }
        let other = otherSpelling.bytes.withUnsafeBufferPointer {
            quote.match(in: $0, 0..<otherSpelling.offset(of: range.upperBound), allowsErrors: false)
        }
        return other?.moved(to: otherSpelling.original) ?? found
    }
}
