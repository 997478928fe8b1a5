// SPDX-License-Identifier: BSD-3-Clause

extension MarkupTree {
    /// The element with the text of the document; the outermost one where there is no body.
    public var body: Node? {
        guard let root else { return nil }
        return firstChild(of: root, named: .body) ?? root
    }

    /// What a walk through a tree meets.
    public enum Step {
        case enter(Node)
        case leave(Node)
    }

    /// Nanoseconds, about, that who walks through a tree takes for a step.
    public static let stepCost = 256

    /// Goes through an element and all in it, in document order, in linear time.  Elements are entered and left, text
    /// nodes only entered.
    ///
    /// - Parameter body: says whether to go into the element that it enters.
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
