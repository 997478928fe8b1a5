// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

extension MarkupTree {
    /// Whether an element is a link with a target.
    func isLink(_ node: Node) -> Bool { name(of: node) == .a && value(.href, of: node) != nil }

    /// Whether an element has one picture and no text.
    func isPicture(_ node: Node) -> Bool {
        var pictures = 0
        for part in node + 1..<max(node + 1, min(end(of: node), node + 8)) {
            if isElement(part) {
                if ContentRules.searching[localName(of: part)]?.kind == .image { pictures += 1 }
            } else if trimmed(nodes[Int(part)].slice).count > 0 {
                return false
            }
        }
        return pictures == 1 && end(of: node) - node <= 8
    }

    /// The texts directly before and after a link, if they end and begin with brackets.
    func brackets(around link: Node) -> (before: Node, after: Node, isSquare: Bool)? {
        let (before, after) = (link - 1, nodes[Int(link)].nextSibling)
        guard before >= 0, after >= 0, !isElement(before), !isElement(after), parent(of: before) == parent(of: link)
        else { return nil }
        let open = withBytes(of: nodes[Int(before)].slice) { $0.last }
        let close = withBytes(of: nodes[Int(after)].slice) { $0.first }
        guard let open, close == FootnoteMark.end(of: open) else { return nil }
        return (before, after, open == UInt8(ascii: "["))
    }
}
