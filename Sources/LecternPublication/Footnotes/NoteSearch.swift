// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel

extension Publication {
    /// Writes the note that a reference leads to, or that a place is in (schema `footnote`).
    ///
    /// - Parameter isRaised: for a page, where only a reference counts: whether it is shown raised.  By default, the place
    ///   may also be in the note itself.
    public func writeNote(
        _ query: LocatorQuery, isRaised: Bool? = nil, to json: inout JSONWriter
    ) throws(Failure) {
        var locating = Locating(query, in: self, try positionsOfResources())
        let found = try locating.locate()
        guard let (place, readable, target) = locating.described,
            let node = place.points?.start.innermost(in: readable.tree) ?? place.element
                ?? readable.textNode(at: place.range.lowerBound).flatMap(readable.tree.parent)
        else { throw missingNote(found) }
        let document = NoteDocument(readable, target, showsRaised: isRaised ?? false)
        if let link = document.link(at: node), try locating.writeNote(of: link, in: document, to: &json) { return }
        guard isRaised == nil, try locating.writeNote(around: node, in: document, to: &json) else {
            throw missingNote(found)
        }
    }

    private func missingNote(_ place: Locator) -> Failure {
        Failure(.notFound, "There is no note, and no reference to one.", path: [name, place.href])
    }
}

extension Locating {
    /// How sure it is that something is a note.
    private enum Confidence {
        static let typed = 1.0
        static let inSection = 0.9
        static let linksBack = 0.8
        static let looksLikeOne = 0.6
    }

    private typealias Link = (node: MarkupTree.Node, document: NoteDocument)

    /// Writes the note that a link leads to.
    ///
    /// - Returns: false, without writing anything, if it leads to none.
    fileprivate mutating func writeNote(
        of link: MarkupTree.Node, in document: NoteDocument, to json: inout JSONWriter
    ) throws(Failure) -> Bool {
        guard !document.tree.isBacklink(link), let (element, other) = try destination(of: link, in: document) else {
            return false
        }
        let isReference = document.isReference(link)
        guard !other.tree.isNoteReference(element), let parts = other.note(at: element, isSure: isReference) else {
            return false
        }
        let typed = other.typedNote(around: element)
        let confidence: Double
        if isReference || typed?.role != nil {
            confidence = Confidence.typed
        } else if typed != nil {
            confidence = Confidence.inSection
        } else if document.beginsBlock(link) {
            // The number of a note, which leads back.
            return false
        } else if document.typedNote(around: link) != nil {
            // From a note to a text elsewhere.
            return false
        } else if other.links(in: parts).contains(where: {
            !other.isReference($0) && other.leads($0, to: link, of: document)
        }) {
            confidence = Confidence.linksBack
        } else if document.looksLikeReference(link)
            || other.isNote(parts[0], called: document.tree.collapsedText(of: link)),
            isLater(element, other, than: link, document)
        {
            confidence = Confidence.looksLikeOne
        } else {
            return false
        }
        try write(parts, of: other, confidence, role: typed?.role, reference: (link, document), to: &json)
        return true
    }

    /// Writes the note that an element is in.
    fileprivate mutating func writeNote(
        around node: MarkupTree.Node, in document: NoteDocument, to json: inout JSONWriter
    ) throws(Failure) -> Bool {
        let typed = document.typedNote(around: node)
        guard let parts = document.note(at: node, isSure: true) else { return false }
        var reference: Link?
        for link in document.links(in: parts).prefix(Locating.maxBacklinks) where reference == nil {
            guard let (element, other) = try destination(of: link, in: document),
                let back = other.link(at: element) ?? other.firstLink(in: element),
                other.leads(back, to: parts[0], of: document), other.isReference(back) || !other.beginsBlock(back),
                isLater(parts[0], document, than: back, other)
            else { continue }
            reference = (back, other)
        }
        guard typed != nil || reference != nil else { return false }
        let isTyped = typed?.role != nil || reference.map { $0.document.isReference($0.node) } ?? false
        let confidence = isTyped ? Confidence.typed : typed != nil ? Confidence.inSection : Confidence.linksBack
        try write(parts, of: document, confidence, role: typed?.role, reference: reference, to: &json)
        return true
    }

    /// Of one note: each may lead to another document.
    private static let maxBacklinks = 8

    private mutating func destination(of link: MarkupTree.Node, in document: NoteDocument) throws(Failure) -> Link? {
        guard let (href, id) = document.destination(of: link), let target = target(href) else { return nil }
        let other: NoteDocument?
        if target.href == document.target.href {
            other = document
        } else {
            other = try readable(target).map { NoteDocument($0, target) }
        }
        return other.flatMap { other in other.readable.element(named: id).map { ($0, other) } }
    }

    /// Notes come behind what refers to them, and may be outside of the reading order.
    private func isLater(
        _ element: MarkupTree.Node, _ other: NoteDocument, than link: MarkupTree.Node, _ document: NoteDocument
    ) -> Bool {
        guard let there = other.target.index, let here = document.target.index else { return true }
        return there == here ? element > link : there > here
    }

    /// - Parameters:
    ///   - confidence: how sure it is that this is a note.
    ///   - role: what the document calls it.
    private mutating func write(
        _ parts: [MarkupTree.Node], of document: NoteDocument, _ confidence: Double, role: String?, reference: Link?,
        to json: inout JSONWriter
    ) throws(Failure) {
        let tree = document.tree
        let back = document.links(in: parts).filter { link in
            tree.isBacklink(link) || reference.map { document.leads(link, to: $0.node, of: $0.document) } ?? false
        }
        // The number of a note stays, an arrow does not.
        let dropped = back.filter { tree.isBacklink($0) || NoteMark.isSymbol(tree.collapsedText(of: $0)) }
        let markup = NoteMarkup(parts, of: tree, document.base, dropping: dropped, unlinking: back)
        json.beginObject()
        json.member("confidence", confidence)
        json.member("role", ifPresent: role)
        if let reference {
            let label = reference.document.tree.collapsedText(of: reference.node)
            json.member("label", ifPresent: label.isEmpty ? nil : label)
            json.key("reference")
            try locator(of: reference).write(to: &json)
        }
        json.key("note")
        try locator(of: (parts[0], document)).write(to: &json)
        json.member("text", String(decoding: markup.text, as: UTF8.self))
        json.member("html", String(decoding: markup.html, as: UTF8.self))
        json.member("language", ifPresent: tree.nearestLanguage(of: parts[0]) ?? manifest.metadata.languages.first)
        json.key("backlinks")
        json.strings(back.compactMap { tree.linkTarget(of: $0, document.base) })
        json.endObject()
    }

    private mutating func locator(of link: Link) throws(Failure) -> Locator {
        let readable = link.document.readable
        let start = readable.start(of: link.node)
        let place = DocumentPlace(range: start..<start, element: link.node)
        return try locator(at: place, of: readable, in: link.document.target, keeping: false)
    }
}
