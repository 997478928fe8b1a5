// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// An HTML document with the text that is searched.  It maps positions between the two.
///
/// Positions are byte offsets in that text.  Progressions are measured in UTF-16 code units, as for search results.
struct ReadableDocument: Sendable {
    let tree: MarkupTree
    let searchText: SearchText
    /// In UTF-16 code units.
    private let length: Int

    init(_ tree: MarkupTree, _ work: Work) throws(Failure) {
        self.tree = tree
        searchText = SearchText(tree, work)
        try work.check()
        length = UTF8Scalar.utf16Count(searchText.bytes)
    }

    var text: [UInt8] { searchText.bytes }

    // MARK: Progressions

    func progression(at offset: Int) -> Double {
        guard length > 0 else { return 0 }
        return Double(UTF8Scalar.utf16Count(text[..<max(0, min(offset, text.count))])) / Double(length)
    }

    /// The offset of the character at a progression.
    func offset(at progression: Double) -> Int {
        var left = Int((min(max(progression, 0), 1) * Double(length)).rounded())
        for (at, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
            let count = byte >= 0xF0 ? 2 : 1
            if left < count { return at }
            left -= count
        }
        return text.count
    }

    // MARK: Nodes

    /// The offset of the first text inside a node or after it.
    func start(of node: MarkupTree.Node) -> Int {
        let first = searchText.pieces.partitionPoint { $0.node < node }
        return first < searchText.pieces.count ? Int(searchText.pieces[first].start) : text.count
    }

    /// The range of the text in a node, including the separator before the next node.
    func range(of node: MarkupTree.Node) -> Range<Int> {
        let start = start(of: node)
        return start..<max(start, self.start(of: tree.end(of: node)))
    }

    /// The offset for a byte in a text node.  For collapsed white space, it is that of the next text.
    func offset(_ byte: Int, in node: MarkupTree.Node) -> Int {
        let next = searchText.pieces.partitionPoint {
            $0.node < node || $0.node == node && Int($0.offset) <= byte
        }
        let end = next < searchText.pieces.count ? Int(searchText.pieces[next].start) : text.count
        guard next > 0, searchText.pieces[next - 1].node == node else { return end }
        let piece = searchText.pieces[next - 1]
        return min(Int(piece.start) + byte - Int(piece.offset), end)
    }

    /// The text node at an offset; the last one at the end.
    func textNode(at offset: Int) -> MarkupTree.Node? {
        let next = searchText.pieces.partitionPoint { Int($0.start) <= offset }
        return searchText.pieces.indices.contains(next - 1) ? searchText.pieces[next - 1].node : nil
    }

    /// The block that contains a text node, or the body.
    func block(around node: MarkupTree.Node?) -> MarkupTree.Node? {
        var node = node.flatMap { tree.parent(of: $0) } ?? tree.body
        while let inner = node, let outer = tree.parent(of: inner) {
            if ContentRules.searching[tree.localName(of: inner)]?.kind == .block { return inner }
            node = outer
        }
        return node
    }

    /// A range of the text as written in the document.
    func source(of range: Range<Int>) -> String? {
        guard let (start, end) = searchText.places(of: range) else { return nil }
        var source: String?
        _ = searchText.withSource(from: start, to: end, in: tree) { source = String(decoding: $0, as: UTF8.self) }
        return source
    }

    /// The element with this id, or the anchor with this name.
    func element(withID id: String) -> MarkupTree.Node? {
        tree.element(withID: id) ?? tree.anchor(named: id)
    }

    /// The id of the innermost element whose text begins at an offset.
    func idOfElement(beginningAt offset: Int) -> String? {
        var node = textNode(at: offset).flatMap { tree.parent(of: $0) }
        while let element = node, start(of: element) == offset {
            if let id = tree.attributeText(.id, of: element), !id.isEmpty {
                return self.element(withID: id) == element ? id : nil
            }
            node = tree.parent(of: element)
        }
        return nil
    }

    /// The text node of an element with this index.
    func textNode(_ index: Int, of element: MarkupTree.Node) -> MarkupTree.Node? {
        var child = tree.nodes[Int(element)].firstChild
        var left = index
        while child >= 0 {
            if !tree.isElement(child) {
                if left == 0 { return child }
                left -= 1
            }
            child = tree.nodes[Int(child)].nextSibling
        }
        return nil
    }
}
