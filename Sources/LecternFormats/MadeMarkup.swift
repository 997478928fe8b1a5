// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Writes a document from the tree of another format: the part that does not depend on its elements.
protocol MadeMarkup {
    var tree: MarkupTree { get }
    var html: String { get set }
    /// Whether there is anything to read or to see.
    var hasContent: Bool { get set }
}

extension MadeMarkup {
    /// Writes the texts of an element, and lets its own elements be written by `write`.
    mutating func children(of node: MarkupTree.Node, _ write: (inout Self, MarkupTree.Node) -> Void) {
        var place = node + 1
        while place < tree.end(of: node) {
            if tree.isElement(place) {
                write(&self, place)
                place = tree.end(of: place)
            } else {
                text(place)
                place += 1
            }
        }
    }

    /// Writes the texts of an element whose elements are nested too deeply.
    mutating func texts(of node: MarkupTree.Node) {
        for place in node..<tree.end(of: node) where !tree.isElement(place) { text(place) }
    }

    private mutating func text(_ node: MarkupTree.Node) {
        let text = tree.text(of: node)
        if !hasContent, !text.utf8.allSatisfy(ASCII.isSpace) { hasContent = true }
        html += text.htmlEscaped
    }
}
