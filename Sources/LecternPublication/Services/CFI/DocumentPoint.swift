// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel

/// A place among the nodes of a document, as a CFI tells places apart.
enum DocumentPoint: Equatable {
    case element(MarkupTree.Node)
    /// In a text node, behind so many bytes.
    case text(MarkupTree.Node, Int)
    /// In an element, at the number of a step that has no node: an empty chunk of text, or before the first or behind the
    /// last child.
    case gap(MarkupTree.Node, Int)

    var element: MarkupTree.Node? {
        if case .element(let node) = self { node } else { nil }
    }

    /// The element, or the one around the place.
    func innermost(in tree: MarkupTree) -> MarkupTree.Node? {
        switch self {
        case .element(let node), .gap(let node, _): node
        case .text(let node, _): tree.parent(of: node)
        }
    }
}

/// Steps of CFIs (EPUB CFI 1.1, "Child References").  The tree keeps neither comments nor instructions, and what they
/// divide is one text node.
extension MarkupTree {
    /// What the step with this number leads to.
    func child(_ number: Int, of element: Node) -> DocumentPoint? {
        if number == 0 { return .gap(element, 0) }
        var count = 0
        var child = nodes[Int(element)].firstChild
        while child >= 0 {
            if isElement(child) {
                if number == count + 1 { return .gap(element, number) }
                count += 2
                if number == count { return .element(child) }
            } else if number == count + 1 {
                return .text(child, 0)
            }
            child = nodes[Int(child)].nextSibling
        }
        return number <= count + 2 ? .gap(element, number) : nil
    }

    /// The path to a place, with the ids of all elements on it.  The root element has no step.
    func path(to point: DocumentPoint) -> CFI.Path {
        switch point {
        case .element(let node):
            return CFI.Path(documents: [steps(to: node)])
        case .gap(let node, let number):
            let offset = number % 2 == 1 ? 0 : nil
            return CFI.Path(
                documents: [steps(to: node) + [CFI.Step(number)]], terminal: CFI.Terminal(offset: offset))
        case .text(let node, let bytes):
            guard let parent = parent(of: node) else { return CFI.Path(documents: [[]]) }
            let number = elementsBefore(node, in: parent) * 2 + 1
            return CFI.Path(
                documents: [steps(to: parent) + [CFI.Step(number)]],
                terminal: CFI.Terminal(offset: units(before: bytes, of: node)))
        }
    }

    private func steps(to element: Node) -> [CFI.Step] {
        var steps: [CFI.Step] = []
        var node = element
        while let parent = parent(of: node) {
            steps.append(step(to: node, in: parent))
            node = parent
        }
        return steps.reversed()
    }

    private func elementsBefore(_ node: Node, in parent: Node) -> Int {
        var count = 0
        var child = nodes[Int(parent)].firstChild
        while child >= 0, child != node {
            if isElement(child) { count += 1 }
            child = nodes[Int(child)].nextSibling
        }
        return count
    }

    /// The child element behind a gap, or the node behind the element.
    func node(behindGap number: Int, of element: Node) -> Node {
        if number == 0 { return element }
        if case .element(let node) = child(number + number % 2, of: element) { return node }
        return end(of: element)
    }

    // MARK: Offsets

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

extension MarkupTree {
    /// The first element with this id.
    func element(withID id: String) -> Node? {
        (0..<Node(truncatingIfNeeded: nodes.count)).first { isElement($0) && hasValue(.id, id, $0) }
    }
}
