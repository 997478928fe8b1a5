// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// An HTML document with the text that is searched.  It maps positions between the two.
///
/// Positions are byte offsets in that text.  Progressions are measured in UTF-16 code units, as for search results.
public struct ReadableDocument: Sendable {
    public let tree: MarkupTree
    let searchText: SearchText
    public let index: DocumentIndex
    /// The length of the text before every 4096th byte, and of all of it, in UTF-16 code units.
    private let lengths: [Int]
    private let length: Int

    private static let block = 4096

    public init(_ tree: MarkupTree, _ work: Work) throws(Failure) {
        self.tree = tree
        searchText = SearchText(tree, .bases, work)
        try work.check()
        index = DocumentIndex(tree)
        let text = searchText.bytes
        var length = 0
        lengths = stride(from: 0, to: text.count, by: ReadableDocument.block).map { start in
            defer { length += UTF8Scalar.utf16Count(text[start...].prefix(ReadableDocument.block)) }
            return length
        }
        self.length = length
    }

    public var text: [UInt8] { searchText.bytes }

    // MARK: Progressions

    public func progression(at offset: Int) -> Double {
        let end = max(0, min(offset, text.count))
        let block = end / ReadableDocument.block
        guard length > 0, lengths.indices.contains(block) else { return length > 0 ? 1 : 0 }
        let units = lengths[block] + UTF8Scalar.utf16Count(text[block * ReadableDocument.block..<end])
        return Double(units) / Double(length)
    }

    /// The offset of the character at a progression.
    public func offset(at progression: Double) -> Int {
        let wanted = Int((min(max(progression, 0), 1) * Double(length)).rounded())
        let block = max(0, lengths.partitionPoint { $0 <= wanted } - 1)
        guard lengths.indices.contains(block) else { return 0 }
        var left = wanted - lengths[block]
        for at in block * ReadableDocument.block..<text.count where text[at] & 0xC0 != 0x80 {
            let count = text[at] >= 0xF0 ? 2 : 1
            if left < count { return at }
            left -= count
        }
        return text.count
    }

    // MARK: Quotes

    /// The best match of a quote.  A quote without an exact match may contain the readings of ruby, or lack the numbers
    /// of notes.
    ///
    /// - Parameters: as for ``QuotedPlace/match(in:_:hint:allowsErrors:)``; by default, all of the text is searched.
    public func match(
        _ quote: QuotedPlace, _ range: Range<Int>? = nil, hint: Int? = nil, allowsErrors: Bool
    ) -> QuotedPlace.Match? {
        let found = text.withUnsafeBufferPointer { text in
            quote.match(in: text, range ?? 0..<text.count, hint: hint, allowsErrors: allowsErrors)
        }
        if found?.fit == .exact { return found }
        let others = otherTexts(quote.work).lazy.compactMap { other in
            let wanted = range.map { other.range(of: $0) ?? 0..<0 }
            let match = other.text.bytes.withUnsafeBufferPointer { text in
                quote.match(in: text, wanted ?? 0..<text.count, allowsErrors: false)
            }
            return match?.moved(to: other.bases)
        }
        return others.first ?? found
    }

    /// Whether some form of the text has this highlight at a range, ignoring white space.
    func says(_ highlight: [UInt16], at range: Range<Int>, _ work: Work?) -> Bool {
        func units(_ text: [UInt8], _ range: Range<Int>) -> [UInt16] {
            text.withUnsafeBufferPointer { DenseText($0, in: range).units }
        }
        if units(text, range) == highlight { return true }
        return otherTexts(work).contains { other in
            other.range(of: range).map { units(other.text.bytes, $0) == highlight } ?? false
        }
    }

    /// Whether a DOM range has this text, ignoring white space.  A browser includes all content of ruby.
    func says(_ highlight: [UInt16], from start: MarkupTree.TextPoint, to end: MarkupTree.TextPoint) -> Bool {
        var bytes: [UInt8] = []
        let isRead = searchText.withSource(from: start, to: end, in: tree, withRuby: true) { bytes = Array($0) }
        return isRead && bytes.withUnsafeBufferPointer { DenseText($0, in: 0..<$0.count).units == highlight }
    }

    private func otherTexts(_ work: Work?) -> [OtherText] {
        searchText.otherForms.map { OtherText(index.text($0, work), of: searchText, in: tree) }
    }

    // MARK: Nodes

    /// Whether this is an element of the document, which a host may have replaced.
    public func has(_ node: MarkupTree.Node) -> Bool {
        (0..<tree.nodes.count).contains(Int(node)) && tree.isElement(node)
    }

    /// The offset of the first text inside a node or after it.
    public func start(of node: MarkupTree.Node) -> Int { searchText.start(of: node) }

    /// The range of the text in a node, including the separator before the next node.
    func range(of node: MarkupTree.Node) -> Range<Int> {
        let start = start(of: node)
        return start..<max(start, self.start(of: tree.end(of: node)))
    }

    func offset(_ byte: Int, in node: MarkupTree.Node) -> Int { searchText.offset(byte, in: node) }

    /// The text node at an offset; the last one at the end.
    public func textNode(at offset: Int) -> MarkupTree.Node? {
        let next = searchText.pieces.partitionPoint { Int($0.start) <= offset }
        return searchText.pieces.indices.contains(next - 1) ? searchText.pieces[next - 1].node : nil
    }

    /// The block that contains a text node, or the body.
    public func block(around node: MarkupTree.Node?) -> MarkupTree.Node? {
        var node = node.flatMap { tree.parent(of: $0) } ?? tree.body
        while let inner = node, let outer = tree.parent(of: inner) {
            if ContentRules.searching[tree.localName(of: inner)]?.kind == .block { return inner }
            node = outer
        }
        return node
    }

    /// A range of the text as written in the document.
    public func source(of range: Range<Int>) -> String? {
        guard let (start, end) = searchText.places(of: range) else { return nil }
        var source: String?
        _ = searchText.withSource(from: start, to: end, in: tree) { source = String(decoding: $0, as: UTF8.self) }
        return source
    }

    /// The id of the innermost element whose text begins at an offset.
    public func idOfElement(beginningAt offset: Int) -> String? {
        var node = textNode(at: offset).flatMap { tree.parent(of: $0) }
        while let element = node, start(of: element) == offset {
            if let id = tree.attributeText(.id, of: element), !id.isEmpty {
                return index.element(withID: id) == element ? id : nil
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
