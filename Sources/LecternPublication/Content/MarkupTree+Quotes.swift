// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension MarkupTree {
    /// A byte position in a text node.
    struct Place: Equatable {
        let node: Node
        let offset: Int
    }

    /// The number of characters on each side of a quote.  A run of white space counts as one.
    private static let contextLength = 50
    /// The limit including all white space.
    private static let maxContextLength = 1000

    /// The text on one side of a quote, read outwards.
    private struct Context {
        private(set) var scalars: [Unicode.Scalar] = []
        private var count = 0
        private var isSpace = false

        var isFull: Bool { count >= MarkupTree.contextLength || scalars.count >= MarkupTree.maxContextLength }

        mutating func append(_ scalar: Unicode.Scalar) {
            let wasSpace = isSpace
            isSpace = UTF8Scalar.isSpace(scalar)
            if !(isSpace && wasSpace) { count += 1 }
            scalars.append(scalar)
        }
    }

    /// The source text between two positions, with its context in an element.
    ///
    /// - Parameter leftOut: elements that are no part of the text.
    func quote(
        from start: Place, to end: Place, in element: Node, without leftOut: NodeRanges
    ) -> Locator.Text {
        var bytes: [UInt8] = []
        var highlight: String?
        for node in start.node...max(start.node, end.node) where !isElement(node) && !leftOut.contains(node) {
            withBytes(of: nodes[Int(node)].slice) { text in
                let from = node == start.node ? min(start.offset, text.count) : 0
                let to = node == end.node ? min(end.offset, text.count) : text.count
                let part = UnsafeBufferPointer(rebasing: text[from..<max(from, to)])
                if start.node == end.node {  // the usual case; avoids copying a long text
                    highlight = String(decoding: part, as: UTF8.self)
                } else {
                    bytes.append(contentsOf: part)
                }
            }
        }
        return Locator.Text(
            before: before(start, in: element, without: leftOut),
            highlight: highlight ?? String(decoding: bytes, as: UTF8.self),
            after: after(end, in: element, without: leftOut))
    }

    private func before(_ place: Place, in element: Node, without leftOut: NodeRanges) -> String? {
        var context = Context()
        var (node, offset) = (place.node, place.offset)
        while node > element, !context.isFull {
            if !isElement(node), !leftOut.contains(node) {
                withBytes(of: nodes[Int(node)].slice) { text in
                    var at = node == place.node ? min(offset, text.count) : text.count
                    while !context.isFull, let found = UTF8Scalar.decode(text, before: at) {
                        context.append(found.scalar)
                        at -= found.count
                    }
                }
            }
            node -= 1
            offset = .max
        }
        return MarkupTree.text(context.scalars.reversed())
    }

    private func after(_ place: Place, in element: Node, without leftOut: NodeRanges) -> String? {
        var context = Context()
        var node = place.node
        let end = end(of: element)
        while node < end, !context.isFull {
            if !isElement(node), !leftOut.contains(node) {
                withBytes(of: nodes[Int(node)].slice) { text in
                    var at = node == place.node ? place.offset : 0
                    while !context.isFull, let found = UTF8Scalar.decode(text, at: at) {
                        context.append(found.scalar)
                        at += found.count
                    }
                }
            }
            node += 1
        }
        return MarkupTree.text(context.scalars)
    }

    /// Returns nil if there is only white space.
    private static func text(_ scalars: some Collection<Unicode.Scalar>) -> String? {
        if scalars.allSatisfy(UTF8Scalar.isSpace) { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
