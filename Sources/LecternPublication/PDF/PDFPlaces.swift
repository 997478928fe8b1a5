// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

/// Creates locators for the pages of a PDF, in the form of its positions.
struct PDFPlaces {
    let link: Link
    let pageCount: Int
    private let resource: Int
    private let positions: Positions
    private let titles: PageTitles

    init(_ part: ReadingPart, _ positions: Positions, _ titles: SearchTitles) {
        link = part.link
        pageCount = max(1, part.pageCount)
        resource = part.number
        self.positions = positions
        self.titles = PageTitles(
            titles[part.link.href], outer: titles.inherited(byItem: part.number) ?? part.link.title)
    }

    /// - Parameter page: the index of a page, from 0.
    func locator(ofPage page: Int) -> Locator {
        Locator(
            href: Href.withoutFragment(link.href), type: link.type ?? MediaType.pdf, title: title(ofPage: page),
            locations: locations(ofPage: page))
    }

    func title(ofPage page: Int) -> String? { titles.title(ofPage: page + 1) }

    private func locations(ofPage page: Int) -> Locator.Locations {
        if positions.pageCount(ofResource: resource) == pageCount,
            let known = positions.locator(at: positions.firsts[resource] + page)
        {
            return known.locations
        }
        var locations = Locator.Locations()
        let progression = Double(page) / Double(pageCount)
        locations.fragments = ["page=\(page + 1)"]
        locations.progression = progression
        let positionRange = positions.positionRange(ofResource: resource)
        locations.position = positionRange?.position(at: progression)
        locations.totalProgression = positionRange?.range.totalProgression(at: progression)
        return locations
    }

    /// The index of the page, from 0, that a locator in the resource refers to.
    func page(of locations: Locator.Locations) -> Int? {
        if let page = locations.parsedFragments.page { return min(page, pageCount) - 1 }
        if let progression = locations.progression { return page(at: progression) }
        if let number = locations.position, let index = positions.index(ofNumber: number),
            let place = positions.resource(holding: index), place.resource == resource
        {
            return page(at: Double(place.index) / Double(max(1, positions.counts[resource])))
        }
        guard let total = locations.totalProgression, let range = positions.totalProgressions(ofResource: resource)
        else {
            return nil
        }
        return page(at: range.progression(at: total))
    }

    /// The small addend compensates for rounding errors, which must not select the previous page.
    private func page(at progression: Double) -> Int {
        min(pageCount - 1, Int(min(max(progression, 0), 1) * Double(pageCount) + 1e-6))
    }
}
