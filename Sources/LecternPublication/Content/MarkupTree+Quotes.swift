// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension MarkupTree {
    /// A byte of a text node.
    struct Place: Equatable {
        let node: Node
        let offset: Int
    }

    /// Characters on each side of a quote.
    private static let contextLength = 50

    /// The text between two places as the document has it, all text nodes in between included: what is found again in
    /// the `textContent` of `element`, with what stands around it there.
    func quote(from start: Place, to end: Place, in element: Node) -> Locator.Text {
        var bytes: [UInt8] = []
        for node in start.node...max(start.node, end.node) where !isElement(node) {
            withBytes(of: nodes[Int(node)].slice) { text in
                let from = node == start.node ? min(start.offset, text.count) : 0
                let to = node == end.node ? min(end.offset, text.count) : text.count
                bytes.append(contentsOf: text[from..<max(from, to)])
            }
        }
        return Locator.Text(
            before: before(start, in: element), highlight: String(decoding: bytes, as: UTF8.self),
            after: after(end, in: element))
    }

    private func before(_ place: Place, in element: Node) -> String? {
        var scalars: [Unicode.Scalar] = []
        var (node, offset) = (place.node, place.offset)
        while node > element, scalars.count < MarkupTree.contextLength {
            if !isElement(node) {
                withBytes(of: nodes[Int(node)].slice) { text in
                    var at = node == place.node ? min(offset, text.count) : text.count
                    while scalars.count < MarkupTree.contextLength, let found = UTF8Scalar.decode(text, before: at) {
                        scalars.append(found.scalar)
                        at -= found.count
                    }
                }
            }
            node -= 1
            offset = .max
        }
        return MarkupTree.context(scalars.reversed())
    }

    private func after(_ place: Place, in element: Node) -> String? {
        var scalars: [Unicode.Scalar] = []
        var node = place.node
        let end = end(of: element)
        while node < end, scalars.count < MarkupTree.contextLength {
            if !isElement(node) {
                withBytes(of: nodes[Int(node)].slice) { text in
                    var at = node == place.node ? place.offset : 0
                    while scalars.count < MarkupTree.contextLength, let found = UTF8Scalar.decode(text, at: at) {
                        scalars.append(found.scalar)
                        at += found.count
                    }
                }
            }
            node += 1
        }
        return MarkupTree.context(scalars)
    }

    /// nil when there is nothing but white space.
    private static func context(_ scalars: some Collection<Unicode.Scalar>) -> String? {
        if scalars.allSatisfy(UTF8Scalar.isSpace) { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
