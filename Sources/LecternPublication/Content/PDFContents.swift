// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternPDF
import LecternText

/// The paragraphs on some pages of a PDF.
struct PDFContents: ReadingContents {
    private struct Item {
        /// An index into `texts`.
        let page: Int
        /// The byte range in the text of the page.
        let range: Range<Int>
    }

    private let firstPage: Int
    private let texts: [PDFPageText]
    private let items: [Item]
    private let places: PDFPlaces
    private let language: String?

    /// - Parameter goOn: called before each page.
    init(
        _ reader: PDFPageTexts, _ pages: Range<Int>, _ places: PDFPlaces, language: String?,
        goOn: () throws(Failure) -> Void
    ) throws(Failure) {
        defer { reader.rest() }
        var texts: [PDFPageText] = []
        var items: [Item] = []
        for number in pages {
            try goOn()
            let text = try reader.text(ofPage: number)
            items += text.paragraphs.map { Item(page: texts.count, range: $0) }
            texts.append(text)
        }
        firstPage = pages.lowerBound
        self.texts = texts
        self.items = items
        self.places = places
        self.language = language
    }

    var count: Int { items.count }
    var locatesElements: Bool { true }

    func element(at index: Int, tokens: TokenOptions?) -> ReadingElement {
        let item = items[index]
        let bytes = texts[item.page].bytes
        let base = places.locator(ofPage: firstPage + item.page)
        var element = ReadingElement(.paragraph, locator: base)
        element.language = language
        element.text = bytes[item.range]
        element.segments = [ReadingElement.Segment(text: bytes[item.range], language: language)]
        element.locator.text = bytes.withUnsafeBufferPointer { Snippet($0).text(at: item.range).inLines }
        if let tokens { element.split(bytes, at: item.range, tokens) }
        return element
    }

    // MARK: Places

    func index(of locator: Locator, _ work: Work) throws(Failure) -> Int? {
        guard let page = places.page(of: locator.locations) else { return nil }
        guard page >= firstPage, page - firstPage < texts.count, let quote = QuotedPlace(locator.text) else {
            return index(ofPage: page)
        }
        let match = texts[page - firstPage].match(quote, allowsErrors: true)
        return match.map { index(ofPage: page, at: $0.range.lowerBound) } ?? index(ofPage: page)
    }

    /// The paragraph at a byte offset of a page, or the next one.
    func index(ofPage page: Int, at offset: Int = 0) -> Int {
        items.firstIndex {
            firstPage + $0.page > page || firstPage + $0.page == page && $0.range.upperBound > offset
        } ?? items.count
    }

    func progression(of index: Int) -> Double {
        Double(firstPage + items[index].page) / Double(places.pageCount)
    }

    func index(at progression: Double) -> Int {
        var locations = Locator.Locations()
        locations.progression = progression
        return index(ofPage: places.page(of: locations) ?? firstPage)
    }
}
