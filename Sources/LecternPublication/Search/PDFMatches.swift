// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF
import LecternText

/// The matches on some pages of a PDF.
struct PDFMatches: MatchPages {
    /// A page with matches.
    private struct Page {
        let number: Int
        let searched: SearchedPDFText
        let matches: [Range<Int>]
        /// The number of matches on earlier pages.
        let first: Int

        /// The indices of its matches among all matches.
        var range: Range<Int> { first..<first + matches.count }
    }

    private let places: PDFPlaces
    private var found: [Page] = []
    let count: Int
    let pages: [Range<Int>]

    /// Returns nil if there are no matches.
    init?(
        _ query: SearchQuery, in texts: PDFPageTexts, _ range: Range<Int>, _ places: PDFPlaces, _ work: Work
    ) throws(Failure) {
        self.places = places
        var pager = MatchPager()
        defer { texts.rest() }
        for number in range {
            try work.report()
            for searched in try texts.searched(number, of: places.pageCount) where !searched.text.bytes.isEmpty {
                let matches = try query.matches(in: searched.text, work).filter(searched.accepts)
                guard !matches.isEmpty else { continue }
                found.append(Page(number: number, searched: searched, matches: matches, first: pager.count))
                let repeated = places.link.href.utf8.count + (places.title(ofPage: number)?.utf8.count ?? 0)
                for match in matches { pager.add(match, repeated: repeated) }
            }
        }
        if found.isEmpty { return nil }
        count = pager.count
        pages = pager.pages
    }

    func title(ofPage number: Int) -> String? {
        found.first { pages[number].overlaps($0.range) }.flatMap { places.locator(ofPage: $0.number).title }
    }

    func write(_ number: Int, _ work: Work, to json: inout JSONWriter) {
        for page in found {
            let wanted = pages[number].clamped(to: page.range)
            guard !wanted.isEmpty else { continue }
            var locator = places.locator(ofPage: page.number)
            for match in page.matches[wanted.lowerBound - page.first..<wanted.upperBound - page.first] {
                page.searched.bytes(around: match).withUnsafeBufferPointer { text in
                    locator.text = Snippet(text).text(at: match).inLines
                }
                locator.write(to: &json)
            }
        }
    }
}

extension SearchQuery {
    /// The matches in either spelling of the words at the ends of lines.
    fileprivate func matches(in text: PDFPageText, _ work: Work) throws(Failure) -> [Range<Int>] {
        let matches = try matches(in: text.bytes, work)
        guard let other = text.otherSpelling else { return matches }
        let others = try self.matches(in: other.bytes, work).compactMap(other.original)
        return Set(matches + others).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    /// The ranges of all matches in a UTF-8 text.
    func matches(in text: [UInt8], _ work: Work) throws(Failure) -> [Range<Int>] {
        // `withUnsafeBufferPointer` of an array does not support typed throws.
        let result = text.withUnsafeBufferPointer { text in
            Result { () throws(Failure) -> [Range<Int>] in
                var matches: [Range<Int>] = []
                try forEachMatch(in: text, work) { range, _ in matches.append(range) }
                return matches
            }
        }
        return try result.get()
    }
}
