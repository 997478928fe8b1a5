// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A place among the nodes of a document, with the distinctions that CFIs make.
public enum DocumentPoint: Equatable {
    case element(MarkupTree.Node)
    /// In a text node, after this number of bytes.
    case text(MarkupTree.Node, Int)
    /// In an element, at the number of a step without a node: an empty chunk of text, or the place before the first
    /// child or after the last one.
    case gap(MarkupTree.Node, Int)

    public var element: MarkupTree.Node? {
        if case .element(let node) = self { node } else { nil }
    }

    /// The element itself, or the innermost element that contains the place.
    public func innermost(in tree: MarkupTree) -> MarkupTree.Node? {
        switch self {
        case .element(let node), .gap(let node, _): node
        case .text(let node, _): tree.parent(of: node)
        }
    }
}

extension MarkupTree {
    /// The number of bytes before a UTF-16 offset in a text node.
    func bytes(before units: Int, of node: Node) -> Int {
        var left = units
        return withBytes(of: nodes[Int(node)].slice) { text in
            for (at, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
                let count = byte >= 0xF0 ? 2 : 1
                if left < count { return at }
                left -= count
            }
            return text.count
        }
    }

    /// The number of UTF-16 code units before a byte in a text node.
    func units(before byte: Int, of node: Node) -> Int {
        withBytes(of: nodes[Int(node)].slice) { UTF8Scalar.utf16Count($0.prefix(max(0, byte))) }
    }
}
