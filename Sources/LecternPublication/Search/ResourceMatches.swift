// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a search found in one resource: the places of all matches, of which pages of locators are made.
struct ResourceMatches {
    private struct Match {
        let start: Int32
        let end: Int32
        let utf16Offset: Int32
    }

    /// The resource, and what everything found in it has in common.
    struct Context {
        let link: Link
        let type: String
        let entries: [SearchTitles.Entry]
        let outerTitle: String?
        let positions: Positions.Stretch?
    }

    private let tree: MarkupTree
    private let text: SearchText
    private let context: Context
    private let matches: [Match]
    /// Which of the matches are on each page.
    private(set) var pages: [Range<Int>] = []

    /// So many bytes of locators make a page, unless there is one match only; a locator takes about so many besides the
    /// match itself.
    private static let pageSize = 8 << 20
    private static let locatorSize = 1024

    /// nil when nothing is found.
    init?(_ query: SearchQuery, in tree: MarkupTree, context: () throws(Failure) -> Context) throws(Failure) {
        self.tree = tree
        text = SearchText(tree)
        matches = text.bytes.withUnsafeBufferPointer { text in
            TextSearch(query.text, in: text, query.options).map { match in
                Match(
                    start: Int32(truncatingIfNeeded: match.range.lowerBound),
                    end: Int32(truncatingIfNeeded: match.range.upperBound),
                    utf16Offset: Int32(truncatingIfNeeded: match.utf16Offset))
            }
        }
        if matches.isEmpty { return nil }
        self.context = try context()
        pages = paginated()
    }

    var count: Int { matches.count }

    private func paginated() -> [Range<Int>] {
        var pages: [Range<Int>] = []
        var first = 0
        var size = 0
        for (index, match) in matches.enumerated() {
            let added = ResourceMatches.locatorSize + Int(match.end - match.start)
            if index > first && size + added > ResourceMatches.pageSize {
                pages.append(first..<index)
                first = index
                size = 0
            }
            size += added
        }
        return pages + [first..<matches.count]
    }

    /// `{"metadata": {"title": …}, "locators": […]}`
    func page(_ number: Int) -> LocatorCollection {
        let outer = context.outerTitle ?? context.link.title
        let sections = SectionTitles(context.entries, in: tree, outer: outer)
        let selectors = CSSSelectors(tree)
        let base = Locator(href: Href.withoutFragment(context.link.href), type: context.type)
        var collection = LocatorCollection()
        collection.metadata.title = (context.entries.first?.title ?? outer).map { LocalizedString($0) }
        text.bytes.withUnsafeBufferPointer { bytes in
            let locators = MatchLocators(in: bytes, base: base, range: context.positions?.range)
            for match in matches[pages[number]] {
                let range = Int(match.start)..<Int(match.end)
                var locator = locators.locator(at: range, utf16Offset: Int(match.utf16Offset))
                complete(&locator, at: range, sections, selectors)
                collection.locators.append(locator)
            }
        }
        return collection
    }

    private func complete(
        _ locator: inout Locator, at range: Range<Int>, _ sections: SectionTitles, _ selectors: CSSSelectors
    ) {
        locator.locations.position = locator.locations.progression.flatMap { context.positions?.position(at: $0) }
        locator.text.before = locator.text.before.map(SearchText.line)
        locator.text.highlight = locator.text.highlight.map(SearchText.line)
        locator.text.after = locator.text.after.map(SearchText.line)
        guard let (start, end) = text.places(of: range) else { return }
        locator.title = sections.title(at: start.node)
        if let source = text.source(from: start, to: end, in: tree) { locator.text.highlight = source }
        if let element = SearchText.element(around: start.node, end.node, in: tree) {
            locator.locations.cssSelector = selectors.selector(of: element)
        }
    }
}
