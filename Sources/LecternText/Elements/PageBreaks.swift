// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension MarkupTree {
    public func isPageBreak(_ node: Node) -> Bool {
        guard !attributeRange(of: node).isEmpty || name(of: node) == .other else { return false }
        return ContentSemantics(self, node).role == .pageBreak
            || name(of: node) == .other && ContentRules.reading[localName(of: node)]?.kind == .pageBreak
    }

    /// The label of a page break: `aria-label`, `title`, or its text.
    public func pageLabel(of node: Node) -> String? {
        if let label = label(of: node, or: .title) { return label }
        // An element with many nodes is not the number of a page: an unclosed page break contains the rest of the
        // document.
        let few = (Int(node) + 1...Int(node) + MarkupTree.mostInLabel)
        guard few.upperBound >= nodes.count || few.contains(where: { nodes[$0].parent < node }) else { return nil }
        let text = collapsedText(of: node)
        return text.isEmpty ? nil : text
    }

    private static let mostInLabel = 64

    /// The label of an element: `aria-label`, or an attribute of the element.
    func label(of node: Node, or name: MarkupName) -> String? {
        valueText(.ariaLabel, of: node) ?? valueText(name, of: node)
    }
}
