// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What is searched for.
struct SearchQuery: Sendable {
    let text: String
    let options: SearchOptions

    /// Bytes.  Nobody looks for more, and each match repeats it.
    private static let maxLength = 16 << 10

    init(_ text: String, _ options: SearchOptions) throws(Failure) {
        guard text.utf8.count <= SearchQuery.maxLength else {
            throw Failure(.limit, "The query has more than \(SearchQuery.maxLength) bytes.")
        }
        self.text = text
        self.options = options
    }
}

/// The matches in the resources of a publication, one resource after the other: each is read when its page is wanted.
struct SearchPages: PageSource {
    private let publication: Publication
    private let query: SearchQuery
    /// The resources with text, and their places in the reading order.
    private let items: [(number: Int, link: Link)]
    private let titles: SearchTitles
    private var positions: Positions?
    /// What was looked through in vain.
    private var isEmpty: [Bool]

    /// The page given last: its item, what was found there, and which of its pages it is.
    private var item = -1
    private var matches: ResourceMatches?
    private var page = 0

    init(_ publication: Publication, _ query: SearchQuery) throws(Failure) {
        self.publication = publication
        self.query = query
        let manifest = publication.manifest
        items = SearchPages.items(of: manifest)
        guard !items.isEmpty else {
            throw Failure(.unsupported, "The publication has no text that can be searched.", path: [publication.name])
        }
        titles = SearchTitles(manifest)
        isEmpty = [Bool](repeating: false, count: items.count)
    }

    /// A resource that is read twice is searched once.
    private static func items(of manifest: Manifest) -> [(number: Int, link: Link)] {
        var seen: Set<String> = []
        return manifest.readingOrder.enumerated().compactMap { number, link in
            guard let type = link.type, MediaType.isHTML(MediaType.essence(type)),
                seen.insert(Href.withoutFragment(Href.normalized(link.href))).inserted
            else { return nil }
            return (number, link)
        }
    }

    // MARK: Steps

    mutating func next() throws(Failure) -> ByteBuffer? {
        if let matches, page + 1 < matches.pages.count { return try give(matches, item, page + 1) }
        for index in item + 1..<max(items.count, item + 1) {
            if let found = try search(index) { return try give(found, index, 0) }
        }
        return nil
    }

    mutating func previous() throws(Failure) -> ByteBuffer? {
        if let matches, page > 0 { return try give(matches, item, page - 1) }
        for index in (0..<max(0, item)).reversed() {
            if let found = try search(index) { return try give(found, index, found.pages.count - 1) }
        }
        return nil
    }

    private mutating func give(_ found: ResourceMatches, _ index: Int, _ number: Int) throws(Failure) -> ByteBuffer {
        var json = JSONWriter(capacity: 4096)
        found.page(number).write(to: &json)
        matches = found
        item = index
        page = number
        return json.finish()
    }

    // MARK: One resource

    private mutating func search(_ index: Int) throws(Failure) -> ResourceMatches? {
        if isEmpty[index] { return nil }
        try publication.progress.report("search", UInt64(index), of: UInt64(items.count))
        let found = try matches(in: index)
        if found == nil { isEmpty[index] = true }
        return found
    }

    /// nil also for a resource that cannot be read, which is logged.
    private mutating func matches(in index: Int) throws(Failure) -> ResourceMatches? {
        let (number, link) = items[index]
        let type = link.type ?? MediaType.xhtml
        let tree: MarkupTree
        do throws(Failure) {
            let bytes = try publication.get(link.href).read(offset: 0, length: .max)
            tree = try within(publication.name) { () throws(Failure) in
                try within(link.href) { () throws(Failure) in try ContentDocument.parse(bytes, type: type) }
            }
        } catch {
            if error.isOfSource { throw error }
            publication.log([Warning(.moderate, "A resource is not searched: \(error.message)", path: error.path)])
            return nil
        }
        return try ResourceMatches(query, in: tree) { () throws(Failure) in
            ResourceMatches.Context(
                link: link, type: type, entries: titles[link.href], outerTitle: titles.inherited(byItem: number),
                positions: try allPositions().stretch(ofResource: number))
        }
    }

    private mutating func allPositions() throws(Failure) -> Positions {
        if let positions { return positions }
        let all = try publication.positionsOfResources()
        positions = all
        return all
    }
}

extension Publication {
    /// Searches the text of the reading order.
    package func search(_ query: String, _ options: SearchOptions) throws(Failure) -> Cursor {
        Cursor(try SearchPages(self, SearchQuery(query, options)))
    }
}
