// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A document with references or notes.
///
/// All rules for notes and references are here.  To read the content of a document, they are applied to each of its
/// links: results for elements are kept, so that the time is linear in the length of the document.
public final class FootnoteDocument {
    public typealias Node = MarkupTree.Node

    public let tree: MarkupTree
    let href: String
    public let resources: FootnoteResources
    public let base: HrefBase
    private let index: DocumentIndex
    /// Whether a style sheet displays the link in question as superscript.
    private let showsRaised: Bool
    private let work: Work?

    private(set) lazy var tables = FootnoteTables(tree, work)
    /// The index in the reading order.
    private(set) lazy var number = resources.number(of: href)
    /// The targets of the links within this document; -1 for a link without one.
    private var targets: [Node: Node] = [:]
    private var knownNotes: [Node: [Node]?] = [:]
    var beginnings: [Node: Bool] = [:]
    var frames: [Node: Bool] = [:]
    var runs: [Node: Bool] = [:]

    /// The maximum length of a note in bytes.  Longer ones are read in place.
    private static let longest = 20_000
    /// The maximum length in bytes of a note without a type.
    static let longestUntyped = 2000
    /// The maximum length in bytes of text before the target of a link in the block of a note, such as its number.
    private static let longestNumber = 6
    /// The number of bytes of a text that are examined.
    private static let longestLabel = 64
    /// The maximum number of elements around the first paragraph of a note.
    static let maxFrames = 8
    /// The maximum number of links in a note that are checked as links back.
    static let maxLinks = 256
    private static let sections: Set<String> = ["section", "div", "article", "main", "nav", "table", "ul", "ol"]

    public init(
        _ tree: MarkupTree, _ index: DocumentIndex, href: String, _ resources: FootnoteResources,
        showsRaised: Bool = false,
        _ work: Work? = nil
    ) {
        self.tree = tree
        self.index = index
        self.href = href
        self.resources = resources
        self.showsRaised = showsRaised
        self.work = work
        base = HrefBase(href: href)
    }

    // MARK: References

    /// The element itself if it is a link, the link that contains it, or the link that is its whole text.
    public func link(at node: Node) -> Node? {
        if let link = tree.closest(node, { tree.isLink($0) }) { return link }
        guard let first = links(in: [node]).first else { return nil }
        let length = tables.length(of: node)
        return length > 0 && length == tables.length(of: first) ? first : nil
    }

    /// The links in the elements of a note, which follow each other.
    public func links(in parts: [Node]) -> ArraySlice<Node> {
        guard let first = parts.first, let last = parts.last else { return [] }
        return tables.links(in: first..<tables.end(of: last))
    }

    /// The link of an element that a note leads back to, which is no section.
    public func firstLink(in node: Node) -> Node? {
        FootnoteDocument.sections.contains(tree.localName(of: node)) ? nil : links(in: [node]).first
    }

    /// Where a link leads: a resource, and the id of an element in it.
    public func destination(of link: Node) -> (href: String, id: String)? {
        guard let href = tree.linkTarget(of: link, base), let fragment = Href.fragment(href), !fragment.isEmpty else {
            return nil
        }
        let resource = Href.withoutFragment(href)
        return (resources.href(resource) ?? resource, String(fragment))
    }

    /// The element of this document that a link refers to.  The link may be in another document.
    func element(for link: Node, of other: FootnoteDocument) -> Node? {
        if other === self, let known = targets[link] { return known < 0 ? nil : known }
        let found = other.destination(of: link).flatMap { $0.href == href ? element(named: $0.id) : nil }
        if other === self { targets[link] = found ?? -1 }
        return found
    }

    /// - Parameter id: it may be percent-encoded.
    public func element(named id: String) -> Node? {
        index.element(withID: id)
            ?? PercentEncoding.decoded(id[...]).flatMap { $0 == id ? nil : index.element(withID: $0) }
    }

    /// The link, its parent, and its only child.  Any of them may have the type of a reference.
    private func around(_ link: Node) -> [Node] {
        let children = Array(tree.children(of: link).prefix(2))
        return [link] + (tree.parent(of: link).map { [$0] } ?? []) + (children.count == 1 ? children : [])
    }

    func referenceKind(of link: Node) -> String? {
        around(link).lazy.compactMap { self.tree.noteKind(of: $0, in: FootnoteKind.references) }.first
    }

    public func isReference(_ link: Node) -> Bool { referenceKind(of: link) != nil }

    /// Whether a link looks like a reference: a number or a sign, as superscript or in brackets, or a raised picture.
    func looksLikeReference(_ link: Node) -> Bool {
        if tree.isPicture(link) { return around(link).contains { isRaised($0) } }
        let text = label(of: link)
        guard FootnoteMark.isMark(text) else { return false }
        return showsRaised || FootnoteMark.isSign(text) || tree.brackets(around: link)?.isSquare ?? false
            || around(link).contains { isRaised($0) }
    }

    /// The text of a link; empty if it is long.
    func label(of link: Node) -> String {
        tables.length(of: link) > FootnoteDocument.longestLabel ? "" : tree.collapsedText(of: link)
    }

    /// Whether a note begins with the label of a link in square brackets, such as "[RFC 3986]".
    func isNote(_ node: Node, called label: String) -> Bool {
        label.hasPrefix("[") && label.hasSuffix("]") && 3...32 ~= label.utf8.count
            && beginning(of: node).words.joined(separator: " ").hasPrefix(label)
    }

    /// The first characters in an element.
    func beginning(of node: Node) -> String {
        var text = ""
        for part in tables.texts(in: node..<tables.end(of: node)) {
            var slice = tree.nodes[Int(part)].slice
            slice.count = min(slice.count, Int32(FootnoteDocument.longestLabel))
            text += tree.string(slice)
            if text.utf8.count >= FootnoteDocument.longestLabel { break }
        }
        return text
    }

    private func isRaised(_ node: Node) -> Bool {
        if tree.localName(of: node) == "sup" { return true }
        let look = [MarkupName.style, .class].compactMap { tree.attributeText($0, of: node)?.asciiLowercased.utf8 }
        return look.contains { look in
            look.count < 1024
                && look.split(whereSeparator: { !(0x61...0x7A).contains($0) && $0 != 0x2D }).contains { word in
                    FootnoteDocument.raisingWords.contains { word.starts(with: $0.utf8) }
                }
        }
    }

    /// Beginnings of words in styles and classes: `vertical-align: super`, `class="superscript"`.
    private static let raisingWords = ["super", "sup", "text-top", "noteref", "footnoteref", "fnref"]

    /// Whether an element begins its block, except for a bracket, as the number of a note does.
    func beginsBlock(_ node: Node) -> Bool {
        let block = tables.blocks[Int(node)]
        let length = tables.length(from: block, to: node)
        guard block != node, length > 0 else { return true }
        return length <= 2
            && tables.texts(in: block..<node).allSatisfy {
                FootnoteMark.isBracket(tree.string(tree.trimmed(tree.nodes[Int($0)].slice)))
            }
    }

    /// Whether a link ends its block, except for a bracket.
    func endsBlock(_ link: Node) -> Bool {
        let (start, end) = (tables.end(of: link), tables.end(of: tables.blocks[Int(link)]))
        return tables.length(from: start, to: end) <= 2
            && tables.texts(in: start..<max(start, end)).allSatisfy {
                FootnoteMark.isBracket(tree.string(tree.trimmed(tree.nodes[Int($0)].slice)))
            }
    }

    /// Whether a link follows the text of its block and is not part of a sentence, like "Back to text".
    func isApart(_ link: Node) -> Bool {
        guard endsBlock(link) else { return false }
        guard let before = tables.texts(in: tables.blocks[Int(link)]..<link).last else { return true }
        return tree.withBytes(of: tree.trimmed(tree.nodes[Int(before)].slice)) { text in
            UTF8Scalar.decode(text, before: text.count).map { FootnoteMark.isPause($0.scalar) } ?? true
        }
    }

    // MARK: Notes

    /// The block that an element represents: a note, a list item, a paragraph.
    private func block(of node: Node) -> Node {
        let block = tables.blocks[Int(node)]
        // An empty anchor before a paragraph represents the paragraph.
        if block != node, tables.length(of: node) == 0,
            tree.name(of: block) == .body || FootnoteDocument.sections.contains(tree.localName(of: block)),
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

    /// The note around an element, by its type, or as an item of a section of notes.
    public func typedNote(around node: Node) -> (note: Node, role: String?)? {
        let note = tables.notes[Int(node)], item = tables.items[Int(node)]
        if note >= 0 { return (note, tree.noteKind(of: note, in: FootnoteKind.notes)) }
        return item >= 0 && tables.sections[Int(item)] >= 0 ? (item, nil) : nil
    }

    /// The elements of the note at a node; nil if it is not a note.
    ///
    /// - Parameter isSure: whether the type of the reference says that it is a note.
    public func note(at node: Node, isSure: Bool) -> [Node]? {
        let typed = typedNote(around: node)?.note
        var block = typed ?? block(of: node)
        for _ in 0..<FootnoteDocument.maxFrames {
            guard let parent = tree.parent(of: block), belongs(block, to: parent, isTyped: typed != nil) else { break }
            block = parent
        }
        guard tree.name(of: block) != .body else { return nil }
        if !isSure, typed == nil, !isHeading(block) {
            // In running text, it is a reference that a note links back to.
            if node > block, tables.length(from: block, to: node) > FootnoteDocument.longestNumber { return nil }
            if FootnoteDocument.sections.contains(tree.localName(of: block)),
                tables.length(of: block) > FootnoteDocument.longestUntyped
            {
                return nil
            }
            // A note has no sections, but a section may contain a link back.
            if tables.hasHeading(in: block..<tables.end(of: block)) { return nil }
        }
        if let known = knownNotes[block] { return known }
        let parts = parts(from: block, isTyped: typed != nil)
        knownNotes[block] = .some(parts)
        return parts
    }

    private func parts(from block: Node, isTyped: Bool) -> [Node]? {
        var parts = [block]
        let name = tree.localName(of: block)
        while name == "dt", let next = nextElement(after: parts[parts.count - 1]), tree.localName(of: next) != "dt" {
            parts.append(next)
        }
        if isHeading(block), !isTyped {
            guard isNumber(block) else { return nil }
            parts += continuation(of: block)
            if parts.count == 1 { return nil }
        } else if !isTyped, name == "p" {
            parts += continuation(of: block)
        }
        return parts.reduce(0) { $0 + tables.length(of: $1) } > FootnoteDocument.longest ? nil : parts
    }

    /// Whether an element is only the beginning of a note.
    private func belongs(_ block: Node, to parent: Node, isTyped: Bool) -> Bool {
        if ["td", "th"].contains(tree.localName(of: block)) { return true }
        guard tables.previous[Int(block)] < 0 else { return false }
        return ["li", "dd"].contains(tree.localName(of: parent)) || !isTyped && isFrame(parent)
    }

    func isHeading(_ node: Node) -> Bool {
        tree.isElement(node) && FootnoteTables.headings.contains(tree.localName(of: node))
    }

    // MARK: Ways back

    /// Whether the target of a link is an element, something inside it or around it, or an anchor next to it.
    public func leads(_ link: Node, to node: Node, of other: FootnoteDocument) -> Bool {
        guard let element = other.element(for: link, of: self) else { return false }
        let tree = other.tree
        let isInside = element <= node && node < other.tables.end(of: element)
        let isAround = node <= element && element < other.tables.end(of: node)
        let parents = [tree.parent(of: node), tree.parent(of: node).flatMap(tree.parent)].compactMap { $0 }
        return isInside && tree.name(of: element) != .body || isAround
            || parents.contains { $0 == tree.parent(of: element) && other.tables.blocks[Int(element)] != element }
    }

    /// The links in a note back to its reference.
    func linksBack(in parts: [Node], to reference: Node, of other: FootnoteDocument) -> [Node] {
        links(in: parts).prefix(FootnoteDocument.maxLinks).filter { leads($0, to: reference, of: other) }
    }

    /// Whether a link back is left out of the text of its note, like an arrow or "Back to text".  The number of a note
    /// is kept.
    func isLeftOut(_ back: Node) -> Bool {
        let label = label(of: back)
        return tree.isBacklink(back)
            || FootnoteMark.isSymbol(label) && tables.length(of: back) <= FootnoteDocument.longestLabel
            || !FootnoteMark.isMark(label) && isApart(back)
    }
}
