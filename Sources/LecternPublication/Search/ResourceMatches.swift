// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The positions of all matches in one document, with a few bytes each.
struct DocumentMatches {
    struct Match {
        let start: Int32
        let end: Int32
        let utf16Offset: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    let tree: MarkupTree
    let text: SearchText
    let matches: [Match]

    /// Returns nil if there are no matches.
    init?(_ query: SearchQuery, in tree: MarkupTree, _ work: Work) throws(Failure) {
        self.tree = tree
        text = SearchText(tree, work)
        try work.check()
        // `withUnsafeBufferPointer` of an array does not support typed throws.
        let result = text.bytes.withUnsafeBufferPointer { text in
            Result { () throws(Failure) -> [Match] in
                var matches: [Match] = []
                try query.forEachMatch(in: text, work) { range, utf16Offset in
                    matches.append(
                        Match(
                            start: Int32(truncatingIfNeeded: range.lowerBound),
                            end: Int32(truncatingIfNeeded: range.upperBound),
                            utf16Offset: Int32(truncatingIfNeeded: utf16Offset)))
                }
                return matches
            }
        }
        matches = try result.get()
        if matches.isEmpty { return nil }
    }
}

/// The matches in one resource, which are converted to pages of locators.
struct ResourceMatches: MatchPages {
    /// The resource, and the properties that all its matches share.
    struct Context {
        let link: Link
        let entries: [SearchTitles.Entry]
        let outerTitle: String?
        let positions: Positions.PositionRange?
        /// The path of CFIs to the resource, if matches are to have them.
        let spine: [CFI.Step]?

        /// The size in bytes of the parts that each locator repeats.
        fileprivate var repeated: Int {
            let titles = entries.map(\.title) + [outerTitle ?? link.title ?? ""]
            return link.href.utf8.count + (titles.map(\.utf8.count).max() ?? 0)
        }
    }

    private let found: DocumentMatches
    private let context: Context
    let pages: [Range<Int>]

    init(_ found: DocumentMatches, in context: Context) {
        self.found = found
        self.context = context
        var pager = MatchPager()
        let repeated = context.repeated
        for match in found.matches { pager.add(match.range, repeated: repeated) }
        pages = pager.pages
    }

    var count: Int { found.matches.count }

    /// `{"metadata": {"title": …}, "locators": […]}`
    func page(_ number: Int, _ work: Work) throws(Failure) -> LocatorCollection {
        let link = context.link
        let outer = context.outerTitle ?? link.title
        let sections = SectionTitles(context.entries, in: found.tree, outer: outer)
        let selectors = CSSSelectors(found.tree, work)
        try work.check()
        let base = Locator(href: Href.withoutFragment(link.href), type: link.type ?? MediaType.xhtml)
        var collection = LocatorCollection()
        collection.metadata.title = (context.entries.first?.title ?? outer).map { LocalizedString($0) }
        found.text.bytes.withUnsafeBufferPointer { bytes in
            let locators = MatchLocators(in: bytes, base: base, range: context.positions?.range)
            for match in found.matches[pages[number]] {
                var locator = locators.locator(at: match.range, utf16Offset: Int(match.utf16Offset))
                complete(&locator, at: match.range, sections, selectors)
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
        guard let (start, end) = found.text.places(of: range) else { return }
        locator.title = sections.title(at: start.node)
        if let source = found.text.source(from: start, to: end, in: found.tree) { locator.text.highlight = source }
        if let element = SearchText.element(around: start.node, end.node, in: found.tree) {
            locator.locations.cssSelector = selectors.selector(of: element)
        }
        guard let spine = context.spine else { return }
        let from = found.tree.path(to: .text(start.node, start.offset))
        let cfi = CFI(partialFrom: from, to: found.tree.path(to: .text(end.node, end.offset))).within(spine)
        locator.locations.fragments.append(cfi.text)
    }
}
