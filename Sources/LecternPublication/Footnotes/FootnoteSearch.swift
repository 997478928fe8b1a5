// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText

extension Publication {
    /// Writes the note that a reference refers to, or that contains a place (schema `footnote`).
    ///
    /// - Parameter isRaised: whether a page displays the reference as superscript.  Then the place must be a reference;
    ///   by default, it may also be in the note.
    public func writeNote(
        _ query: LocatorQuery, isRaised: Bool? = nil, to json: inout JSONWriter
    ) throws(Failure) {
        var locating = Locating(query, in: self, try positionsOfResources())
        let found = try locating.locate()
        guard let (place, readable, target) = locating.described,
            let node = place.points?.start.innermost(in: readable.tree) ?? place.element
                ?? readable.textNode(at: place.range.lowerBound).flatMap(readable.tree.parent)
        else { throw missingNote(found) }
        let resource = FootnotedResource(readable, target, noteResources, showsRaised: isRaised ?? false)
        if let link = resource.document.link(at: node), try locating.writeNote(of: link, in: resource, to: &json) {
            return
        }
        guard isRaised == nil, try locating.writeNote(around: node, in: resource, to: &json) else {
            throw missingNote(found)
        }
    }

    private func missingNote(_ place: Locator) -> Failure {
        Failure(.notFound, "There is no footnote at this place, and no reference to one.", path: [name, place.href])
    }
}

/// A document that was read, and its notes.
private struct FootnotedResource {
    let readable: ReadableDocument
    let target: Locating.Target
    let document: FootnoteDocument

    init(
        _ readable: ReadableDocument, _ target: Locating.Target, _ resources: FootnoteResources,
        showsRaised: Bool = false
    ) {
        self.readable = readable
        self.target = target
        document = FootnoteDocument(
            readable.tree, readable.index, href: target.href, resources, showsRaised: showsRaised)
    }
}

extension Locating {
    private typealias Link = (node: MarkupTree.Node, resource: FootnotedResource)

    /// Writes the note that a link refers to.
    ///
    /// - Returns: false, without writing anything, if the link does not refer to a note.
    fileprivate mutating func writeNote(
        of link: MarkupTree.Node, in resource: FootnotedResource, to json: inout JSONWriter
    ) throws(Failure) -> Bool {
        guard !resource.document.tree.isBacklink(link), let (element, other) = try destination(of: link, in: resource),
            let note = resource.document.note(of: link, at: element, of: other.document)
        else { return false }
        try write(note, of: other, reference: (link, resource), to: &json)
        return true
    }

    /// Writes the note that contains an element.
    fileprivate mutating func writeNote(
        around node: MarkupTree.Node, in resource: FootnotedResource, to json: inout JSONWriter
    ) throws(Failure) -> Bool {
        let document = resource.document
        let typed = document.typedNote(around: node)
        guard let parts = document.note(at: node, isSure: true) else { return false }
        var reference: Link?
        for link in document.links(in: parts).prefix(Locating.maxBacklinks) where reference == nil {
            guard let (element, other) = try destination(of: link, in: resource),
                let back = other.document.link(at: element) ?? other.document.firstLink(in: element),
                other.document.leads(back, to: parts[0], of: document),
                other.document.isLater(parts[0], document, than: back),
                other.document.note(of: back, at: parts[0], of: document)?.parts.first == parts[0]
            else { continue }
            reference = (back, other)
        }
        guard typed != nil || reference != nil else { return false }
        let isTyped = typed?.role != nil || reference.map { $0.resource.document.isReference($0.node) } ?? false
        let confidence =
            isTyped
            ? FoundFootnote.Confidence.typed
            : typed != nil ? FoundFootnote.Confidence.inSection : FoundFootnote.Confidence.linksBack
        let note = FoundFootnote(parts: parts, role: typed?.role, confidence: confidence, back: [])
        try write(note, of: resource, reference: reference, to: &json)
        return true
    }

    /// The maximum number of links in a note that are followed, since each may require another document.
    private static let maxBacklinks = 8

    private mutating func destination(
        of link: MarkupTree.Node, in resource: FootnotedResource
    ) throws(Failure) -> Link? {
        guard let (href, id) = resource.document.destination(of: link), let target = target(href) else { return nil }
        let other: FootnotedResource?
        if target.href == resource.target.href {
            other = resource
        } else {
            let resources = publication.noteResources
            other = try readable(target).map { FootnotedResource($0, target, resources) }
        }
        return other.flatMap { other in other.document.element(named: id).map { ($0, other) } }
    }

    private mutating func write(
        _ note: FoundFootnote, of resource: FootnotedResource, reference: Link?, to json: inout JSONWriter
    ) throws(Failure) {
        let document = resource.document
        let tree = document.tree
        let parts = note.parts
        let back = document.links(in: parts).filter { link in
            tree.isBacklink(link)
                || reference.map { document.leads(link, to: $0.node, of: $0.resource.document) } ?? false
        }
        let markup = document.markup(of: parts, back: back)
        json.beginObject()
        json.member("confidence", note.confidence)
        json.member("role", ifPresent: note.role)
        if let reference {
            let label = reference.resource.document.tree.collapsedText(of: reference.node)
            json.member("label", ifPresent: label.isEmpty ? nil : label)
            json.key("reference")
            try locator(of: reference).write(to: &json)
        }
        json.key("note")
        try locator(of: (parts[0], resource)).write(to: &json)
        json.member("text", String(decoding: markup.text, as: UTF8.self))
        json.member("html", String(decoding: markup.html, as: UTF8.self))
        json.member("language", ifPresent: tree.nearestLanguage(of: parts[0]) ?? manifest.metadata.languages.first)
        json.key("backlinks")
        json.strings(back.compactMap { tree.linkTarget(of: $0, document.base).map(document.resources.spelled) })
        json.endObject()
    }

    private mutating func locator(of link: Link) throws(Failure) -> Locator {
        let readable = link.resource.readable
        let start = readable.start(of: link.node)
        let place = DocumentPlace(range: start..<start, element: link.node)
        return try locator(at: place, of: readable, in: link.resource.target, keeping: false)
    }
}
