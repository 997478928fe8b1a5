// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText

/// The labels of pages: of the printed book, of a PDF, of a comic.
///
/// They come from the list of pages, or else from page breaks in the documents.  Without either, the pages of a PDF and
/// of a comic have numbers.
struct PageLabels: Sendable {
    enum Source: String {
        case pageList, pageBreaks, numbers
    }

    /// nil without pages.
    let source: Source?
    let titles: SearchTitles
    private let readingOrder: [Link]

    private static let most = 1 << 16

    init(_ publication: Publication) throws(Failure) {
        let readingOrder = publication.manifest.readingOrder
        let list = publication.manifest.pageList
        if !list.isEmpty {
            self.init(.pageList, SearchTitles(list, in: readingOrder), readingOrder)
        } else if publication.parsed.packagePath != nil {
            let breaks = try PageLabels.breaks(of: publication)
            self.init(breaks.isEmpty ? nil : .pageBreaks, SearchTitles(breaks, in: readingOrder), readingOrder)
        } else if PageLabels.hasPages(readingOrder) {
            self.init(.numbers, SearchTitles([:], in: readingOrder), readingOrder)
        } else {
            self.init(nil, SearchTitles([:], in: readingOrder), readingOrder)
        }
    }

    private init(_ source: Source?, _ titles: SearchTitles, _ readingOrder: [Link]) {
        self.source = source
        self.titles = titles
        self.readingOrder = readingOrder
    }

    /// Whether each item is a page, or has pages.
    private static func hasPages(_ readingOrder: [Link]) -> Bool {
        !readingOrder.isEmpty
            && readingOrder.allSatisfy { link in
                link.type.map { $0.hasPrefix("image/") } ?? false || ReadingPart.isPDF(link)
            }
    }

    /// The page breaks in the documents of an EPUB that has no list of pages.  A document that cannot be read has none.
    private static func breaks(of publication: Publication) throws(Failure) -> [String: [SearchTitles.Entry]] {
        let work = publication.work("pages")
        var found: [String: [SearchTitles.Entry]] = [:]
        var count = 0
        let order = publication.manifest.readingOrder
        for (index, link) in order.enumerated() where count < most {
            try work.report(index, of: order.count)
            guard let type = ContentDocument.type(of: link, fallback: MediaType.xhtml) else { continue }
            do throws(Failure) {
                let resource = try publication.get(Href.withoutFragment(link.href))
                let bytes = try publication.bytes(ofDocument: resource, work)
                guard mayHaveBreaks(bytes) else { continue }
                let entries = try publication.document(bytes, of: resource.link, type: type, work)
                    .pageBreaks(atMost: most - count)
                count += entries.count
                if !entries.isEmpty { found[Href.withoutFragment(Href.normalized(link.href))] = entries }
            } catch {
                if error.isOfSource || work.budget.isExhausted { throw error }
            }
        }
        return found
    }

    /// Most documents need not be parsed for this.
    private static func mayHaveBreaks(_ bytes: ByteBuffer) -> Bool {
        bytes.withBytes { bytes in
            ["pagebreak", "pagenum"].contains { word in
                var search = SequenceSearch(Array(word.utf8))
                return bytes.contains { search.finds($0) }
            }
        }
    }

    // MARK: The page of a place

    /// The pages that begin in a document.
    func starts(in target: Locating.Target, _ tree: MarkupTree) -> PageStarts {
        PageStarts(titles[target.href], in: tree, outer: target.index.flatMap(titles.inherited))
    }

    /// The label of the page that a place is on: of the last one that begins at or before it.
    ///
    /// A label that the locator has already stays, if its page begins at the same place as that one.
    /// - Parameters:
    ///   - node: of the document of `starts`; nil if the resource is no document, or cannot be read.
    func label(
        of locator: Locator, in target: Locating.Target, _ node: MarkupTree.Node? = nil, _ starts: PageStarts? = nil
    ) -> String? {
        guard let source else { return nil }
        if source == .numbers { return locator.locations.position.map { "\($0)" } }
        let said = locator.locations.pageLabel
        if let starts, let node { return starts.label(at: node, preferring: said) }
        let outer = target.index.flatMap(titles.inherited)
        if let found = titles.title(at: locator.locations.parsedFragments, of: target.href, outer: outer) {
            return found
        }
        let entries = titles[target.href]
        return PageStarts.label(of: entries.prefix { $0.id == entries.first?.id }.map(\.title), preferring: said)
            ?? outer
    }

    // MARK: Finding a page

    /// The beginning of a page, as far as it is known without reading a document.
    struct Page {
        let label: String
        var locator: Locator
        /// The index of the item in the reading order.
        let index: Int?
        /// The element at which it begins, if it is a page break.
        let node: MarkupTree.Node?
    }

    /// The pages with a label: those that have it exactly, or else in other case.
    func pages(labeled label: String, in positions: Positions) -> [Page] {
        let pages = pages(in: positions)
        let exact = pages.filter { $0.label == label }
        if !exact.isEmpty { return exact }
        let folded = DenseText.units(label, PageLabels.folding)
        return pages.filter { DenseText.units($0.label, PageLabels.folding) == folded }
    }

    private static let folding = TextFolding(keepsCase: false, keepsDiacritics: true)

    /// All pages; those of a resource that the reading order has twice are listed once.
    func pages(in positions: Positions) -> [Page] {
        guard let source else { return [] }
        if source == .numbers {
            return (0..<positions.total).compactMap { number in
                guard var locator = positions.locator(at: number) else { return nil }
                let label = locator.locations.position.map { "\($0)" }
                locator.locations.pageLabel = label
                let index = positions.resource(holding: number)?.resource
                return Page(label: label ?? "", locator: locator, index: index, node: nil)
            }
        }
        var seen: Set<String> = []
        return readingOrder.enumerated().flatMap { index, link -> [Page] in
            let href = Href.withoutFragment(link.href)
            guard seen.insert(href).inserted else { return [] }
            return titles[link.href].map { entry in
                var locations = Locator.Locations()
                if let id = entry.id { locations.fragments = [id] }
                if entry.id == nil, entry.node == nil { locations.progression = 0 }
                locations.pageLabel = entry.title
                let locator = Locator(href: href, type: link.type ?? MediaType.xhtml, locations: locations)
                return Page(label: entry.title, locator: locator, index: index, node: entry.node)
            }
        }
    }
}

extension MarkupTree {
    /// The page breaks with a label, in document order.
    fileprivate func pageBreaks(atMost most: Int) -> [SearchTitles.Entry] {
        let breaks = (0..<Node(truncatingIfNeeded: nodes.count)).lazy.compactMap { node -> SearchTitles.Entry? in
            guard isElement(node), isPageBreak(node), let label = pageLabel(of: node) else { return nil }
            return SearchTitles.Entry(id: valueText(.id, of: node), title: label, node: node)
        }
        return Array(breaks.prefix(most))
    }
}
