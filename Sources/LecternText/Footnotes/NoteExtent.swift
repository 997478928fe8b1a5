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
        while let node = next, !ends(at: node), !(isAnchor(node) && nextElement(after: node).map(beginsNote) ?? false) {
            parts.append(node)
            next = nextElement(after: node)
        }
        if isHeading(block) || hasNothingElse(parent) { return parts }
        if let node = next, isAnchor(node) { next = nextElement(after: node) }
        guard let next, beginsNote(next) else { return [] }
        return links(in: parts).contains { leads($0, to: next, of: self) } ? [] : parts
    }

    /// Whether a note ends in front of an element: another note, or something else.
    private func ends(at node: Node) -> Bool {
        beginsNote(node) || isHeading(node) || tree.localName(of: node) == "hr" || tables.notes[Int(node)] == node
            || tables.sections[Int(node)] == node
    }

    /// Whether a heading, with a place to link to, is nothing but the number of a note.
    func isNumber(_ heading: Node) -> Bool { NoteMark.isMark(label(of: heading)) && beginsNote(heading) }

    /// Whether an element with several paragraphs is one note, which its first child begins.
    func isFrame(_ parent: Node) -> Bool {
        if let known = frames[parent] { return known }
        let found = looksLikeFrame(parent)
        frames[parent] = found
        return found
    }

    private func looksLikeFrame(_ parent: Node) -> Bool {
        guard ["div", "aside", "blockquote"].contains(tree.localName(of: parent)) else { return false }
        var children = tree.children(of: parent)
        guard let first = children.next(), beginsNote(first) else { return false }
        while let child = children.next() {
            if beginsNote(child) { return false }
        }
        let before = tables.previous[Int(parent)]
        let beside = [before < 0 ? nil : before, nextElement(after: parent)].compactMap { $0 }
        return isNamedNote(parent)
            || beside.contains { tree.localName(of: $0) == tree.localName(of: parent) && beginsNote($0) }
    }

    /// Whether the first child, headings aside, begins a note: the others belong to it, or begin notes themselves.
    private func hasNothingElse(_ parent: Node) -> Bool {
        if let known = runs[parent] { return known }
        let first = tree.children(of: parent).first { !isHeading($0) && tree.localName(of: $0) != "hr" }
        let found = first.map(beginsNote) ?? false
        runs[parent] = found
        return found
    }

    /// Whether an element is a place to link to, and begins with a number or a sign.
    func beginsNote(_ block: Node) -> Bool {
        if let known = beginnings[block] { return known }
        let found = beginsWithMark(block)
        beginnings[block] = found
        return found
    }

    private func beginsWithMark(_ block: Node) -> Bool {
        guard let text = tables.texts(in: block..<tables.end(of: block)).first else { return false }
        let before = tables.previous[Int(block)]
        guard tables.hasName(in: block..<text) || before >= 0 && isAnchor(before) else { return false }
        if let link = tables.links(in: block..<text).last, text < tables.end(of: link) {
            return NoteMark.isMark(label(of: link))
        }
        let line = max(block, tables.blocks[Int(text)])
        return NoteMark.isNumbering(beginning(of: text)) || NoteMark.isNumbering(beginning(of: line))
    }

    /// Whether an element without text, in front of a note, is its place to link to.
    func isAnchor(_ node: Node) -> Bool {
        tables.blocks[Int(node)] != node && tables.length(of: node) == 0
            && tables.hasName(in: node..<tables.end(of: node))
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
}
