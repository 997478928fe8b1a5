// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The titles of the parts of one document.  Each position has the title of the last entry before it.
public struct SectionTitles: Sendable {
    private var nodes: [MarkupTree.Node] = []
    private var titles: [String] = []
    private let outer: String?

    /// - Parameter outer: the title of the text before the first entry.
    public init(_ entries: [SearchTitles.Entry], in tree: MarkupTree, outer: String?) {
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

    public func title(at node: MarkupTree.Node) -> String? { title(ofSection: section(at: node)) }

    /// The number of the section at a position; 0 before the first entry.
    public func section(at node: MarkupTree.Node) -> Int { nodes.partitionPoint { $0 <= node } }

    public func title(ofSection number: Int) -> String? { number > 0 ? titles[number - 1] : outer }
}

extension MarkupTree {
    /// The first element with each of these ids, or else the first anchor of this name, found in one pass.  A text
    /// directive stands for the first heading with this text.
    func elements(withIDs wanted: Set<String>) -> [String: Node] {
        var found: [String: Node] = [:], anchors: [String: Node] = [:]
        guard !wanted.isEmpty else { return found }
        let directive = ":~:text="
        let hasDirectives = wanted.contains { $0.hasPrefix(directive) }
        for node in 0..<Node(truncatingIfNeeded: nodes.count) where isElement(node) {
            if let id = attributeText(.id, of: node), wanted.contains(id), found[id] == nil { found[id] = node }
            if hasDirectives, isHeading(node), case let text = directive + collapsedText(of: node),
                wanted.contains(text),
                found[text] == nil
            {
                found[text] = node
            }
            guard self.name(of: node) == .a, let name = attributeText(.name, of: node) else { continue }
            if wanted.contains(name), anchors[name] == nil { anchors[name] = node }
        }
        return found.merging(anchors) { element, _ in element }
    }

    private func isHeading(_ node: Node) -> Bool {
        let name = localName(of: node).utf8
        return name.count == 2 && name.first.map(ASCII.lowercased) == UInt8(ascii: "h")
            && (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(name.last ?? 0)
    }
}
