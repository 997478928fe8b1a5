// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Steps of CFIs (EPUB CFI 1.1, "Child References").  The tree has no comments and processing instructions, so that a
/// text that they divide is one node.
public struct DocumentPaths: Sendable {
    public typealias Node = MarkupTree.Node

    /// In bytes: longer ids are not asserted.
    private static let maxID: Int32 = 1024
    private let tree: MarkupTree
    /// The child elements of all elements, in document order, and the index of the first child of each element.
    private var elements: [Node]
    private var starts: [Int]

    public init(_ tree: MarkupTree) {
        self.tree = tree
        let count = tree.nodes.count
        elements = Array(repeating: 0, count: count)
        starts = Array(repeating: 0, count: count + 2)
        let all = (0..<Node(truncatingIfNeeded: count)).lazy.filter(tree.isElement)
        for node in all { if let parent = tree.parent(of: node) { starts[Int(parent) + 2] += 1 } }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        for node in all {
            guard let parent = tree.parent(of: node) else { continue }
            elements[starts[Int(parent) + 1]] = node
            starts[Int(parent) + 1] += 1
        }
    }

    private func children(of element: Node) -> ArraySlice<Node> {
        elements[starts[Int(element)]..<starts[Int(element) + 1]]
    }

    public func isDepth(of node: Node, atMost most: Int) -> Bool {
        var outer: Node? = node
        for _ in 0...most {
            outer = outer.flatMap(tree.parent)
            if outer == nil { return true }
        }
        return false
    }

    /// The target of the step with this number.
    func child(_ number: Int, of element: Node) -> DocumentPoint? {
        let children = children(of: element)
        guard number >= 0, number <= children.count * 2 + 2 else { return nil }
        let before = number / 2 == 0 ? nil : children.dropFirst(number / 2 - 1).first
        if number % 2 == 0 { return before.map { .element($0) } ?? .gap(element, number) }
        let text = before.map { tree.nodes[Int($0)].nextSibling } ?? tree.nodes[Int(element)].firstChild
        return text >= 0 && !tree.isElement(text) ? .text(text, 0) : .gap(element, number)
    }

    /// The path to a place, with the ids of all elements on it.  The root element has no step.
    public func path(to point: DocumentPoint) -> CFI.Path {
        switch point {
        case .element(let node):
            return CFI.Path(documents: [steps(to: node)])
        case .gap(let node, let number):
            let offset = number % 2 == 1 ? 0 : nil
            return CFI.Path(
                documents: [steps(to: node) + [CFI.Step(number)]], terminal: CFI.Terminal(offset: offset))
        case .text(let node, let bytes):
            guard let parent = tree.parent(of: node) else { return CFI.Path(documents: [[]]) }
            let children = children(of: parent)
            let number = children.partitionPoint { $0 < node } * 2 + 1
            return CFI.Path(
                documents: [steps(to: parent) + [CFI.Step(number)]],
                terminal: CFI.Terminal(offset: tree.units(before: bytes, of: node)))
        }
    }

    private func steps(to element: Node) -> [CFI.Step] {
        var steps: [CFI.Step] = []
        var node = element
        while let parent = tree.parent(of: node) {
            let number = children(of: parent).partitionPoint { $0 <= node }
            let id = tree.attribute(.id, of: node).flatMap { $0.count > DocumentPaths.maxID ? nil : tree.string($0) }
            steps.append(CFI.Step(number * 2, id: id))
            node = parent
        }
        return steps.reversed()
    }

    /// The child element after a gap, or else the node after the element.
    func node(behindGap number: Int, of element: Node) -> Node {
        if number == 0 { return element }
        if case .element(let node) = child(number + number % 2, of: element) { return node }
        return tree.end(of: element)
    }
}
