// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// The matches in the resources of a publication.  Each resource is read when its page is requested.
struct SearchPages: PageSource {
    private let publication: Publication
    private let query: SearchQuery
    /// The resources with text, and their indices in the reading order.
    private let resources: [(number: Int, link: Link)]
    /// The parts of the resources, set by the first call.
    private var items: [ReadingPart] = []
    private var isBegun = false
    private let sieve: SearchPrefilter?
    /// How many documents in a row had matches.
    private var matched = 0
    /// After this number of matching documents, the next one probably matches, too, and is parsed without sieving it
    /// first.
    private static let mostSieved = 8
    private var positions: PositionsCache
    /// The number of all matches, if they are counted.
    private var total: Int?
    /// The parts without matches.
    private var isEmpty: [Bool] = []

    /// The page returned last: its item, the matches in it, and the index of the page.
    private var item = -1
    private var matches: (any MatchPages)?
    private var page = 0
    private var pdf: OpenPDF
    /// The work of the current call.
    private var work: Work

    /// The first item, and the index of its first page to return.
    private let start: Start
    private let links: Links

    /// The links of a page, given the start of the next one, which is nil for the last page.
    typealias Links = (_ following: Start?) throws(Failure) -> [Link]

    init(
        _ publication: Publication, _ query: SearchQuery, from start: Start = Start(),
        links: @escaping Links = { _ in [] }
    ) throws(Failure) {
        self.publication = publication
        self.query = query
        positions = PositionsCache(publication)
        pdf = OpenPDF(publication)
        work = publication.work("search")
        sieve = query.sieve
        self.start = start
        self.links = links
        resources = SearchPages.items(of: publication)
        guard !resources.isEmpty else {
            throw Failure(.unsupported, "The publication has no text that can be searched.", path: [publication.name])
        }
        try publication.requirePDFium(for: resources.map(\.link))
    }

    /// Begins a call.  The first call determines the parts.
    private mutating func begin() throws(Failure) {
        work = publication.work("search")
        guard !isBegun else { return }
        items = try publication.parts(of: resources, &positions)
        isEmpty = [Bool](repeating: false, count: items.count)
        item = min(start.item, items.count) - 1
        isBegun = true
    }

    static func hasText(_ link: Link) -> Bool {
        ReadingPart.isPDF(link) || ContentDocument.type(of: link) != nil
    }

    /// The resources to search.
    private static func items(of publication: Publication) -> [(number: Int, link: Link)] {
        let readingOrder = publication.manifest.readingOrder
        let copies = publication.copies(in: readingOrder)
        return readingOrder.enumerated().compactMap { number, link in
            hasText(link) && !copies.contains(number) ? (number, link) : nil
        }
    }

    // MARK: Steps

    mutating func next() throws(Failure) -> ByteBuffer? {
        try begin()
        if let matches, page + 1 < matches.pages.count { return try give(matches, item, page + 1) }
        for index in item + 1..<max(items.count, item + 1) {
            let number = matches == nil && index == item + 1 ? start.page : 0
            if let found = try search(index), number < found.pages.count { return try give(found, index, number) }
        }
        return nil
    }

    mutating func previous() throws(Failure) -> ByteBuffer? {
        try begin()
        if let matches, page > 0 { return try give(matches, item, page - 1) }
        for index in (0..<max(0, item)).reversed() {
            if let found = try search(index) { return try give(found, index, found.pages.count - 1) }
        }
        return nil
    }

    private mutating func give(
        _ found: any MatchPages, _ index: Int, _ number: Int
    ) throws(Failure) -> ByteBuffer {
        if query.options.count && total == nil { total = try count() }
        var found = found
        var collection = LocatorCollection()
        collection.metadata.title = found.title(ofPage: number).map { LocalizedString($0) }
        collection.metadata.numberOfItems = total
        collection.links = try links(following(found, index, number))
        var json = JSONWriter(capacity: 4096 + 700 * found.pages[number].count)
        try collection.write(to: &json) { json throws(Failure) in try found.write(number, work, to: &json) }
        matches = found
        item = index
        page = number
        return json.finish()
    }

    /// The start of the page after this one; nil at the end.
    private func following(_ found: any MatchPages, _ item: Int, _ page: Int) -> Start? {
        if page + 1 < found.pages.count { return Start(item: item, page: page + 1) }
        return item + 1 < items.count ? Start(item: item + 1) : nil
    }

    // MARK: One resource

    private mutating func search(_ index: Int) throws(Failure) -> (any MatchPages)? {
        if isEmpty[index] { return nil }
        try work.report(index, of: items.count)
        let found = try matches(in: index)
        if found == nil { isEmpty[index] = true }
        return found
    }

    /// Searches the whole publication to count the matches, which are not kept.
    private mutating func count() throws(Failure) -> Int {
        var count = 0
        for index in items.indices { count += try search(index)?.count ?? 0 }
        return count
    }

    /// The matches in a part; nil for a resource that cannot be read, which is logged.
    private mutating func matches(in index: Int) throws(Failure) -> (any MatchPages)? {
        if let pages = items[index].pages { return try matches(in: index, pages) }
        let link = items[index].link
        let tree: MarkupTree
        do throws(Failure) {
            let bytes = try ContentDocument.read(publication.get(link), work)
            if let sieve, matched < SearchPages.mostSieved, !bytes.withBytes(sieve.mayMatch) {
                matched = 0
                return nil
            }
            tree = try publication.document(
                bytes, of: link, type: ContentDocument.type(of: link) ?? MediaType.xhtml, work)
        } catch {
            if work.budget.isExhausted { throw error }
            try publication.passOver(error, "searched")
            return nil
        }
        let found = try DocumentMatches(query, in: tree, work)
        matched = found == nil ? 0 : matched + 1
        guard let found else { return nil }
        return ResourceMatches(found, in: try context(of: index))
    }

    /// The matches in a part of a PDF.
    private mutating func matches(in index: Int, _ pages: Range<Int>) throws(Failure) -> PDFMatches? {
        let item = items[index]
        let places = PDFPlaces(item, try positions.allOrNone(), publication.titles)
        let texts: PDFPageTexts
        do throws(Failure) {
            texts = try pdf.texts(of: item, work)
        } catch {
            if work.budget.isExhausted { throw error }
            try publication.passOver(error, "searched")
            return nil
        }
        if texts.failure != nil { return nil }
        do throws(Failure) {
            return try PDFMatches(query, in: texts, pages, places, work)
        } catch {
            // If the document has failed, none of its pages can be read.  Other errors concern the query.
            guard texts.failure != nil else { throw error }
            try publication.passOver(error, "searched")
            return nil
        }
    }

    private mutating func context(of index: Int) throws(Failure) -> ResourceMatches.Context {
        let (number, link) = (items[index].number, items[index].link)
        let titles = publication.titles
        return ResourceMatches.Context(
            link: link, entries: titles[link.href], outerTitle: titles.inherited(byItem: number),
            positions: try positions.positionRange(ofResource: number),
            spine: query.options.cfi ? try publication.spinePath(to: link, at: number) : nil)
    }
}
