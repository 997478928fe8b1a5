// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// Determines where notes without a type end.  Each begins with a number or another sign, and extends to the next one.
extension FootnoteDocument {
    /// The elements of a note after its first one, as far as they can be determined.
    ///
    /// Among other text, a note only extends to the next note if no text in between refers to that note.
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

    /// Whether a note ends before an element, which is another note or something else.
    private func ends(at node: Node) -> Bool {
        beginsNote(node) || isHeading(node) || tree.localName(of: node) == "hr" || tables.notes[Int(node)] == node
            || tables.sections[Int(node)] == node
    }

    /// Whether a heading that can be linked to consists of the number of a note.
    func isNumber(_ heading: Node) -> Bool { FootnoteMark.isMark(label(of: heading)) && beginsNote(heading) }

    /// Whether an element with several paragraphs is a single note, whose number is in its first child.
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

    /// Whether the first child that is not a heading begins a note.  The other children then belong to it, or begin
    /// notes themselves.
    private func hasNothingElse(_ parent: Node) -> Bool {
        if let known = runs[parent] { return known }
        let first = tree.children(of: parent).first { !isHeading($0) && tree.localName(of: $0) != "hr" }
        let found = first.map(beginsNote) ?? false
        runs[parent] = found
        return found
    }

    /// Whether an element can be linked to, and begins with a number or a sign.
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
            return FootnoteMark.isMark(label(of: link))
        }
        let line = max(block, tables.blocks[Int(text)])
        return FootnoteMark.isNumbering(beginning(of: text)) || FootnoteMark.isNumbering(beginning(of: line))
    }

    /// Whether an element without text before a note is the anchor of that note.
    func isAnchor(_ node: Node) -> Bool {
        tables.blocks[Int(node)] != node && tables.length(of: node) == 0
            && tables.hasName(in: node..<tables.end(of: node))
    }

    /// Whether the class of an element, as written by converters, says that it is a note.
    private func isNamedNote(_ node: Node) -> Bool {
        var found = false
        for index in tree.attributeRange(of: node) where tree.attributes[index].name == .class {
            tree.forEachWord(in: tree.attributes[index].value) { word in
                let name = tree.string(word).asciiLowercased
                found = found || FootnoteDocument.names.contains { name.hasSuffix($0) }
            }
        }
        return found
    }

    private static let names = ["footnote", "endnote", "rearnote"]
}
