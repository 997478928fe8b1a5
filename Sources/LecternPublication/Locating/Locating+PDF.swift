// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

/// The place of a quote in a PDF, and other places that match equally well.
struct PDFQuote {
    let locator: Locator
    let match: QuotedPlace.Match
    let rivals: Int
    let others: [Locator]
}

extension Locating {
    /// Finds a quote in a PDF, on the page that the query gives or another one.
    mutating func quoted(
        _ quote: QuotedPlace, inPDF target: Target
    ) throws(Failure) -> PDFQuote? {
        guard let index = target.index else { return nil }
        let (publication, positions, locations, work) = (publication, positions, query.locations, work)
        let found = try unlessUnreadable { () throws(Failure) -> (PDFQuoteSearch.Best, PDFPlaces)? in
            let texts = try PDFPageTexts(target.link, of: publication, work)
            let count = if let known = positions.pageCount(ofResource: index) { known } else { try texts.pageCount() }
            let part = ReadingPart(number: index, link: target.link, pages: 0..<count, pageCount: count)
            let places = PDFPlaces(part, positions, publication.titles)
            let search = PDFQuoteSearch(quote, in: texts, pageCount: count)
            let found = try search.best(from: places.page(of: locations)) { done throws(Failure) in
                try work.report(done, of: count)
            }
            return found.map { ($0, places) }
        }
        guard let (best, places) = found ?? nil else { return nil }
        return PDFQuote(
            locator: locator(at: best.found, places), match: best.found.match, rivals: best.rivals,
            others: best.others.map { locator(at: $0, places) })
    }

    private func locator(at found: PDFQuoteSearch.Found, _ places: PDFPlaces) -> Locator {
        var locator = places.locator(ofPage: found.page)
        locator.title = query.title ?? locator.title
        locator.text = found.text.withUnsafeBufferPointer { text in
            Snippet(text).text(at: found.match.range).inLines
        }
        if found.match.range.isEmpty { locator.text.highlight = nil }
        if found.match.fit == .exact { locator.text = query.text.merged(over: locator.text) }
        return locator
    }
}
