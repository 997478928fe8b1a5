// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Maps positions in the text back to the document.
extension SearchText {
    /// The maximum number of text nodes and bytes that are read for one quote, and of ancestors that are visited.  Only
    /// documents that are crafted to be expensive have more.
    private static let maxNodes: MarkupTree.Node = 4096
    private static let maxBytes = 1 << 16
    private static let maxSteps = 256

    /// The offset of the first text inside a node or after it.
    func start(of node: MarkupTree.Node) -> Int {
        let first = pieces.partitionPoint { $0.node < node }
        return first < pieces.count ? Int(pieces[first].start) : bytes.count
    }

    /// The offset for a byte in a text node.  For collapsed white space, it is that of the next text.
    func offset(_ byte: Int, in node: MarkupTree.Node) -> Int {
        let next = pieces.partitionPoint { $0.node < node || $0.node == node && Int($0.offset) <= byte }
        let end = next < pieces.count ? Int(pieces[next].start) : bytes.count
        guard next > 0, pieces[next - 1].node == node else { return end }
        return min(Int(pieces[next - 1].start) + byte - Int(pieces[next - 1].offset), end)
    }

    /// The offset after a byte in a text node, before any gap that follows it.
    func end(_ byte: Int, in node: MarkupTree.Node) -> Int {
        var end = offset(byte, in: node)
        while end > 0, SearchText.isGap(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// The text nodes in which a range begins and ends.  White space at its ends represents all white space between two
    /// words of the document.
    public func places(of range: Range<Int>) -> (start: MarkupTree.TextPoint, end: MarkupTree.TextPoint)? {
        guard let first = place(of: range.lowerBound) ?? place(behind: range.lowerBound - 1),
            let last = place(behind: range.upperBound - 1) ?? place(of: range.upperBound)
        else { return nil }
        return (first, last)
    }

    /// Returns nil for a gap, and outside the text.
    private func place(of offset: Int) -> MarkupTree.TextPoint? {
        guard bytes.indices.contains(offset), !SearchText.isGap(bytes[offset]) else { return nil }
        let behind = pieces.partitionPoint { Int($0.start) <= offset }
        guard behind > 0 else { return nil }
        let piece = pieces[behind - 1]
        return MarkupTree.TextPoint(node: piece.node, offset: Int(piece.offset) + offset - Int(piece.start))
    }

    private func place(behind offset: Int) -> MarkupTree.TextPoint? {
        guard var place = place(of: offset) else { return nil }
        place.offset += 1
        return place
    }

    /// A range without the gaps at its ends.
    func words(in range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, SearchText.isGap(bytes[start]) { start += 1 }
        while start < end, SearchText.isGap(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    static func isGap(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == blockBreak }

    /// Calls `body` with the source text between two positions, which can be found in the document again.
    ///
    /// - Parameter withRuby: whether that includes the readings and parentheses of ruby.
    /// - Returns: whether it was called: not for a very long text.
    public func withSource(
        from start: MarkupTree.TextPoint, to end: MarkupTree.TextPoint, in tree: MarkupTree, withRuby: Bool = false,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard start.node <= end.node, end.node - start.node <= SearchText.maxNodes else { return false }
        if start.node == end.node {
            return tree.withBytes(of: tree.nodes[Int(start.node)].slice) { text in
                let to = min(end.offset, text.count)
                let from = min(start.offset, to)
                guard to - from <= SearchText.maxBytes else { return false }
                body(UnsafeBufferPointer(rebasing: text[from..<to]))
                return true
            }
        }
        let found = tree.source(from: start, to: end, most: SearchText.maxBytes) { node in
            guard let range = leftOut.range(holding: node) else { return false }
            return !(withRuby && ["rt", "rp", "rtc"].contains(tree.localName(of: range.lowerBound)))
        }
        guard var found else { return false }
        found.withUTF8(body)
        return true
    }

    /// The innermost element that contains two text nodes, or the body if they are nested very deeply.
    public static func element(
        around start: MarkupTree.Node, _ end: MarkupTree.Node, in tree: MarkupTree
    ) -> MarkupTree.Node? {
        guard var a = tree.parent(of: start), var b = tree.parent(of: end) else { return tree.body }
        for _ in 0..<maxSteps {
            if a == b { return a }
            // Parents come before their children.
            guard let outer = tree.parent(of: max(a, b)) else { return tree.body }
            if a > b { a = outer } else { b = outer }
        }
        return tree.body
    }

    /// The text with gaps replaced by spaces, for display in one line.
    public static func line(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { line in
                for (index, byte) in bytes.enumerated() {
                    line[index] = byte == 0x0A || byte == blockBreak ? 0x20 : byte
                }
                return bytes.count
            }
        }
    }
}

extension Locator.Text {
    /// The text with line ends and block breaks replaced by spaces.
    public var inLines: Locator.Text {
        Locator.Text(
            before: before.map(SearchText.line), highlight: highlight.map(SearchText.line),
            after: after.map(SearchText.line))
    }
}
