// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel

extension Publication {
    /// The labels of its pages.
    func pageLabels() throws(Failure) -> PageLabels {
        try knownPageLabels.value { () throws(Failure) in try PageLabels(self) }
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
        for locator in try places.ordered(labels.pages(in: positions)) {
            json.beginObject()
            json.member("label", locator.locations.pageLabel ?? "")
            json.key("locator")
            locator.write(to: &json)
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
    private var document: (href: String, readable: ReadableDocument, selectors: CSSSelectors)?

    init(_ publication: Publication, _ positions: Positions) {
        self.publication = publication
        self.positions = positions
    }

    /// In the order of their places.
    mutating func ordered(_ pages: [Locator]) throws(Failure) -> [Locator] {
        var found: [Locator] = []
        for page in pages { found.append(try completed(page)) }
        return found.enumerated().sorted { a, b in
            let (first, second) = (a.element.locations.totalProgression, b.element.locations.totalProgression)
            return (first ?? 0, a.offset) < (second ?? 0, b.offset)
        }.map(\.element)
    }

    private mutating func completed(_ page: Locator) throws(Failure) -> Locator {
        var locating = Locating(LocatorQuery(page), in: publication, positions)
        guard let target = locating.target(page.href) else { return page }
        var locator = page
        locator.locations.partialCfi = nil
        if document?.href != target.href {
            document = try locating.readable(target).map { ($0, CSSSelectors($0.tree, locating.work)) }.map {
                (target.href, $0, $1)
            }
        }
        if let document, document.href == target.href,
            let place = document.readable.saidPlace(of: locating.query, locating.work)
        {
            locator.locations.progression = document.readable.progression(at: place.range.lowerBound)
            if let element = place.element { locator.locations.cssSelector = document.selectors.selector(of: element) }
        }
        // The title would have to be looked up for each.
        locator.title = "-"
        locator = locating.numbered(locator, in: target, titleAt: nil, of: nil)
        locator.title = nil
        return locator
    }
}
