// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Generates selectors that identify the elements of a document.  A selector starts at the nearest ancestor with a
/// unique id, or at the root.  Each step has the name of an element, its classes, and its position if it has siblings
/// with the same name and classes.
///
/// All names, classes and ids are counted once, so generating a selector takes time proportional to its steps.  The
/// number of steps is limited: a more deeply nested element gets the selector of an ancestor.
public struct CSSSelectors: Sendable {
    private let tree: MarkupTree
    /// For each element: its position among its siblings, counted from 1; the number of steps of its selector; and the
    /// element that the selector actually identifies.
    private var numbers: [Int32]
    private var steps: [Int32]
    private var named: [MarkupTree.Node]
    private var ids = Occurrences()
    /// Names and classes of siblings.
    private var names = Occurrences()
    /// Whether an element below the root has the root's name.
    private var repeatsRoot = false

    private static let maxSteps: Int32 = 64
    /// The maximum length in bytes of a name, an id, and the classes of an element.  Longer ones are omitted.
    private static let maxLength: Int32 = 128

    /// Names that occur, and names that occur more than once, stored as hashes.  A collision can only make a selector
    /// longer than necessary.
    private struct Occurrences {
        private var once: Set<UInt64> = []
        private var again: Set<UInt64> = []

        mutating func add(_ hash: UInt64) {
            if !once.insert(hash).inserted { again.insert(hash) }
        }

        func isUnique(_ hash: UInt64) -> Bool { !again.contains(hash) }
    }

    public init(_ tree: MarkupTree, _ work: Work? = nil) {
        self.tree = tree
        let count = tree.nodes.count
        numbers = [Int32](repeating: 0, count: count)
        steps = [Int32](repeating: 0, count: count)
        named = [MarkupTree.Node](repeating: 0, count: count)
        var children = [Int32](repeating: 0, count: count)
        // A local variable, because a closure that mutates self would copy it on each call.
        var names = Occurrences()
        for node in 0..<MarkupTree.Node(truncatingIfNeeded: count) where tree.isElement(node) {
            if let work, work.stops(after: MarkupTree.stepCost) { break }
            if let id = id(of: node) { ids.add(hash(id, 0)) }
            guard let parent = tree.parent(of: node) else { continue }
            children[Int(parent)] += 1
            numbers[Int(node)] = children[Int(parent)]
            repeatsRoot = repeatsRoot || hasNameOfRoot(node)
            forEachKind(of: node) { names.add($0) }
        }
        self.names = names
        // Parents come before their children.
        for node in 0..<MarkupTree.Node(truncatingIfNeeded: count) where tree.isElement(node) {
            named[Int(node)] = node
            guard let parent = tree.parent(of: node), uniqueID(of: node) == nil else { continue }
            steps[Int(node)] = steps[Int(parent)] + 1
            if steps[Int(node)] > CSSSelectors.maxSteps { named[Int(node)] = named[Int(parent)] }
        }
    }

    /// The selector of an element, or of the nearest ancestor that can be named.
    public func selector(of element: MarkupTree.Node) -> String {
        var parts: [String] = []
        var node = named[Int(element)]
        while true {
            if let id = uniqueID(of: node) {
                parts.append("#" + CSSIdentifier.escaped(tree.string(id)))
                break
            }
            parts.append(step(node))
            guard let parent = tree.parent(of: node) else { break }
            node = parent
        }
        return parts.reversed().joined(separator: " > ")
    }

    /// The selector of an element, from that of its parent.
    ///
    /// - Parameter last: the parent that was named last, and its selector.
    public func selector(
        of element: MarkupTree.Node, _ last: inout (parent: MarkupTree.Node, selector: String)?
    ) -> String {
        let node = named[Int(element)]
        guard let parent = tree.parent(of: node), uniqueID(of: node) == nil else { return selector(of: node) }
        if let last, last.parent == parent { return last.selector + " > " + step(node) }
        let outer = selector(of: parent)
        last = (parent, outer)
        return outer + " > " + step(node)
    }

    private func step(_ node: MarkupTree.Node) -> String {
        guard tree.parent(of: node) != nil else { return repeatsRoot ? ":root" : name(of: node) ?? ":root" }
        let classes = classes(of: node)
        let kind = kind(of: node)
        let isUnique = names.isUnique(kind) || classes.contains { names.isUnique(hash($0, kind &+ 1)) }
        let number = ":nth-child(\(numbers[Int(node)]))"
        guard var text = name(of: node) else { return number }
        for name in classes { text += "." + CSSIdentifier.escaped(tree.string(name)) }
        return isUnique ? text : text + number
    }

    /// The name of an element; nil if a selector should not contain it.  Parsers disagree on prefixed names: in HTML,
    /// or if the prefix is not declared, the prefix is part of the name.
    private func name(of node: MarkupTree.Node) -> String? {
        let record = tree.nodes[Int(node)]
        guard record.prefixCount == 0, record.slice.count <= CSSSelectors.maxLength else { return nil }
        let name = tree.localName(of: node)
        return name.isEmpty ? nil : CSSIdentifier.escaped(name)
    }

    /// Whether the name of the root also matches this element in a parser that ignores case.
    private func hasNameOfRoot(_ node: MarkupTree.Node) -> Bool {
        guard let root = tree.root else { return false }
        let (name, ofRoot) = (tree.nodes[Int(node)].name, tree.nodes[Int(root)].name)
        guard name == ofRoot || name == .other || ofRoot == .other else { return false }
        return tree.withLocalName(of: node) { name in
            tree.withLocalName(of: root) {
                $0.count == name.count && $0.elementsEqual(name) { ASCII.lowercased($0) == ASCII.lowercased($1) }
            }
        }
    }

    // MARK: Attributes

    private func id(of node: MarkupTree.Node) -> MarkupTree.Slice? {
        tree.attribute(.id, of: node).flatMap { (1...CSSSelectors.maxLength).contains($0.count) ? $0 : nil }
    }

    private func uniqueID(of node: MarkupTree.Node) -> MarkupTree.Slice? {
        id(of: node).flatMap { ids.isUnique(hash($0, 0)) ? $0 : nil }
    }

    private func classes(of node: MarkupTree.Node) -> [MarkupTree.Slice] {
        guard let value = tree.attribute(.class, of: node), value.count <= CSSSelectors.maxLength else { return [] }
        var names: [MarkupTree.Slice] = []
        tree.forEachWord(in: value) { word in
            if !names.contains(where: { tree.equals($0, word) }) { names.append(word) }
        }
        return names
    }

    /// Calls `body` with each hash that can distinguish an element from its siblings: its name, and its name with each
    /// of its classes, including classes that no selector uses.
    @inline(__always)
    private func forEachKind(of node: MarkupTree.Node, _ body: (UInt64) -> Void) {
        let kind = kind(of: node)
        body(kind)
        guard let value = tree.attribute(.class, of: node) else { return }
        if value.count <= CSSSelectors.maxLength {
            for word in classes(of: node) { body(hash(word, kind &+ 1)) }
        } else {
            tree.forEachWord(in: value) { body(hash($0, kind &+ 1)) }
        }
    }

    private func kind(of node: MarkupTree.Node) -> UInt64 {
        let parent = UInt64(truncatingIfNeeded: tree.nodes[Int(node)].parent) &+ 1
        // Lower case, because some parsers ignore the case of names.
        return tree.withLocalName(of: node) { $0.reduce(parent &* 0x9E37_79B9_7F4A_7C15) { mix($0, $1 | 0x20) } }
    }

    private func hash(_ slice: MarkupTree.Slice, _ seed: UInt64) -> UInt64 {
        tree.withBytes(of: slice) { $0.reduce(seed ^ 0xCBF2_9CE4_8422_2325, mix) }
    }

    private func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

/// Escapes identifiers in CSS (CSSOM, "serialize an identifier").
enum CSSIdentifier {
    static func escaped(_ name: String) -> String {
        // Fast path: nearly all names need no escape.
        if let first = name.utf8.first, ASCII.isLetter(first), name.utf8.allSatisfy(isPlain) { return name }
        var text = String.UnicodeScalarView()
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isEarlyDigit = index == 0 || index == 1 && name.utf8.first == UInt8(ascii: "-")
            switch scalar {
            case "\0": text.append("\u{FFFD}")
            case "\u{1}"..."\u{1F}", "\u{7F}": text += codePoint(scalar)
            case "0"..."9" where isEarlyDigit: text += codePoint(scalar)
            case "-" where name.utf8.count == 1: text += "\\-".unicodeScalars
            case "0"..."9", "a"..."z", "A"..."Z", "-", "_", "\u{80}"...: text.append(scalar)
            default:
                text.append("\\")
                text.append(scalar)
            }
        }
        return String(text)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        "\\\(String(scalar.value, radix: 16)) ".unicodeScalars
    }
}
