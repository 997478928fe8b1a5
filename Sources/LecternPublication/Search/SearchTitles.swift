// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The titles of the parts of a publication in its table of contents.
struct SearchTitles: Sendable {
    struct Entry: Sendable {
        /// The id of the element that it refers to; nil for the beginning of the resource.
        let id: String?
        let title: String
        /// The element itself, where it is known.
        var node: MarkupTree.Node?
    }

    private var entries: [String: [Entry]] = [:]
    /// For each item of the reading order, the last entry of an earlier item.
    private var inherited: [String?] = []

    init(_ manifest: Manifest) { self.init(manifest.toc, in: manifest.readingOrder) }

    /// - Parameter links: a table of contents, or a list of pages.
    init(_ links: [Link], in readingOrder: [Link]) {
        add(links)
        inherit(in: readingOrder)
    }

    /// - Parameter entries: of each resource, in order.
    init(_ entries: [String: [Entry]], in readingOrder: [Link]) {
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
    subscript(href: String) -> [Entry] { entries[Href.withoutFragment(Href.normalized(href))] ?? [] }

    /// The title of the part that continues when an item of the reading order begins.
    func inherited(byItem number: Int) -> String? { inherited.indices.contains(number) ? inherited[number] : nil }

    /// The last entry at or before a page or a time in a resource; nil if the place is neither.
    ///
    /// - Parameter outer: the title of what is before the first entry.
    func title(at place: Fragments, of href: String, outer: String?) -> String?? {
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

/// The titles of the parts of one document.  Each position has the title of the last entry before it.
struct SectionTitles {
    private var nodes: [MarkupTree.Node] = []
    private var titles: [String] = []
    private let outer: String?

    /// - Parameter outer: the title of the text before the first entry.
    init(_ entries: [SearchTitles.Entry], in tree: MarkupTree, outer: String?) {
        self.outer = outer
        let places = tree.elements(withIDs: Set(entries.compactMap(\.id)))
        let known = entries.enumerated().compactMap { number, entry in
            (entry.node ?? entry.id.map { places[$0] } ?? 0).map { (node: $0, number: number, title: entry.title) }
        }
        for entry in known.sorted(by: { ($0.node, $0.number) < ($1.node, $1.number) }) where nodes.last != entry.node {
            nodes.append(entry.node)
            titles.append(entry.title)
        }
    }

    func title(at node: MarkupTree.Node) -> String? { title(ofSection: section(at: node)) }

    /// The number of the section at a position; 0 before the first entry.
    func section(at node: MarkupTree.Node) -> Int { nodes.partitionPoint { $0 <= node } }

    func title(ofSection number: Int) -> String? { number > 0 ? titles[number - 1] : outer }
}

extension MarkupTree {
    /// The first element with each of these ids, or else the first anchor of this name, found in one pass.
    func elements(withIDs wanted: Set<String>) -> [String: Node] {
        var found: [String: Node] = [:], anchors: [String: Node] = [:]
        guard !wanted.isEmpty else { return found }
        for node in 0..<Node(truncatingIfNeeded: nodes.count) where isElement(node) {
            if let id = attributeText(.id, of: node), wanted.contains(id), found[id] == nil { found[id] = node }
            guard self.name(of: node) == .a, let name = attributeText(.name, of: node) else { continue }
            if wanted.contains(name), anchors[name] == nil { anchors[name] = node }
        }
        return found.merging(anchors) { element, _ in element }
    }
}
