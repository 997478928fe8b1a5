// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Properties of all nodes of a document for the rules for notes, so that no query has to walk through the document.
struct FootnoteTables {
    typealias Node = MarkupTree.Node

    /// The number of bytes of text before each node, without the white space at both ends of each text.
    private var lengths: [Int32] = []
    /// The node after the last one inside each node.
    private var ends: [Node] = []
    /// The innermost block around each node.
    private(set) var blocks: [Node] = []
    /// The innermost note by its type, list item, and section of notes around each node; -1 if it has none.
    private(set) var notes: [Node] = []
    private(set) var items: [Node] = []
    private(set) var sections: [Node] = []
    /// The previous sibling of each element; -1 if it has none.
    private(set) var previous: [Node] = []
    /// In document order.
    private var links: [Node] = []
    private var headings: [Node] = []
    private var named: [Node] = []
    private var texts: [Node] = []

    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "img", "mark", "q", "s", "small",
        "span", "strong", "sub", "sup", "tt", "u",
    ]
    static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let items: Set<String> = ["li", "dd", "dt"]

    /// - Parameter work: counts each step.  If the host cancels the call, the caller discards the result.
    init(_ tree: MarkupTree, _ work: Work?) {
        let count = tree.nodes.count
        lengths.reserveCapacity(count + 1)
        previous = Array(repeating: -1, count: count)
        var last = previous
        var length: Int32 = 0
        for node in 0..<Node(truncatingIfNeeded: count) {
            _ = work?.stops(after: MarkupTree.stepCost)
            lengths.append(length)
            let parent = tree.parent(of: node)
            guard tree.isElement(node) else {
                let bytes = tree.trimmed(tree.nodes[Int(node)].slice).count
                if bytes > 0 { texts.append(node) }
                length += bytes
                add(parent, parent, parent, parent, parent: parent)
                continue
            }
            if let parent {
                previous[Int(node)] = last[Int(parent)]
                last[Int(parent)] = node
            }
            let name = tree.localName(of: node)
            if tree.isLink(node) { links.append(node) }
            if FootnoteTables.headings.contains(name) { headings.append(node) }
            if tree.value(.id, of: node) != nil || tree.value(.name, of: node) != nil { named.append(node) }
            add(
                FootnoteTables.inline.contains(name) ? parent : nil,
                tree.noteKind(of: node, in: FootnoteKind.notes) != nil ? nil : parent,
                FootnoteTables.items.contains(name) ? nil : parent,
                tree.noteKind(of: node, in: FootnoteKind.sections) != nil ? nil : parent, parent: parent)
        }
        lengths.append(length)
        ends = Array(1..<Node(truncatingIfNeeded: count + 1))
        for node in (0..<Node(truncatingIfNeeded: count)).reversed() {
            if let parent = tree.parent(of: node) { ends[Int(parent)] = max(ends[Int(parent)], ends[Int(node)]) }
        }
    }

    /// Adds the next node.
    ///
    /// - Parameters: the parent if the node has the same value; nil if the value is the node itself.
    private mutating func add(_ block: Node?, _ note: Node?, _ item: Node?, _ section: Node?, parent: Node?) {
        let node = Node(truncatingIfNeeded: blocks.count)
        blocks.append(block.map { blocks[Int($0)] } ?? node)
        // The root has no parent.
        let isRoot = parent == nil
        notes.append(note.map { notes[Int($0)] } ?? (isRoot ? -1 : node))
        items.append(item.map { items[Int($0)] } ?? (isRoot ? -1 : node))
        sections.append(section.map { sections[Int($0)] } ?? (isRoot ? -1 : node))
    }

    // MARK: Queries

    func end(of node: Node) -> Node { ends[Int(node)] }

    func length(from start: Node, to end: Node) -> Int {
        Int(lengths[max(0, min(Int(end), lengths.count - 1))] - lengths[max(0, Int(start))])
    }

    func length(of node: Node) -> Int { length(from: node, to: end(of: node)) }

    func links(in range: Range<Node>) -> ArraySlice<Node> { FootnoteTables.part(of: links, in: range) }
    func texts(in range: Range<Node>) -> ArraySlice<Node> { FootnoteTables.part(of: texts, in: range) }
    func hasHeading(in range: Range<Node>) -> Bool { !FootnoteTables.part(of: headings, in: range).isEmpty }
    /// Whether there is an element that can be linked to.
    func hasName(in range: Range<Node>) -> Bool { !FootnoteTables.part(of: named, in: range).isEmpty }

    private static func part(of nodes: [Node], in range: Range<Node>) -> ArraySlice<Node> {
        let start = nodes.partitionPoint { $0 < range.lowerBound }
        return nodes[start..<max(start, nodes.partitionPoint { $0 < range.upperBound })]
    }
}
