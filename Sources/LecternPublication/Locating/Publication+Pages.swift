// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText

extension Publication {
    /// The labels of its pages.
    func pageLabels() throws(Failure) -> PageLabels {
        try values.value { () throws(Failure) in try PageLabels(self) }
    }

    /// Writes all pages with the places where they begin (schema `pages`).
    public func writePages(to json: inout JSONWriter) throws(Failure) {
        let labels = try pageLabels()
        let positions = try positionsOfResources()
        json.beginObject()
        json.member("source", ifPresent: labels.source?.rawValue)
        json.key("pages")
        json.beginArray()
        var places = PagePlaces(self, positions)
        for page in try places.ordered(labels.pages(in: positions)) {
            json.beginObject()
            json.member("label", page.label)
            json.key("locator")
            page.locator.write(to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}

/// Completes the beginnings of pages, with one document in memory at a time.
private struct PagePlaces {
    private let publication: Publication
    private let positions: Positions
    private let work: Work
    /// The approximate size of all locators as JSON, in bytes.
    private var size = 0
    private var known: (href: String, document: ReadableDocument)?

    init(_ publication: Publication, _ positions: Positions) {
        self.publication = publication
        self.positions = positions
        work = publication.work("pages")
    }

    private static let maxSize = 64 << 20

    /// Completes pages, and sorts them by place.
    mutating func ordered(_ pages: [PageLabels.Page]) throws(Failure) -> [PageLabels.Page] {
        var found: [PageLabels.Page] = []
        for page in pages {
            let page = try completed(page)
            let texts = [page.label, page.locator.href, page.locator.locations.cssSelector ?? ""]
            size += texts.reduce(256) { $0 + $1.utf8.count }
            guard size <= PagePlaces.maxSize else {
                throw Failure(.limit, "The JSON of the pages is larger than \(PagePlaces.maxSize >> 20) MB.")
            }
            found.append(page)
        }
        return found.enumerated().sorted { a, b in
            let (first, second) = (a.element.locator.locations, b.element.locator.locations)
            return (first.totalProgression ?? 0, a.offset) < (second.totalProgression ?? 0, b.offset)
        }.map(\.element)
    }

    private mutating func completed(_ page: PageLabels.Page) throws(Failure) -> PageLabels.Page {
        guard let index = page.index else { return page }
        var locating = Locating(LocatorQuery(page.locator), in: publication, positions, work)
        let target = locating.target(at: index)
        var locator = page.locator
        if known?.href != target.href { known = try locating.readable(target).map { (target.href, $0) } }
        if let document = known?.document, known?.href == target.href,
            let place = document.place(of: page.node) ?? document.statedPlace(of: locating.query, work)
        {
            locator.locations.progression = document.progression(at: place.range.lowerBound)
            if let element = place.element {
                locator.locations.cssSelector = document.index.selectors(work).selector(of: element)
            }
        }
        try work.check()
        // The title would have to be looked up for each.
        locator.title = "-"
        locator = locating.numbered(locator, in: target, titleAt: nil, of: nil)
        locator.title = nil
        var page = page
        page.locator = locator
        return page
    }
}

extension ReadableDocument {
    /// The beginning of a page break.
    fileprivate func place(of node: MarkupTree.Node?) -> DocumentPlace? {
        node.flatMap { has($0) ? place($0) : nil }
    }
}
