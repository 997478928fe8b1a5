// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The elements of a publication, page by page: a page never has elements of two resources, and each resource is read
/// when its page is wanted.
struct ContentPages: PageSource {
    /// Elements of one page; where pages begin does not depend on where somebody begins to read.
    private static let pageLength = 256
    /// Bytes of tokens in a page.  A text may have any number of words, each of which repeats the title and the href: an
    /// element whose tokens have no room comes without them.
    static let tokenRoom = 256 << 20

    private let publication: Publication
    private let items: [Link]
    private let tokens: TokenOptions?
    private var positions: PositionsAtHand
    /// What has nothing to be read.
    private var isEmpty: [Bool]
    /// The resource that was read last.
    private var open: (item: Int, contents: any ReadingContents)?

    /// The page given last; without one, the empty one where reading begins.
    private var item: Int
    private var range = 0..<0
    /// Where that is, until somebody asks.
    private var start: Locator?

    init(_ publication: Publication, from start: Locator?, tokens: TokenOptions?) throws(Failure) {
        self.publication = publication
        self.tokens = tokens
        positions = PositionsAtHand(publication)
        items = publication.manifest.readingOrder
        isEmpty = [Bool](repeating: false, count: items.count)
        item = 0
        guard let start else { return }
        guard let found = try item(of: start) else {
            throw Failure(
                .notFound, "The reading order has no resource \"\(start.href.prefix(200))\".", path: [publication.name])
        }
        (item, self.start) = found
    }

    // MARK: Steps

    mutating func next() throws(Failure) -> ByteBuffer? {
        try begin()
        var from = range.upperBound
        for index in item..<max(item, items.count) {
            if let contents = try contents(of: index), from < contents.count {
                let end = (from / ContentPages.pageLength + 1) * ContentPages.pageLength
                return try page(index, contents, from..<min(end, contents.count))
            }
            from = 0
        }
        return nil
    }

    mutating func previous() throws(Failure) -> ByteBuffer? {
        try begin()
        var to: Int? = range.lowerBound
        for index in (0..<min(item + 1, items.count)).reversed() {
            if to != 0, let contents = try contents(of: index), contents.count > 0 {
                let end = min(to ?? contents.count, contents.count)
                return try page(index, contents, (end - 1) / ContentPages.pageLength * ContentPages.pageLength..<end)
            }
            to = nil
        }
        return nil
    }

    private mutating func page(
        _ index: Int, _ contents: any ReadingContents, _ elements: Range<Int>
    ) throws(Failure) -> ByteBuffer {
        let stretch = try positions.stretch(ofResource: index)
        var json = JSONWriter(capacity: 1 << 16)
        json.beginObject()
        json.key("elements")
        json.beginArray()
        var room = ContentPages.tokenRoom
        for number in elements {
            var element = contents.element(at: number, tokens: tokens)
            let size = (element.tokens?.count ?? 0) * element.tokenSize
            if size <= room { room -= size } else { element.tokens = nil }
            element.locate(progression: contents.progression(of: number), stretch)
            element.write(to: &json)
        }
        json.endArray()
        json.endObject()
        item = index
        range = elements
        return json.finish()
    }

    // MARK: Where to begin

    /// The resource of a locator; for one that is not here, what is as far into the publication.
    private mutating func item(of locator: Locator) throws(Failure) -> (Int, Locator)? {
        if let index = index(ofHREF: locator.href) { return (index, locator) }
        guard let total = locator.locations.totalProgression else { return nil }
        let service = LocatorService(publication.manifest, positions: try positions.all())
        guard let found = service.locate(totalProgression: total), let index = index(ofHREF: found.href) else { return nil }
        return (index, found)
    }

    private func index(ofHREF href: String) -> Int? {
        let href = Href.withoutFragment(href)
        return items.firstIndex { Href.withoutFragment(Href.normalized($0.href)) == href }
    }

    /// Finds the element where reading begins.
    private mutating func begin() throws(Failure) {
        guard let locator = start else { return }
        if let contents = try contents(of: item), contents.count > 0 {
            var found = contents.index(of: locator)
            if found == nil, let progression = try progression(of: locator) { found = contents.index(at: progression) }
            range = (found ?? 0)..<(found ?? 0)
        }
        start = nil
    }

    /// How far into its resource a locator is, by what is not about a text.
    private mutating func progression(of locator: Locator) throws(Failure) -> Double? {
        if let progression = locator.locations.progression { return progression }
        let positions = try positions.all()
        if let total = locator.locations.totalProgression, let stretch = positions.stretch(ofResource: item) {
            return stretch.range.progression(at: total)
        }
        guard let position = locator.locations.position, positions.resource(holding: position - 1)?.resource == item else {
            return nil
        }
        return positions.locator(at: position - 1)?.locations.progression
    }

    // MARK: Resources

    /// nil also for a resource that cannot be read, which is logged.
    private mutating func contents(of index: Int) throws(Failure) -> (any ReadingContents)? {
        if isEmpty[index] { return nil }
        if let open, open.item == index { return open.contents }
        try publication.progress.report("content", UInt64(index), of: UInt64(items.count))
        let contents = try read(items[index])
        if let contents { open = (index, contents) } else { isEmpty[index] = true }
        return contents
    }

    private func read(_ link: Link) throws(Failure) -> (any ReadingContents)? {
        do throws(Failure) {
            return try publication.contents(of: link)
        } catch {
            if error.isOfSource { throw error }
            publication.log([Warning(.moderate, "A resource is not read: \(error.message)", path: error.path)])
            return nil
        }
    }
}

extension ReadingElement {
    /// About what a token takes besides its text.
    var tokenSize: Int {
        512 + locator.href.utf8.count + (locator.title?.utf8.count ?? 0)
            + (locator.locations.cssSelector?.utf8.count ?? 0)
    }

    /// Says how far into the resource and the publication it is, and each of its tokens.
    fileprivate mutating func locate(progression: Double, _ stretch: Positions.Stretch?) {
        locator.locations.complete(progression: progression, stretch)
        for index in tokens?.indices ?? 0..<0 {
            let own = tokens?[index].locator.locations.progression ?? progression
            tokens?[index].locator.locations.complete(progression: own, stretch)
        }
    }
}

extension Locator.Locations {
    fileprivate mutating func complete(progression: Double, _ stretch: Positions.Stretch?) {
        self.progression = progression
        position = stretch?.position(at: progression)
        totalProgression = stretch?.range.totalProgression(at: progression)
    }
}
