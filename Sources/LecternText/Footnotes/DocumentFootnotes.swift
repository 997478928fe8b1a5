// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The references and notes of a document that are recognised without a type.  No other documents are read.
public struct DocumentFootnotes: Sendable {
    public typealias Node = MarkupTree.Node

    /// Links to notes.
    public private(set) var references: Set<Node> = []
    /// Links back to references that are not part of the text.
    private(set) var backlinks: Set<Node> = []
    /// The blocks of notes.
    public private(set) var blocks: Set<Node> = []
    /// Links with the type of a backlink that are the whole text of their note.
    private(set) var texts: Set<Node> = []

    static let none = DocumentFootnotes()

    public var isEmpty: Bool { references.isEmpty && blocks.isEmpty }

    /// The approximate cost in nanoseconds.
    private static let linkCost = 4096

    private init() {}

    /// - Parameter resources: only evaluated if the document has links to fragments.
    public init(_ tree: MarkupTree, _ link: Link, _ resources: @autoclosure () -> FootnoteResources, _ work: Work) {
        guard
            (0..<tree.nodes.count).contains(where: { node in
                let node = Node(truncatingIfNeeded: node)
                guard tree.isElement(node), tree.name(of: node) == .a, let href = tree.value(.href, of: node) else {
                    return false
                }
                return tree.withBytes(of: href) { $0.contains(UInt8(ascii: "#")) }
            })
        else { return }
        let href = Href.withoutFragment(link.href)
        let document = FootnoteDocument(tree, DocumentIndex(tree), href: href, resources(), work)
        var last: Node?
        for link in document.tables.links(in: 0..<Node(truncatingIfNeeded: tree.nodes.count)) {
            if work.stops(after: DocumentFootnotes.linkCost) { return }
            guard let (target, id) = document.destination(of: link) else { continue }
            if tree.isBacklink(link) {
                addText(link, document)
            } else if target == href {
                if let element = document.element(named: id) { add(link, element, document) }
            } else if document.refersElsewhere(link) {
                references.insert(link)
            } else if let kind = document.referenceKind(of: link), FootnoteKind.lookups.contains(kind) {
                addLookup(link, document)
            } else if let parts = document.noteOfElsewhere(at: link, behind: last) {
                last = parts.last
                blocks.formUnion(parts)
                if document.isBack(link) { backlinks.insert(link) }
            }
        }
    }

    /// Adds a link to an element of this document.
    private mutating func add(_ link: Node, _ element: Node, _ document: FootnoteDocument) {
        guard let note = document.note(of: link, at: element, of: document) else { return }
        let kind = document.referenceKind(of: link)
        if kind == nil || kind.map(FootnoteKind.lookups.contains) ?? false { addLookup(link, document) }
        for back in note.back where document.isBack(back) { backlinks.insert(back) }
        guard kind.map({ !FootnoteKind.lookups.contains($0) }) ?? true, document.typedNote(around: element) == nil,
            blocks.insert(note.parts[0]).inserted
        else { return }
        blocks.formUnion(note.parts)
    }

    /// A link consisting of words is part of the text; a number or a sign is not.
    private mutating func addLookup(_ link: Node, _ document: FootnoteDocument) {
        let label = document.label(of: link)
        if FootnoteMark.isMark(label) || FootnoteMark.isSign(label) || document.tree.isPicture(link) {
            references.insert(link)
        }
    }

    private mutating func addText(_ link: Node, _ document: FootnoteDocument) {
        guard let note = document.typedNote(around: link)?.note, document.isWords(link),
            document.tables.length(of: note) == document.tables.length(of: link)
        else { return }
        texts.insert(link)
    }
}

extension FootnoteDocument {
    /// Whether the text of a link is more than a number, a sign or an arrow.
    func isWords(_ link: Node) -> Bool {
        let label = label(of: link)
        return tables.length(of: link) > 0 && !FootnoteMark.isMark(label)
            && (label.isEmpty || !FootnoteMark.isSymbol(label))
    }

    /// Whether a link back is left out when reading.  Words within a sentence are read.
    fileprivate func isBack(_ link: Node) -> Bool {
        guard isWords(link) else { return true }
        return isApart(link) && tables.length(of: tables.blocks[Int(link)]) > tables.length(of: link)
            || tables.notes[Int(link)] < 0 && isAlone(link)
    }

    /// Whether a link is the whole text of a block other than the first one of its note.
    private func isAlone(_ link: Node) -> Bool {
        let block = tables.blocks[Int(link)]
        return tables.length(of: block) == tables.length(of: link) && !tables.hasName(in: block..<tables.end(of: block))
    }

    /// The note in this document that a link back belongs to, if the link refers to an earlier document and looks like
    /// the number of a note, or like an arrow at its end.  The reference itself is not known, so that the note must be
    /// one of several, or the only content.
    ///
    /// - Parameter last: the last element of the note that was found before.
    fileprivate func noteOfElsewhere(at link: Node, behind last: Node?) -> [Node]? {
        guard let (target, _) = destination(of: link), let there = resources.number(of: target),
            number.map({ there < $0 }) ?? true, typedNote(around: link) == nil, !isReference(link), !isWords(link)
        else { return nil }
        let item = tables.items[Int(link)]
        if item >= 0, tables.hasName(in: item..<item + 1), endsBlock(link), !beginsBlock(link) { return [item] }
        guard beginsBlock(link), FootnoteMark.isMark(label(of: link)), let parts = note(at: link, isSure: false),
            beginsNote(parts[0]), isNote(parts, besides: link)
        else { return nil }
        let (before, after) = neighbours(of: parts)
        if let last, let before, before <= last, last < tables.end(of: before) { return parts }
        if let after, beginsNote(after), isHeading(after) == isHeading(parts[0]), !leadAlike(link, firstLink(in: after))
        {
            return parts
        }
        return after == nil && parts.count == 1 && before.map(isHeading) ?? true ? parts : nil
    }

    /// Whether two links have the same target.  The numbers of verses all refer to their chapter.
    private func leadAlike(_ link: Node, _ other: Node?) -> Bool {
        guard let other, let here = destination(of: link), let there = destination(of: other) else { return false }
        return here == there
    }

    /// Whether a text contains superscript numbers that link to the same document, like the numbers of verses.
    private func hasVerses(_ parts: [Node], _ link: Node) -> Bool {
        links(in: parts).prefix(FootnoteDocument.maxLinks).contains { other in
            other != link && !beginsBlock(other) && looksLikeReference(other)
                && destination(of: other)?.href == destination(of: link)?.href
        }
    }

    /// The siblings of a note, or of the outermost element that contains only the note.
    private func neighbours(of parts: [Node]) -> (before: Node?, after: Node?) {
        var (first, last) = (parts[0], parts[parts.count - 1])
        for _ in 0..<FootnoteDocument.maxFrames {
            let (before, after) = (previousElement(before: first), nextElement(after: last))
            let next = after.flatMap { isAnchor($0) ? nextElement(after: $0) : $0 }
            guard before == nil, next == nil, let parent = tree.parent(of: first), tree.name(of: parent) != .body else {
                return (before, next)
            }
            (first, last) = (parent, parent)
        }
        return (nil, nil)
    }

    private func previousElement(before node: Node) -> Node? {
        var before = tables.previous[Int(node)]
        if before >= 0, isAnchor(before) { before = tables.previous[Int(before)] }
        return before < 0 ? nil : before
    }

    /// Whether the text has the length of a note.  Chapters begin with a number, too.
    private func isNote(_ parts: [Node], besides link: Node) -> Bool {
        let length = parts.reduce(0) { $0 + tables.length(of: $1) }
        return !hasVerses(parts, link) && length <= FootnoteDocument.longestUntyped
            && length > tables.length(of: link) + 2
            && (!isHeading(parts[0]) || tree.localName(of: parts[0]) >= "h4")
    }
}
