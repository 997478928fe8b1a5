// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF
import LecternText

/// Searches for a quote on the pages of a PDF.
struct PDFQuoteSearch {
    struct Found {
        /// The index of the page, from 0.
        let page: Int
        let text: PDFPageText
        let match: QuotedPlace.Match
    }

    /// The best match, and others that are as good: how many, and the first of them.
    struct Best {
        let found: Found
        fileprivate(set) var rivals = 0
        private(set) var others: [Found] = []

        fileprivate mutating func add(_ other: Found, _ count: Int) {
            rivals += count
            if others.count < QuoteMatch.Rivals.most { others.append(other) }
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
        for done in 0..<pageCount {
            guard let page = page(done, from: expected ?? 0) else { continue }
            try report(done)
            let (own, text) = try texts.texts(ofPage: page, of: pageCount)
            let allowsErrors = done < PDFQuoteSearch.maxSimilar && !(best?.found.match.isGood ?? false)
            guard let match = text.match(quote, allowsErrors: allowsErrors) else {
                if best == nil, let found = text.bytes.withUnsafeBufferPointer(quote.misquoted) {
                    misquoted.add(found.misquote, Found(page: page, text: text, match: found.match), found.match)
                }
                continue
            }
            // A match on the next page is found when that page is searched.
            guard match.range.lowerBound < own.bytes.count else { continue }
            let found = Found(page: page, text: match.range.upperBound > own.bytes.count ? text : own, match: match)
            if let known = best?.found.match, known.fit == .exact, match.fit == .exact,
                match.confirmation == known.confirmation
            {
                guard expected == nil else { continue }
                best?.add(found, 1 + match.rivals.count)
            } else if match.isBetter(than: best?.found.match) {
                best = Best(found: found, rivals: match.rivals.count)
                if match.isPerfect, expected != nil || quote.isSurrounded { break }
            }
        }
        return best ?? misquoted.best.map { Best(found: $0.place) }
    }

    /// The page to search next: `first`, the pages after it, and then the pages before it.
    private func page(_ done: Int, from first: Int) -> Int? {
        let first = min(max(first, 0), pageCount - 1)
        return done < pageCount - first ? first + done : pageCount - 1 - done
    }
}

extension PDFPageText {
    /// The best match of a quote, with the hyphens that were left out, or without them.
    func match(_ quote: QuotedPlace, allowsErrors: Bool) -> QuotedPlace.Match? {
        let found = bytes.withUnsafeBufferPointer { quote.match(in: $0, 0..<$0.count, allowsErrors: allowsErrors) }
        guard found?.fit != .exact, let hyphenated else { return found }
        let other = hyphenated.bytes.withUnsafeBufferPointer { quote.match(in: $0, 0..<$0.count, allowsErrors: false) }
        return other?.moved(to: hyphenated.original) ?? found
    }
}
