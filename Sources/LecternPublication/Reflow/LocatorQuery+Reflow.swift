// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension LocatorQuery {
    /// A place in a PDF as one in its reflowed documents, or the other way round, if the publication was opened so.  Other
    /// queries stay as they are.
    func reflowed(in publication: Publication, _ manifest: Manifest) -> LocatorQuery {
        guard let href else { return self }
        let page: Int
        let target: String
        if publication.opening.options.reflow {
            let documents = manifest.readingOrder.compactMap { ReflowedPages(href: $0.href) }.filter { $0.pdf == href }
            guard let last = documents.last else { return self }
            let all = ReflowedPages(pdf: href, pages: 1...last.pages.upperBound)
            page = min(
                max(1, locations.parsedFragments.page ?? all.page(at: locations.progression ?? 0)), all.pages.upperBound
            )
            target = (documents.first { $0.pages ~= page } ?? last).href
        } else {
            guard let document = ReflowedPages(href: href), let pdf = manifest.link(withHREF: document.pdf),
                ReadingPart.isPDF(pdf)
            else { return self }
            page = locations.parsedFragments.page ?? document.page(at: locations.progression ?? 0)
            target = document.pdf
        }
        // The position and the total progression are the same in both.
        var places = Locator.Locations()
        places.fragments = [ReflowedPages.id(ofPage: page)]
        places.position = locations.position
        places.totalProgression = locations.totalProgression
        return LocatorQuery(Locator(href: target, type: "", locations: places, text: text), like: self)
    }
}
