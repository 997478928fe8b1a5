// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension DocumentContents {
    /// The index of the item that a locator refers to by its text, selector or fragment; nil if none of them is found.
    public func index(of locator: Locator, _ work: Work) throws(Failure) -> Int? {
        guard count > 0 else { return nil }
        let query = LocatorQuery(locator)
        if let quote = QuotedPlace(locator.text, work), let found = document.quotedPlace(of: query, quote, work),
            let text = document.textNode(at: found.range.lowerBound)
        {
            return outline.firstIndex(at: text)
        }
        return node(at: locator.locations).map { node in
            // An element may have several texts, around those of its children.
            let guess = locator.locations.progression.map { index(at: $0) }
            return guess.flatMap { outline.items[$0].node == node ? $0 : nil } ?? index(of: node)
        }
    }

    private func node(at locations: Locator.Locations) -> MarkupTree.Node? {
        let selectors = [locations.cssSelector, locations.domRange?.start.cssSelector]
        for selector in selectors.compactMap({ $0 }).compactMap(CSSSelector.init) {
            if let node = document.tree.first(selector) { return node }
        }
        return locations.parsedFragments.htmlID.flatMap(document.element)
    }

    /// The index of the item for an element, or the first item inside it or after it.
    private func index(of node: MarkupTree.Node) -> Int {
        let first = outline.firstIndex(at: node)
        let group = outline.items[first...]
        // An inline image comes after the text that it is part of.
        let own = group.prefix { $0.node <= node || $0.isInline }.firstIndex { $0.node == node && $0.kind != .text }
        return outline.items[first].node == node ? first : own ?? first
    }
}
