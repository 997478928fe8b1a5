// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Follows the steps of an XPointer through a document.
struct XPointerWalk {
    private let tree: MarkupTree
    /// Whether each step could be followed exactly.  Otherwise the place is an approximation.
    private(set) var isExact = true
    private var element: MarkupTree.Node
    private var children: CrengineChildren
    private var text: CrengineChildren.Child?
    /// The number of the box around the next element.
    private var box: Int?

    private init?(_ tree: MarkupTree) {
        guard let body = tree.body else { return nil }
        self.tree = tree
        element = body
        // Without a body, the document itself is treated as the content of one.
        children =
            tree.name(of: body) == .body
            ? CrengineChildren(of: body, in: tree) : CrengineChildren([.init(node: body, bytes: nil)])
    }

    /// The place, and whether it is exact; nil if not even the first step can be followed.
    static func point(at pointer: XPointer, in tree: MarkupTree) -> (point: DocumentPoint, isExact: Bool)? {
        guard var walk = XPointerWalk(tree) else { return nil }
        for (number, step) in pointer.steps.enumerated() {
            guard walk.take(step) else {
                return number == 0 ? nil : (.element(walk.element), false)
            }
        }
        let point = walk.point(at: pointer.offset ?? 0)
        return (point, walk.isExact)
    }

    private mutating func take(_ step: XPointer.Step) -> Bool {
        guard text == nil else { return false }
        let number = step.index ?? 1
        if CrengineElements.boxes.contains(step.name) {
            if step.name == CrengineElements.runs, let run = children.run(number) {
                children = run
            } else {
                // Which elements are in boxes depends on style sheets.
                box = number
                isExact = false
            }
            return true
        }
        if step.isText {
            text = children.texts.dropFirst(number - 1).first
            return text != nil
        }
        guard let next = element(named: step.name.asciiLowercased, number) else { return false }
        element = next
        children = CrengineChildren(of: next, in: tree)
        return true
    }

    private mutating func element(named name: String, _ number: Int) -> MarkupTree.Node? {
        defer { box = nil }
        var found = children.elements(named: name, in: tree)
        if found.isEmpty, name == "tr" {
            // The parser of HTML adds the bodies of tables.
            found = children.elements(named: "tbody", in: tree).flatMap { body in
                CrengineChildren(of: body, in: tree).elements(named: name, in: tree)
            }
        }
        if let box {
            if found.count == 1 { return found[0] }
            return found.dropFirst(max(box, number) - 1).first
        }
        return found.dropFirst(number - 1).first
    }

    private mutating func point(at offset: Int) -> DocumentPoint {
        if let text {
            let found = CrengineText(text, in: children, of: tree).byte(after: offset)
            if !found.isThere { isExact = false }
            return .text(text.node, found.byte)
        }
        guard offset > 0 else { return .element(element) }
        let firsts = children.firsts
        if let child = firsts.dropFirst(offset).first {
            return child.bytes.map { .text(child.node, $0.lowerBound) } ?? .element(child.node)
        }
        if offset > firsts.count { isExact = false }
        guard let last = children.all.last else { return .element(element) }
        if let bytes = last.bytes { return .text(last.node, bytes.upperBound) }
        return .gap(element, children.all.count { $0.bytes == nil } * 2 + 1)
    }
}
