// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF

/// Looks for a quote on the pages of a PDF.
struct PDFQuoteSearch {
    struct Found {
        /// From 0.
        let page: Int
        let text: PDFPageText
        let match: QuotedPlace.Match
    }

    private let quote: QuotedPlace
    private let texts: PDFPageTexts
    private let pageCount: Int

    /// A place where the text is as it was, among what was around it: no other one can be better.
    private static let perfectScore = 0.95
    /// Pages on which a quote with errors is looked for, which takes long: it is not far from where it was.
    private static let maxSimilar = 32

    init(_ quote: QuotedPlace, in texts: PDFPageTexts, pageCount: Int) {
        self.quote = quote
        self.texts = texts
        self.pageCount = pageCount
    }

    /// The page where it fits best: those next to `first` come first.
    ///
    /// - Parameter report: is called before each page, with how many were read.
    func best(from first: Int, _ report: (Int) throws(Failure) -> Void) throws(Failure) -> Found? {
        defer { texts.rest() }
        var best: Found?
        var misquoted = OnlyMisquote<Found>()
        for done in 0..<pageCount {
            guard let page = page(done, from: first) else { continue }
            try report(done)
            let text = try texts.text(ofPage: page)
            let allowsErrors = done < PDFQuoteSearch.maxSimilar && best?.match.score ?? 0 < QuotedPlace.goodScore
            guard let match = text.match(quote, allowsErrors: allowsErrors) else {
                if best == nil, let found = text.bytes.withUnsafeBufferPointer(quote.misquoted) {
                    misquoted.add(found.misquote, Found(page: page, text: text, match: found.match))
                }
                continue
            }
            if match.score <= best?.match.score ?? 0 { continue }
            best = Found(page: page, text: text, match: match)
            if match.isExact && match.score >= PDFQuoteSearch.perfectScore { break }
        }
        return best ?? misquoted.place
    }

    /// That page, those behind it, then those in front of it.
    private func page(_ done: Int, from first: Int) -> Int? {
        let first = min(max(first, 0), pageCount - 1)
        return done < pageCount - first ? first + done : pageCount - 1 - done
    }
}
