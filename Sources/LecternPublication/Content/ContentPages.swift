// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// The elements of a publication in pages.  A page never contains elements of two resources.  Each resource is read
/// when its page is requested; a PDF is read a few pages at a time.
struct ContentPages: PageSource {
    /// The number of elements per page.  Page boundaries do not depend on where reading begins.
    private static let pageLength = 256

    /// The approximate cost of an element in nanoseconds.
    private static let elementCost = 1 << 14

    private let publication: Publication
    /// The task of the progress callback.
    private let task: String
    private let items: [Link]
    /// The parts of the reading order, set by the first call.
    private var parts: [ReadingPart] = []
    private var isBegun = false
    private let tokens: TokenOptions?
    private var positions: PositionsCache
    /// Whether each part has no content.
    private var isEmpty: [Bool] = []
    /// The part that was read last.
    private var open: (part: Int, contents: any ReadingContents)?
    private var pdf: OpenPDF
    /// The work of the current call.
    private var work: Work

    /// The page returned last, or initially an empty range where reading begins.
    private var part = 0
    private var range = 0..<0
    /// The start locator, until it is resolved.
    private var start: (item: Int, locator: Locator)?

    init(
        _ publication: Publication, from start: Locator?, tokens: TokenOptions?, task: String = "content"
    ) throws(Failure) {
        self.publication = publication
        self.task = task
        self.tokens = tokens
        positions = PositionsCache(publication)
        pdf = OpenPDF(publication)
        work = publication.work(task)
        items = publication.manifest.readingOrder
        try publication.requirePDFium(for: items)
        guard let start else { return }
        guard let found = try item(of: start) else {
            throw Failure(
                .notFound, "The reading order has no resource \"\(start.href.prefix(200))\".", path: [publication.name])
        }
        self.start = found
    }

    // MARK: Steps

    mutating func next() throws(Failure) -> ByteBuffer? {
        work = publication.work(task)
        try begin()
        var from = range.upperBound
        for index in part..<max(part, parts.count) {
            if let contents = try contents(of: index), from < contents.count {
                let end = (from / ContentPages.pageLength + 1) * ContentPages.pageLength
                return try page(index, contents, from..<min(end, contents.count))
            }
            from = 0
        }
        return nil
    }

    mutating func previous() throws(Failure) -> ByteBuffer? {
        work = publication.work(task)
        try begin()
        var to: Int? = range.lowerBound
        for index in (0..<min(part + 1, parts.count)).reversed() {
            if to != 0, let contents = try contents(of: index), contents.count > 0 {
                let end = min(to ?? contents.count, contents.count)
                return try page(index, contents, (end - 1) / ContentPages.pageLength * ContentPages.pageLength..<end)
            }
            to = nil
        }
        return nil
    }

    /// The part and the element where reading begins.
    mutating func place() throws(Failure) -> (part: Int, element: Int) {
        try begin()
        return (part, range.lowerBound)
    }

    /// The rest of the current part, or the next one, up to a place.  All parts are read with the work of one call.
    mutating func nextPart(
        before end: (part: Int, element: Int)?
    ) throws(Failure) -> (link: Link, contents: any ReadingContents, elements: Range<Int>)? {
        try begin()
        var from = range.upperBound
        for index in part..<max(part, min(parts.count, end.map { $0.part + 1 } ?? parts.count)) {
            if let contents = try contents(of: index) {
                let to =
                    end.map { $0.part == index ? min($0.element, contents.count) : contents.count } ?? contents.count
                if from < to {
                    part = index
                    range = from..<to
                    return (parts[index].link, contents, range)
                }
            }
            from = 0
        }
        return nil
    }

    private mutating func page(
        _ index: Int, _ contents: any ReadingContents, _ elements: Range<Int>
    ) throws(Failure) -> ByteBuffer {
        let positionRange = try positions.positionRange(ofResource: parts[index].number)
        var json = JSONWriter(capacity: 1 << 16)
        json.beginObject()
        json.key("elements")
        json.beginArray()
        var room = ReadingElement.tokenRoom
        for number in elements {
            try work.step(ContentPages.elementCost)
            var element = contents.element(at: number, tokens: tokens)
            let size = (element.tokens?.count ?? 0) * element.tokenSize
            if size <= room { room -= size } else { element.tokens = nil }
            if !contents.locatesElements {
                element.locate(progression: contents.progression(of: number), positionRange)
            }
            element.write(to: &json)
        }
        json.endArray()
        json.endObject()
        part = index
        range = elements
        return json.finish()
    }

    // MARK: Start

    /// The resource of a locator.  If it is not in the reading order, the resource at its total progression.
    private mutating func item(of locator: Locator) throws(Failure) -> (item: Int, locator: Locator)? {
        if let index = try index(of: locator) { return (index, locator) }
        guard let total = locator.locations.totalProgression else { return nil }
        let service = LocatorService(publication.manifest, positions: try positions.all())
        guard let found = service.locate(totalProgression: total), let index = try index(of: found) else { return nil }
        return (index, found)
    }

    /// The index of the resource.  If it occurs more than once in the reading order, the position decides.
    private mutating func index(of locator: Locator) throws(Failure) -> Int? {
        let href = Href.withoutFragment(locator.href)
        let found = items.indices.filter { Href.withoutFragment(Href.normalized(items[$0].href)) == href }
        guard found.count > 1, let number = locator.locations.position else { return found.first }
        let all = try positions.allOrNone()
        let said = all.index(ofNumber: number).flatMap(all.resource)?.resource
        return said.flatMap { found.contains($0) ? $0 : nil } ?? found.first
    }

    /// The first call determines the parts and the first element.
    private mutating func begin() throws(Failure) {
        if !isBegun {
            let resources = items.enumerated().map { (number: $0.offset, link: $0.element) }
            parts = try publication.parts(of: resources, &positions)
            isEmpty = [Bool](repeating: false, count: parts.count)
            isBegun = true
        }
        guard var start else { return }
        part = try part(of: &start.locator, inItem: start.item)
        if let contents = try contents(of: part), contents.count > 0 {
            var found = try contents.index(of: start.locator, work)
            if found == nil, let progression = try progression(of: start.locator, start.item) {
                found = contents.index(at: progression)
            }
            range = (found ?? 0)..<(found ?? 0)
        }
        self.start = nil
    }

    /// The part of a resource that contains a locator.  If a locator in a PDF has no page, the page of its quote is used.
    private mutating func part(of locator: inout Locator, inItem item: Int) throws(Failure) -> Int {
        guard let first = parts.firstIndex(where: { $0.number >= item }) else { return parts.count }
        guard parts[first].number == item, parts[first].pages != nil else { return first }
        var page = PDFPlaces(parts[first], try positions.allOrNone(), publication.titles).page(of: locator.locations)
        if page == nil, let quote = QuotedPlace(locator.text, work), let texts = try texts(of: parts[first]) {
            let search = PDFQuoteSearch(quote, in: texts, pageCount: parts[first].pageCount)
            do throws(Failure) {
                page = try search.best(from: 0) { [work, count = parts.count] done throws(Failure) in
                    try work.report(first + done / ReadingPart.length, of: count)
                }?.found.page
            } catch {
                // The error is reported when the part is read.
                if error.isOfSource { throw error }
            }
            if let page { locator.locations.fragments = ["page=\(page + 1)"] }
        }
        return first + (page ?? 0) / ReadingPart.length
    }

    /// The progression of a locator in its resource, from members other than the text.
    private mutating func progression(of locator: Locator, _ item: Int) throws(Failure) -> Double? {
        if let progression = locator.locations.progression { return progression }
        let positions = try positions.all()
        if let total = locator.locations.totalProgression, let positionRange = positions.positionRange(ofResource: item)
        {
            return positionRange.range.progression(at: total)
        }
        guard let position = locator.locations.position, positions.resource(holding: position - 1)?.resource == item
        else {
            return nil
        }
        return positions.locator(at: position - 1)?.locations.progression
    }

    // MARK: Resources

    /// The contents of a part; nil for a resource that cannot be read, which is logged.
    private mutating func contents(of index: Int) throws(Failure) -> (any ReadingContents)? {
        guard isEmpty.indices.contains(index), !isEmpty[index] else { return nil }
        if let open, open.part == index { return open.contents }
        try work.report(index, of: parts.count)
        guard let contents = try read(index), contents.count > 0 else {
            isEmpty[index] = true
            return nil
        }
        open = (index, contents)
        return contents
    }

    private mutating func read(_ index: Int) throws(Failure) -> (any ReadingContents)? {
        let part = parts[index]
        do throws(Failure) {
            if let served = try publication.servedContents(of: part.link) { return served }
            guard let pages = part.pages else { return try publication.contents(of: part.link, work) }
            guard let texts = try texts(of: part), texts.failure == nil else { return nil }
            let places = PDFPlaces(part, try positions.allOrNone(), publication.titles)
            let language = publication.manifest.metadata.languages.first
            let contents = try PDFContents(texts, pages, places, language: language) { [work] () throws(Failure) in
                try work.report()
            }
            return contents
        } catch {
            if work.budget.isExhausted { throw error }
            try publication.passOver(error)
            return nil
        }
    }

    /// The texts of a PDF; nil if it cannot be read, which is logged.
    private mutating func texts(of part: ReadingPart) throws(Failure) -> PDFPageTexts? {
        do throws(Failure) {
            return try pdf.texts(of: part, work)
        } catch {
            if work.budget.isExhausted { throw error }
            try publication.passOver(error)
            return nil
        }
    }
}

extension ReadingElement {
    /// Sets the progressions of the element and its tokens.
    fileprivate mutating func locate(progression: Double, _ positionRange: Positions.PositionRange?) {
        locator.locations.complete(progression: progression, positionRange)
        for index in tokens?.indices ?? 0..<0 {
            let own = tokens?[index].locator.locations.progression ?? progression
            tokens?[index].locator.locations.complete(progression: own, positionRange)
        }
    }
}

extension Locator.Locations {
    fileprivate mutating func complete(progression: Double, _ positionRange: Positions.PositionRange?) {
        self.progression = progression
        position = positionRange?.position(at: progression)
        totalProgression = positionRange?.range.totalProgression(at: progression)
    }
}
