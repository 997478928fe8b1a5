// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The titles in the table of contents of a publication, by resource.
public struct SearchTitles: Sendable {
    public struct Entry: Sendable {
        /// The id of the element that it refers to; nil for the beginning of the resource.
        public let id: String?
        public let title: String
        /// The element itself, where it is known.
        public var node: MarkupTree.Node?

        public init(id: String?, title: String, node: MarkupTree.Node? = nil) {
            self.id = id
            self.title = title
            self.node = node
        }
    }

    private var entries: [String: [Entry]] = [:]
    /// The title of the last entry of an earlier item, for each item of the reading order.
    private var inherited: [String?] = []

    public init(_ manifest: Manifest) { self.init(manifest.toc, in: manifest.readingOrder) }

    /// - Parameter links: a table of contents, or a list of pages.
    public init(_ links: [Link], in readingOrder: [Link]) {
        add(links)
        inherit(in: readingOrder)
    }

    /// - Parameter entries: of each resource, in order.
    public init(_ entries: [String: [Entry]], in readingOrder: [Link]) {
        self.entries = entries
        inherit(in: readingOrder)
    }

    private mutating func inherit(in readingOrder: [Link]) {
        var last: String?
        for link in readingOrder {
            inherited.append(last)
            last = self[link.href].last?.title ?? last
        }
    }

    /// The parser has limited the nesting.
    private mutating func add(_ links: [Link]) {
        for link in links {
            if let title = link.title, !title.isEmpty {
                let href = Href.normalized(link.href)
                let fragment = Href.fragment(href).flatMap { $0.isEmpty ? nil : PercentEncoding.decoded($0) }
                entries[Href.withoutFragment(href), default: []].append(Entry(id: fragment, title: title))
            }
            add(link.children)
        }
    }

    /// The entries that refer to a resource, in order.
    public subscript(href: String) -> [Entry] { entries[Href.withoutFragment(Href.normalized(href))] ?? [] }

    /// The title of the part that continues when an item of the reading order begins.
    public func inherited(byItem number: Int) -> String? {
        inherited.indices.contains(number) ? inherited[number] : nil
    }

    /// The last entry at or before a page or a time in a resource; nil if the place is neither.
    ///
    /// - Parameter outer: the title of the part before the first entry.
    public func title(at place: Fragments, of href: String, outer: String?) -> String?? {
        if let page = place.page { return PageTitles(self[href], outer: outer).title(ofPage: page) }
        guard let time = place.time?.begin else { return nil }
        return .some(last(of: self[href], at: time, outer: outer))
    }

    private func last(of entries: [Entry], at time: Double, outer: String?) -> String? {
        var best: (start: Double, title: String)?
        for entry in entries {
            let start = entry.id.flatMap { Fragments([$0]).time?.begin } ?? 0
            if start <= time, start >= best?.start ?? 0 { best = (start, entry.title) }
        }
        return best?.title ?? outer
    }
}
