// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

extension ParsedPublication {
    /// Puts reflowable documents in place of PDFs (Publication Helpers and Services, `ReflowService`): one for each chapter
    /// of the table of contents, or for some pages.  The PDF is an alternate of each.
    mutating func reflow(in container: any Container, _ opening: OpenContext) throws(Failure) {
        guard manifest.readingOrder.contains(where: ReadingPart.isPDF) else { return }
        let counts: [Int]
        switch positions {
        case .pages(let known): counts = known
        default: counts = try PDFPageCounts(opening).counts(of: manifest.readingOrder, self, in: container)
        }
        let chapters = Dictionary(grouping: manifest.toc.compactMap(PDFChapter.init), by: \.pdf)
        var order: [Link] = []
        var reflowed: [String: [ReflowedPages]] = [:]
        for (link, count) in zip(manifest.readingOrder, counts) {
            guard ReadingPart.isPDF(link), count > 0 else {
                order.append(link)
                continue
            }
            let pdf = Href.withoutFragment(link.href)
            let titles = chapters[pdf] ?? []
            let items = ReflowedPages.items(of: pdf, pageCount: count, chapters: titles.map(\.page))
            order += items.map { item in
                var new = Link(href: item.href, type: MediaType.xhtml)
                new.title = titles.first { $0.page == item.pages.lowerBound }?.title
                new.alternates = [Link(href: "\(pdf)#page=\(item.pages.lowerBound)", type: link.type)]
                return new
            }
            reflowed[pdf] = items
            manifest.resources.append(link)
        }
        manifest.readingOrder = order
        manifest.metadata.conformsTo.removeAll { $0 == Profile.pdf.rawValue }
        let moved = { (link: inout Link) in link.href = ReflowedPages.href(of: link.href, in: reflowed) }
        manifest.toc.changeAll(moved)
        for index in manifest.collections.indices { manifest.collections[index].links.changeAll(moved) }
        positions = .published(ReflowedPages.positions(order))
    }
}

/// An entry of the table of contents that leads to a page.
private struct PDFChapter {
    let pdf: String
    let page: Int
    let title: String?

    init?(_ link: Link) {
        guard let page = ReflowedPages.page(ofPDF: link.href) else { return nil }
        pdf = Href.withoutFragment(link.href)
        self.page = page
        title = link.title
    }
}

extension ReflowedPages {
    /// The maximum number of pages of a document.
    private static let most = ReadingPart.length

    /// The page that an href of a PDF leads to (RFC 8118); nil if it has no fragment for one.
    fileprivate static func page(ofPDF href: String) -> Int? {
        Href.fragment(href).flatMap { Fragments([String($0)]).page }
    }

    fileprivate static func items(of pdf: String, pageCount: Int, chapters: [Int]) -> [ReflowedPages] {
        let starts = Set(chapters.filter { 1...pageCount ~= $0 } + [1]).sorted()
        return zip(starts, starts.dropFirst() + [pageCount + 1]).flatMap { start, end in
            stride(from: start, to: end, by: most).map { first in
                ReflowedPages(pdf: pdf, pages: first...min(first + most, end) - 1)
            }
        }
    }

    /// The href in the reflowed publication of a page of a PDF.
    fileprivate static func href(of href: String, in reflowed: [String: [ReflowedPages]]) -> String {
        guard let items = reflowed[Href.withoutFragment(href)], let first = items.first else { return href }
        guard let page = page(ofPDF: href) else { return first.href }
        return items.first { $0.pages ~= page }?.href(ofPage: page) ?? first.href
    }

    /// One for each page, as in the PDF.
    fileprivate static func positions(_ order: [Link]) -> [Locator] {
        let pages = order.map { ReflowedPages(href: $0.href)?.pages ?? 1...1 }
        let total = pages.reduce(0) { $0 + $1.count }
        var all: [Locator] = []
        for (link, pages) in zip(order, pages) {
            for page in pages {
                var locations = Locator.Locations()
                if ReflowedPages(href: link.href) != nil { locations.fragments = [id(ofPage: page)] }
                locations.progression = Double(page - pages.lowerBound) / Double(pages.count)
                locations.position = all.count + 1
                locations.totalProgression = Double(all.count) / Double(total)
                all.append(
                    Locator(
                        href: link.href, type: link.type ?? MediaType.octetStream, title: link.title,
                        locations: locations))
            }
        }
        return all
    }
}

extension [Link] {
    fileprivate mutating func changeAll(_ change: (inout Link) -> Void) {
        for index in indices {
            change(&self[index])
            self[index].children.changeAll(change)
        }
    }
}
