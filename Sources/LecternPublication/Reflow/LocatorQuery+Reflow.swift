// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension LocatorQuery {
    /// A place in a PDF as one in its reflowed documents, or the other way round, if the publication was opened so.  Other
    /// queries stay as they are.
    func reflowed(in publication: Publication, _ manifest: Manifest) -> LocatorQuery {
        guard let href else { return self }
        let target: String
        let fragment: String
        if publication.opening.options.reflow {
            let documents = manifest.readingOrder.compactMap { ReflowedPages(href: $0.href) }.filter { $0.pdf == href }
            guard let last = documents.last else { return self }
            let all = ReflowedPages(pdf: href, pages: 1...last.pages.upperBound)
            let asked = locations.parsedFragments.page ?? all.page(at: locations.progression ?? 0)
            let page = min(max(1, asked), all.pages.upperBound)
            target = (documents.first { $0.pages ~= page } ?? last).href
            fragment = ReflowedPages.id(ofPage: page)
        } else {
            guard let document = ReflowedPages(href: href), let pdf = manifest.link(withHREF: document.pdf),
                ReadingPart.isPDF(pdf)
            else { return self }
            let named = locations.fragments.lazy.compactMap(ReflowedPages.page(ofID:)).first
            target = document.pdf
            fragment = "page=\(named ?? document.page(at: locations.progression ?? 0))"
        }
        // The position and the total progression are the same in both.
        var places = Locator.Locations()
        places.fragments = [fragment]
        places.position = locations.position
        places.totalProgression = locations.totalProgression
        return LocatorQuery(Locator(href: target, type: "", locations: places, text: text), like: self)
    }
}
