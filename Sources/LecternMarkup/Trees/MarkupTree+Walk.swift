// SPDX-License-Identifier: BSD-3-Clause

extension MarkupTree {
    /// The body of the document, or the root element if there is no body.
    public var body: Node? {
        guard let root else { return nil }
        return firstChild(of: root, named: .body) ?? root
    }

    /// A step of a walk through a tree.
    public enum Step {
        case enter(Node)
        case leave(Node)
    }

    /// The approximate cost of a step in nanoseconds, for the work that callers account for.
    public static let stepCost = 256

    /// Visits an element and its descendants, in document order and linear time.  Elements are entered and left, text
    /// nodes only entered.
    ///
    /// - Parameter body: returns whether to visit the children of the element that was entered.
    public func walk(_ element: Node, _ body: (Step) -> Bool) {
        var node = element
        while true {
            let goesIn = body(.enter(node)) && isElement(node)
            if goesIn, nodes[Int(node)].firstChild >= 0 {
                node = nodes[Int(node)].firstChild
                continue
            }
            if isElement(node) { _ = body(.leave(node)) }
            while node != element, nodes[Int(node)].nextSibling < 0 {
                node = nodes[Int(node)].parent
                _ = body(.leave(node))
            }
            if node == element { return }
            node = nodes[Int(node)].nextSibling
        }
    }
}
