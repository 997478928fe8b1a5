// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The child nodes of an element as crengine has them: comments divide texts, and white space between blocks is dropped.
struct CrengineChildren {
    typealias Node = MarkupTree.Node

    struct Child {
        let node: Node
        /// The bytes of the text node that it is; nil for an element.
        let bytes: Range<Int>?
    }

    private enum Kind { case inline, block, hidden }

    private(set) var all: [Child] = []
    /// Runs of inline content between blocks: crengine puts each into a box.
    private(set) var runs: [Range<Int>] = []
    let isPreformatted: Bool

    init(of element: Node, in tree: MarkupTree) {
        let name = tree.localName(of: element).asciiLowercased
        let isBlock = CrengineElements.blocks.contains(name)
        isPreformatted = tree.isPreformatted(element)
        let hasText = !CrengineElements.withoutText.contains(name)
        var child = tree.nodes[Int(element)].firstChild
        while child >= 0 {
            if tree.isElement(child) {
                all.append(Child(node: child, bytes: nil))
            } else if hasText {
                for part in tree.parts(ofText: child) { add(child, part, isFirstOfBlock: isBlock && all.isEmpty, tree) }
            }
            child = tree.nodes[Int(child)].nextSibling
        }
        if isBlock { divide(tree) }
    }

    /// Some of the children of an element.
    init(_ all: [Child], isPreformatted: Bool = false) {
        self.all = all
        self.isPreformatted = isPreformatted
    }

    private mutating func add(_ node: Node, _ bytes: Range<Int>, isFirstOfBlock: Bool, _ tree: MarkupTree) {
        var bytes = bytes
        if isPreformatted, all.isEmpty, tree.byte(bytes.lowerBound, of: node) == 0x0A {
            // A line break after the start tag is ignored, as in HTML.
            bytes = bytes.lowerBound + 1..<bytes.upperBound
        }
        if bytes.isEmpty || isFirstOfBlock && !isPreformatted && tree.isSpace(node, bytes) { return }
        all.append(Child(node: node, bytes: bytes))
    }

    /// Finds the runs between blocks, and drops the white space at their ends.
    private mutating func divide(_ tree: MarkupTree) {
        let kinds = all.map { kind(of: $0, tree) }
        guard kinds.contains(.block), kinds.contains(.inline) else { return }
        var kept: [Child] = []
        var at = 0
        while at < all.count {
            guard kinds[at] == .inline else {
                kept.append(all[at])
                at += 1
                continue
            }
            var run = at..<(kinds[at...].firstIndex { $0 != .inline } ?? all.count)
            at = run.upperBound
            while !run.isEmpty, isDropped(all[run.lowerBound], tree) { run.removeFirst() }
            while !run.isEmpty, isDropped(all[run.upperBound - 1], tree) { run.removeLast() }
            guard !run.isEmpty else { continue }
            runs.append(kept.count..<kept.count + run.count)
            kept += all[run]
        }
        all = kept
    }

    private func kind(of child: Child, _ tree: MarkupTree) -> Kind {
        guard child.bytes == nil else { return .inline }
        let name = tree.localName(of: child.node).asciiLowercased
        if CrengineElements.hidden.contains(name) { return .hidden }
        return CrengineElements.blocks.contains(name) || holdsBlocks(child.node, tree) ? .block : .inline
    }

    /// Whether an inline element only contains blocks, and is therefore a block itself.
    private func holdsBlocks(_ element: Node, _ tree: MarkupTree) -> Bool {
        var hasBlock = false
        var child = tree.nodes[Int(element)].firstChild
        while child >= 0 {
            if tree.isElement(child) {
                hasBlock = CrengineElements.blocks.contains(tree.localName(of: child).asciiLowercased)
                guard hasBlock else { return false }
            } else if !tree.isSpace(child, 0..<Int(tree.nodes[Int(child)].slice.count)) {
                return false
            }
            child = tree.nodes[Int(child)].nextSibling
        }
        return hasBlock
    }

    private func isDropped(_ child: Child, _ tree: MarkupTree) -> Bool {
        child.bytes.map { !isPreformatted && tree.isSpace(child.node, $0) } ?? false
    }

    // MARK: Children by number

    var texts: [Child] { all.filter { $0.bytes != nil } }

    func elements(named name: String, in tree: MarkupTree) -> [Node] {
        all.compactMap { child in
            child.bytes == nil && tree.localName(of: child.node).asciiLowercased == name ? child.node : nil
        }
    }

    /// The content of a run, from 1.
    func run(_ number: Int) -> CrengineChildren? {
        guard runs.indices.contains(number - 1) else { return nil }
        return CrengineChildren(Array(all[runs[number - 1]]), isPreformatted: isPreformatted)
    }

    /// The first nodes of the children, where each run is one of them.
    var firsts: [Child] {
        let inner = Set(runs.flatMap { $0.dropFirst() })
        return all.enumerated().filter { !inner.contains($0.offset) }.map(\.element)
    }
}

extension MarkupTree {
    func byte(_ offset: Int, of text: Node) -> UInt8? {
        withBytes(of: nodes[Int(text)].slice) { $0.indices.contains(offset) ? $0[offset] : nil }
    }

    fileprivate func isSpace(_ text: Node, _ range: Range<Int>) -> Bool {
        withBytes(of: nodes[Int(text)].slice) { bytes in
            range.upperBound <= bytes.count && bytes[range].allSatisfy(CrengineText.isSpace)
        }
    }

    fileprivate func isPreformatted(_ element: Node) -> Bool {
        var outer: Node? = element
        while let node = outer {
            if CrengineElements.preformatted.contains(localName(of: node).asciiLowercased) { return true }
            outer = parent(of: node)
        }
        return false
    }
}
