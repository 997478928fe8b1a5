// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

/// The matches on some pages of a PDF.
struct PDFMatches: MatchPages {
    /// A page with matches.
    private struct Page {
        let number: Int
        /// The text, including the paragraph that continues on the next page.
        let text: [UInt8]
        /// The number of bytes on this page.
        let own: Int
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
            let (own, text) = try texts.texts(ofPage: number, of: places.pageCount)
            if text.bytes.isEmpty { continue }
            var matches = try query.matches(in: text.bytes, work)
            if let other = text.otherSpelling {
                let others = try query.matches(in: other.bytes, work).compactMap(other.original)
                matches = Set(matches + others).sorted {
                    ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
                }
            }
            // The others are on the next page.
            matches.removeAll { $0.lowerBound >= own.bytes.count }
            guard !matches.isEmpty else { continue }
            found.append(
                Page(number: number, text: text.bytes, own: own.bytes.count, matches: matches, first: pager.count))
            let repeated = places.link.href.utf8.count + (places.title(ofPage: number)?.utf8.count ?? 0)
            for match in matches { pager.add(match, repeated: repeated) }
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
            page.text.withUnsafeBufferPointer { text in
                let inside = Snippet(UnsafeBufferPointer(rebasing: text[..<min(page.own, text.count)]))
                let across = Snippet(text)
                for match in page.matches[wanted.lowerBound - page.first..<wanted.upperBound - page.first] {
                    locator.text = (match.upperBound <= page.own ? inside : across).text(at: match).inLines
                    locator.write(to: &json)
                }
            }
        }
    }
}

extension SearchQuery {
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
