// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Writes selectors that find the elements of a document again: from the nearest element with an id of its own, or from
/// the root, a step for each element with its name, its classes and, where siblings have the same, its number.
///
/// Everything that is needed is counted once, so that a selector costs what its steps cost, of which there are few
/// enough: an element that lies deeper is named by one around it.
public struct CSSSelectors: Sendable {
    private let tree: MarkupTree
    /// For each element: its number among its siblings, from 1; steps from where its selector begins; and the element
    /// that stands for it.
    private var numbers: [Int32]
    private var steps: [Int32]
    private var named: [MarkupTree.Node]
    private var ids = Occurrences()
    /// Names and classes of siblings.
    private var names = Occurrences()

    private static let maxSteps: Int32 = 64
    /// Bytes of a name, an id, and all classes of an element: what is longer is not written.
    private static let maxLength: Int32 = 128

    /// What occurs, and what occurs again.  It knows hashes only: two that are equal by chance make a selector longer
    /// than it had to be.
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
        // A variable of its own: what a closure changes in self is copied for each call of a method.
        var names = Occurrences()
        for node in 0..<MarkupTree.Node(truncatingIfNeeded: count) where tree.isElement(node) {
            if let work, work.stops(after: MarkupTree.stepCost) { break }
            if let id = id(of: node) { ids.add(hash(id, 0)) }
            guard let parent = tree.parent(of: node) else { continue }
            children[Int(parent)] += 1
            numbers[Int(node)] = children[Int(parent)]
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

    /// The selector of an element, or of the nearest one around it that can be named.
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

    private func step(_ node: MarkupTree.Node) -> String {
        guard tree.parent(of: node) != nil else { return name(of: node) ?? ":root" }
        var isUnique = false
        forEachKind(of: node) { isUnique = isUnique || names.isUnique($0) }
        let number = ":nth-child(\(numbers[Int(node)]))"
        guard var text = name(of: node) else { return number }
        for name in classes(of: node) { text += "." + CSSIdentifier.escaped(tree.string(name)) }
        return isUnique ? text : text + number
    }

    /// nil for one that no selector should have.  What the name of an element with a prefix is depends on who reads the
    /// document: in HTML, and where nothing declares the prefix, it is part of it.
    private func name(of node: MarkupTree.Node) -> String? {
        let record = tree.nodes[Int(node)]
        guard record.prefixCount == 0, record.slice.count <= CSSSelectors.maxLength else { return nil }
        let name = tree.localName(of: node)
        return name.isEmpty ? nil : CSSIdentifier.escaped(name)
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

    /// What an element shares with its siblings, or does not: its name with each of its classes, or its name.
    @inline(__always)
    private func forEachKind(of node: MarkupTree.Node, _ body: (UInt64) -> Void) {
        let parent = UInt64(truncatingIfNeeded: tree.nodes[Int(node)].parent) &+ 1
        let name = tree.withLocalName(of: node) { $0.reduce(parent &* 0x9E37_79B9_7F4A_7C15, mix) }
        body(name)
        for word in classes(of: node) { body(hash(word, name &+ 1)) }
    }

    private func hash(_ slice: MarkupTree.Slice, _ seed: UInt64) -> UInt64 {
        tree.withBytes(of: slice) { $0.reduce(seed ^ 0xCBF2_9CE4_8422_2325, mix) }
    }

    private func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

/// Names in the syntax of CSS (CSSOM, "serialize an identifier").
enum CSSIdentifier {
    static func escaped(_ name: String) -> String {
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

    private static func codePoint(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        "\\\(String(scalar.value, radix: 16)) ".unicodeScalars
    }
}
