// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// Goes through the contents of an HTML document, forwards and backwards from a locator, as the toolkits of Readium do.
///
/// Lectern's own content (`Publication.content`) has more of a document and other JSON; their vectors ask for this one,
/// of the same outline, selectors and documents.
package struct HTMLContentIterator: Sendable {
    private let contents: HTMLContents
    /// The content that was given last.
    private var current: Int?
    private let start: Start

    private enum Start {
        case at(Int)
        /// Behind the last one, for going backwards; the last one, for going on.
        case end
    }

    /// - Parameters:
    ///   - locator: the resource, and where in it to begin.
    ///   - range: where the resource is in the publication, if there are positions.
    package init(_ tree: MarkupTree, from locator: Locator, range: ClosedRange<Double>? = nil) {
        contents = HTMLContents(tree, href: locator.href, type: locator.type, range: range)
        start = HTMLContentIterator.start(locator.locations, in: contents, tree)
    }

    package var count: Int { contents.count }

    /// What stands at the selector or, without one, what is as far into the document.
    private static func start(_ locations: Locator.Locations, in contents: HTMLContents, _ tree: MarkupTree) -> Start {
        if let selector = locations.cssSelector.flatMap(CSSSelector.init), let node = tree.first(selector) {
            return .at(contents.firstIndex(at: node))
        }
        guard let progression = locations.progression, progression > 0, contents.count > 0 else { return .at(0) }
        if progression >= 1 { return .end }
        // The last one that begins before it; what the product loses is no reason to begin beside it.
        var index = max(0, min(contents.count, Int((progression * Double(contents.count)).rounded(.up))) - 1)
        if contents.progression(of: index) >= progression { index -= 1 }
        if contents.progression(of: index + 1) < progression { index += 1 }
        return .at(min(max(0, index), contents.count - 1))
    }

    private var nextIndex: Int? {
        let index: Int
        switch (current, start) {
        case (let current?, _): index = current + 1
        case (nil, .at(let start)): index = start
        case (nil, .end): index = contents.count - 1
        }
        return contents.indices.contains(index) ? index : nil
    }

    private var previousIndex: Int? {
        let index: Int
        switch (current, start) {
        case (let current?, _): index = current - 1
        case (nil, .at(let start)): index = start - 1
        case (nil, .end): index = contents.count - 1
        }
        return contents.indices.contains(index) ? index : nil
    }

    package var hasNext: Bool { nextIndex != nil }
    package var hasPrevious: Bool { previousIndex != nil }

    package mutating func next() -> ContentElement? { move(to: nextIndex) }
    package mutating func previous() -> ContentElement? { move(to: previousIndex) }

    private mutating func move(to index: Int?) -> ContentElement? {
        guard let index else { return nil }
        current = index
        return contents[index]
    }
}
