// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The part of an EPUB CFI that refers to a place in a document: `/4/2[chapter]/6/1:12`.  For a range, this is its start.
struct PartialCFI {
    private struct Step {
        let number: Int
        let id: String?
    }

    private var steps: [Step] = []
    /// In UTF-16 units, in the last step.
    private var offset = 0

    private static let maxSteps = 256

    /// Returns nil if the CFI cannot be parsed.
    init?(_ text: String) {
        var rest = text.utf8[...]
        // A complete CFI begins with the path to the document.
        if let mark = rest.lastIndex(of: UInt8(ascii: "!")) { rest = rest[rest.index(after: mark)...] }
        while rest.first == UInt8(ascii: "/") {
            rest = rest.dropFirst()
            guard let number = PartialCFI.number(&rest), steps.count < PartialCFI.maxSteps else { return nil }
            steps.append(Step(number: number, id: PartialCFI.assertion(&rest)))
        }
        if rest.first == UInt8(ascii: ":") {
            rest = rest.dropFirst()
            guard let number = PartialCFI.number(&rest) else { return nil }
            offset = number
        }
        // The rest is ignored: the end of a range, a time, a point in an image, or an assertion.
        if steps.isEmpty { return nil }
    }

    private static func number(_ text: inout Substring.UTF8View) -> Int? {
        let digits = text.prefix { ASCII.isDigit($0) }
        text = text[digits.endIndex...]
        return digits.count <= 9 ? Int(Substring(digits)) : nil
    }

    /// Parses `[id]`.  A circumflex escapes the next character.
    private static func assertion(_ text: inout Substring.UTF8View) -> String? {
        guard text.first == UInt8(ascii: "[") else { return nil }
        var bytes: [UInt8] = []
        var isEscaped = false
        while let byte = text.dropFirst().first {
            text = text.dropFirst()
            if !isEscaped && byte == UInt8(ascii: "]") { break }
            isEscaped = !isEscaped && byte == UInt8(ascii: "^")
            if !isEscaped { bytes.append(byte) }
        }
        text = text.dropFirst()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The element, or the text node and an offset.  Ids take precedence over the numbers of steps.
    func node(in tree: MarkupTree) -> (node: MarkupTree.Node, offset: Int)? {
        guard var node = tree.root else { return nil }
        for step in steps {
            if let id = step.id, step.number % 2 == 0, let named = tree.element(withID: id) {
                node = named
            } else if let child = tree.child(step.number, of: node) {
                node = child
            } else {
                return nil
            }
        }
        return (node, tree.isElement(node) ? 0 : offset)
    }
}

extension MarkupTree {
    /// Elements have even numbers, the text between them odd ones (EPUB CFI, "Child References").
    fileprivate func child(_ number: Int, of node: Node) -> Node? {
        guard isElement(node) else { return nil }
        var at = 0
        var child = nodes[Int(node)].firstChild
        while child >= 0 {
            at = isElement(child) ? at + 2 - at % 2 : at + 1 - at % 2
            if at == number { return child }
            if at > number { return nil }
            child = nodes[Int(child)].nextSibling
        }
        return nil
    }

    /// The first element with this id.
    func element(withID id: String) -> Node? {
        (0..<Node(truncatingIfNeeded: nodes.count)).first { isElement($0) && hasValue(.id, id, $0) }
    }
}
