// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A document in which there are references, or notes.
///
/// These are the only rules for what is a note and what refers to it: the page in a web view asks for them as well.
final class NoteDocument {
    let readable: ReadableDocument
    let target: Locating.Target
    let base: HrefBase
    /// Whether the link that is asked about is shown raised, by a style sheet.
    private let showsRaised: Bool

    var tree: MarkupTree { readable.tree }

    typealias Node = MarkupTree.Node

    /// In bytes: longer notes are read in their place.
    private static let longest = 20_000
    /// In bytes, of an element that nothing but a link makes a note.
    private static let longestUntyped = 2000
    /// Of the text before the place that a link leads to, in the block of a note, such as its number.
    private static let longestNumber = 6
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "img", "mark", "q", "s", "small",
        "span",
        "strong", "sub", "sup", "tt", "u",
    ]
    private static let sections: Set<String> = ["section", "div", "article", "main", "nav", "table", "ul", "ol"]
    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    init(_ readable: ReadableDocument, _ target: Locating.Target, showsRaised: Bool = false) {
        self.readable = readable
        self.showsRaised = showsRaised
        self.target = target
        base = HrefBase(href: target.href)
    }

    // MARK: References

    /// The link that an element is, that it is in, or that is all of its text.
    func link(at node: Node) -> Node? {
        if let link = tree.closest(node, { isLink($0) }) { return link }
        guard let first = links(in: [node]).first else { return nil }
        let text = tree.collapsedText(of: node)
        return !text.isEmpty && text == tree.collapsedText(of: first) ? first : nil
    }

    func isLink(_ node: Node) -> Bool { tree.name(of: node) == .a && tree.value(.href, of: node) != nil }

    func links(in parts: [Node]) -> [Node] {
        parts.flatMap { part in (part..<tree.end(of: part)).filter { tree.isElement($0) && isLink($0) } }
    }

    /// The link of an element that a note leads back to, which is no section.
    func firstLink(in node: Node) -> Node? {
        NoteDocument.sections.contains(tree.localName(of: node)) ? nil : links(in: [node]).first
    }

    /// Where a link leads: a resource, and the id of an element in it.
    func destination(of link: Node) -> (href: String, id: String)? {
        guard let href = tree.linkTarget(of: link, base), let fragment = Href.fragment(href), !fragment.isEmpty else {
            return nil
        }
        return (Href.withoutFragment(href), String(fragment))
    }

    /// The link, its parent, and its only child: any of them may have the type of a reference.
    private func around(_ link: Node) -> [Node] {
        let children = Array(tree.children(of: link).prefix(2))
        return [link] + (tree.parent(of: link).map { [$0] } ?? []) + (children.count == 1 ? children : [])
    }

    func isReference(_ link: Node) -> Bool { around(link).contains { tree.isNoteReference($0) } }

    /// Whether a link looks like a reference: a number or a sign, raised or in brackets.
    func looksLikeReference(_ link: Node) -> Bool {
        let text = tree.collapsedText(of: link)
        guard NoteMark.isMark(text) else { return false }
        return showsRaised || NoteMark.isSign(text) || around(link).contains { isRaised($0) }
    }

    /// Whether a note begins with the label of a link in square brackets, such as "[RFC 3986]".
    func isNote(_ node: Node, called label: String) -> Bool {
        label.hasPrefix("[") && label.hasSuffix("]") && 3...32 ~= label.utf8.count
            && tree.collapsedText(of: node).hasPrefix(label)
    }

    private func isRaised(_ node: Node) -> Bool {
        if tree.localName(of: node) == "sup" { return true }
        let look = [MarkupName.style, .class].compactMap { tree.attributeText($0, of: node)?.asciiLowercased.utf8 }
        return look.contains { look in
            look.count < 1024
                && look.split(whereSeparator: { !(0x61...0x7A).contains($0) && $0 != 0x2D }).contains { word in
                    NoteDocument.raisingWords.contains { word.starts(with: $0.utf8) }
                }
        }
    }

    /// Beginnings of words in styles and classes: `vertical-align: super`, `class="superscript"`.
    private static let raisingWords = ["super", "sup", "text-top", "noteref", "footnoteref", "fnref"]

    /// Whether nothing is before an element in its block, as with the number of a note.
    func beginsBlock(_ node: Node) -> Bool {
        let block = block(of: node)
        return block == node || textLength(from: block, to: node) == 0
    }

    /// The bytes of text in front of an element, spaces aside.
    private func textLength(from block: Node, to node: Node) -> Int {
        (block..<max(block, node)).reduce(0) { sum, index in
            tree.isElement(index) ? sum : sum + Int(tree.trimmed(tree.nodes[Int(index)].slice).count)
        }
    }

    // MARK: Notes

    /// The block that an element stands for: a note, an item of a list, a paragraph.
    private func block(of node: Node) -> Node {
        var block = node
        while NoteDocument.inline.contains(tree.localName(of: block)), let parent = tree.parent(of: block) {
            block = parent
        }
        // An empty anchor before a paragraph means the paragraph.
        if block != node, tree.collapsedText(of: node).isEmpty,
            tree.name(of: block) == .body || NoteDocument.sections.contains(tree.localName(of: block)),
            let next = nextElement(after: node)
        {
            return next
        }
        return block
    }

    func nextElement(after node: Node) -> Node? {
        var next = tree.nodes[Int(node)].nextSibling
        while next >= 0 {
            if tree.isElement(next) { return next }
            next = tree.nodes[Int(next)].nextSibling
        }
        return nil
    }

    /// The note that an element is in by its type, or as an item of a section of notes.
    func typedNote(around node: Node) -> (note: Node, role: String?)? {
        if let note = tree.closest(node, { tree.noteKind(of: $0, in: NoteKind.notes) != nil }) {
            return (note, tree.noteKind(of: note, in: NoteKind.notes))
        }
        guard let item = tree.closest(node, { ["li", "dd", "dt"].contains(tree.localName(of: $0)) }),
            tree.closest(item, { tree.noteKind(of: $0, in: NoteKind.sections) != nil }) != nil
        else { return nil }
        return (item, nil)
    }

    /// The elements of a note; nil if that is no note.
    ///
    /// - Parameter isSure: whether the reference says that it is one.
    func note(at node: Node, isSure: Bool) -> [Node]? {
        let typed = typedNote(around: node)?.note
        var block = typed ?? block(of: node)
        while let parent = tree.parent(of: block), belongs(block, to: parent, isTyped: typed != nil) { block = parent }
        let name = tree.localName(of: block)
        guard tree.name(of: block) != .body, !NoteDocument.headings.contains(name) else { return nil }
        if !isSure, typed == nil {
            // In running text it is the reference that a note leads back to.
            if node > block, textLength(from: block, to: node) > NoteDocument.longestNumber { return nil }
            if NoteDocument.sections.contains(name), textLength(of: block) > NoteDocument.longestUntyped { return nil }
            // A note has no sections, but a section may have a link back.
            if (block..<tree.end(of: block)).contains(where: isHeading) { return nil }
        }
        var parts = [block]
        while name == "dt", let next = nextElement(after: parts[parts.count - 1]), tree.localName(of: next) != "dt" {
            parts.append(next)
        }
        if typed == nil, name == "p" { parts += continuation(of: block) }
        return parts.reduce(0) { $0 + textLength(of: $1) } > NoteDocument.longest ? nil : parts
    }

    /// Whether an element is only the first part of what a note is.
    private func belongs(_ block: Node, to parent: Node, isTyped: Bool) -> Bool {
        if ["td", "th"].contains(tree.localName(of: block)) { return true }
        guard tree.children(of: parent).prefix(1).contains(block) else { return false }
        return ["li", "dd"].contains(tree.localName(of: parent)) || !isTyped && isFrame(parent)
    }

    func isHeading(_ node: Node) -> Bool {
        tree.isElement(node) && NoteDocument.headings.contains(tree.localName(of: node))
    }

    private func textLength(of node: Node) -> Int { textLength(from: node, to: tree.end(of: node)) }

    // MARK: Ways back

    /// Whether a link leads to an element: to it, into it, to what it is in, or to an anchor beside it.
    func leads(_ link: Node, to node: Node, of other: NoteDocument) -> Bool {
        guard let (href, id) = destination(of: link), href == other.target.href,
            let element = other.readable.element(named: id)
        else { return false }
        let tree = other.tree
        let isInside = element <= node && node < tree.end(of: element)
        let isAround = node <= element && element < tree.end(of: node)
        let parents = [tree.parent(of: node), tree.parent(of: node).flatMap(tree.parent)].compactMap { $0 }
        return isInside && tree.name(of: element) != .body || isAround
            || parents.contains {
                $0 == tree.parent(of: element) && NoteDocument.inline.contains(tree.localName(of: element))
            }
    }
}
