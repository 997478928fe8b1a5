// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension DocumentContents {
    /// The index of the item that a locator refers to by its text, selector or fragment; nil if none of them is found.
    ///
    /// The members are combined, because a selector may match many elements, and a quote may occur many times.
    func index(of locator: Locator, _ work: Work) throws(Failure) -> Int? {
        guard count > 0 else { return nil }
        let node = node(at: locator.locations)
        let guess = locator.locations.progression.map { index(at: $0) }
        if let guess, node.map({ $0 == outline.items[guess].node }) ?? (locator.text.highlight != nil),
            quotes(locator.text, guess)
        {
            return guess
        }
        if let quote = QuotedPlace(locator.text, work) {
            let document = try ReadableDocument(tree, work)
            let found = document.quotedPlace(of: LocatorQuery(locator), quote, work)
            if let text = found.flatMap({ document.textNode(at: $0.range.lowerBound) }) {
                return outline.firstIndex(at: text)
            }
        }
        return node.map { index(of: $0) }
    }

    private func node(at locations: Locator.Locations) -> MarkupTree.Node? {
        let selectors = [locations.cssSelector, locations.domRange?.start.cssSelector]
        for selector in selectors.compactMap({ $0 }).compactMap(CSSSelector.init) {
            if let node = tree.first(selector) { return node }
        }
        return locations.parsedFragments.htmlID.flatMap { tree.elements(withIDs: [$0])[$0] }
    }

    /// The index of the item for an element, or the first item inside it or after it.
    private func index(of node: MarkupTree.Node) -> Int {
        let first = outline.firstIndex(at: node)
        let group = outline.items[first...]
        // An inline image comes after the text that it is part of.
        let own = group.prefix { $0.node <= node || $0.isInline }.firstIndex { $0.node == node && $0.kind != .text }
        return outline.items[first].node == node ? first : own ?? first
    }

    // MARK: Quotes

    /// Whether the text of an item contains the quote.  An empty quote is always contained.
    private func quotes(_ text: Locator.Text, _ index: Int) -> Bool {
        guard let highlight = text.highlight, !highlight.isEmpty else { return true }
        let item = outline.items[index]
        guard item.kind == .text else { return false }
        let whole = ReadingText(item, outline, tree)
        guard let place = whole.place(of: 0..<whole.bytes.count), let body,
            let found = tree.quote(from: place.start, to: place.end, in: body, without: outline.leftOut).highlight
        else { return false }
        var search = SequenceSearch(Array(highlight.utf8))
        return found.utf8.contains { search.finds($0) }
    }
}
