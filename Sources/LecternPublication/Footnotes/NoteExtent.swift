// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// Where notes without a type end: each of them begins with its number, or another sign, and reaches to the next one.
extension NoteDocument {
    /// The elements behind the first one of a note that are part of it, where that can be known.
    ///
    /// Among other text, a note reaches to the next one only if that is not referred to in between.
    func continuation(of block: Node) -> [Node] {
        guard let parent = tree.parent(of: block), beginsNote(block) else { return [] }
        var parts: [Node] = []
        var next = nextElement(after: block)
        while let node = next, !beginsNote(node), !isHeading(node), tree.localName(of: node) != "hr" {
            parts.append(node)
            next = nextElement(after: node)
        }
        if hasNothingElse(parent) { return parts }
        guard let next, beginsNote(next) else { return [] }
        return links(in: parts).contains { leads($0, to: next, of: self) } ? [] : parts
    }

    /// Whether an element with several paragraphs is one note, which its first child begins.
    func isFrame(_ parent: Node) -> Bool {
        guard ["div", "aside", "blockquote"].contains(tree.localName(of: parent)) else { return false }
        let children = Array(tree.children(of: parent))
        guard let first = children.first, beginsNote(first), !children.dropFirst().contains(where: beginsNote) else {
            return false
        }
        let beside = [previousElement(before: parent), nextElement(after: parent)].compactMap { $0 }
        return isNamedNote(parent)
            || beside.contains { tree.localName(of: $0) == tree.localName(of: parent) && beginsNote($0) }
    }

    /// Whether the first child, headings aside, begins a note: the others belong to it, or begin notes themselves.
    private func hasNothingElse(_ parent: Node) -> Bool {
        let first = tree.children(of: parent).first { !isHeading($0) && tree.localName(of: $0) != "hr" }
        return first.map(beginsNote) ?? false
    }

    /// Whether an element is a place to link to, and begins with a number or a sign.
    private func beginsNote(_ block: Node) -> Bool {
        let end = tree.end(of: block)
        var hasName = false, link: Node?
        for node in block..<end {
            guard tree.isElement(node) else {
                let text = tree.trimmed(tree.nodes[Int(node)].slice)
                if text.count == 0 { continue }
                guard hasName else { return false }
                if let link, node < tree.end(of: link) { return NoteMark.isMark(tree.collapsedText(of: link)) }
                return NoteMark.isNumbering(tree.string(text)) || NoteMark.isNumbering(tree.collapsedText(of: block))
            }
            hasName = hasName || tree.value(.id, of: node) != nil || tree.value(.name, of: node) != nil
            if isLink(node) { link = node }
        }
        return false
    }

    /// Whether a class calls an element a note, as converters write it.
    private func isNamedNote(_ node: Node) -> Bool {
        var found = false
        for index in tree.attributeRange(of: node) where tree.attributes[index].name == .class {
            tree.forEachWord(in: tree.attributes[index].value) { word in
                let name = tree.string(word).asciiLowercased
                found = found || NoteDocument.names.contains { name.hasSuffix($0) }
            }
        }
        return found
    }

    private static let names = ["footnote", "endnote", "rearnote"]

    private func previousElement(before node: Node) -> Node? {
        tree.parent(of: node).flatMap { tree.children(of: $0).reversed().first { $0 < node } }
    }
}
