// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// A note that a link leads to.
public struct FoundNote {
    /// How sure it is that something is a note.
    public enum Confidence {
        public static let typed = 1.0
        public static let inSection = 0.9
        public static let linksBack = 0.8
        static let looksLikeOne = 0.6
    }

    public let parts: [MarkupTree.Node]
    /// What the document calls it.
    public let role: String?
    public let confidence: Double
    /// The links in it that lead back to the reference.
    let back: [MarkupTree.Node]

    public init(parts: [MarkupTree.Node], role: String?, confidence: Double, back: [MarkupTree.Node]) {
        self.parts = parts
        self.role = role
        self.confidence = confidence
        self.back = back
    }
}

/// Whether a link refers to a note: the page, the content and the statistics all ask here.
extension NoteDocument {
    /// The note that a link of this document leads to.
    ///
    /// - Parameters:
    ///   - element: where the link leads, in the other document.
    public func note(of link: Node, at element: Node, of other: NoteDocument) -> FoundNote? {
        let isReference = isReference(link)
        guard !tree.isBacklink(link), !other.tree.isNoteReference(element),
            let parts = other.note(at: element, isSure: isReference)
        else { return nil }
        let typed = other.typedNote(around: element)
        let back = other.linksBack(in: parts, to: link, of: self)
        func found(_ confidence: Double) -> FoundNote {
            FoundNote(parts: parts, role: typed?.role, confidence: confidence, back: back)
        }
        if isReference || typed?.role != nil { return found(FoundNote.Confidence.typed) }
        if typed != nil { return found(FoundNote.Confidence.inSection) }
        // The number of a note, which leads back, and what leads from a note to a text elsewhere.
        if beginsBlock(link) || typedNote(around: link) != nil { return nil }
        let looksLikeReference = looksLikeReference(link)
        if back.contains(where: { !other.isReference($0) }) {
            let isSaid =
                looksLikeReference
                || other.hasText(parts, besides: back) && back.contains { isMeant(link, by: $0, of: other) }
            return isSaid ? found(FoundNote.Confidence.linksBack) : nil
        }
        guard !other.isHeading(parts[0]), isLater(element, other, than: link),
            looksLikeReference || other.isNote(parts[0], called: label(of: link))
        else { return nil }
        return found(FoundNote.Confidence.looksLikeOne)
    }

    /// Whether a link refers to a note in another document, by what can be seen without that.
    func refersElsewhere(_ link: Node) -> Bool {
        guard let (href, _) = destination(of: link), href != self.href, resources.href(href) != nil,
            !tree.isBacklink(link), looksLikeReference(link), !beginsBlock(link), typedNote(around: link) == nil
        else { return false }
        guard let there = resources.number(of: href), let here = number else { return true }
        return there > here
    }

    /// Whether a link back leads to the link itself.  Two entries of a glossary may lead to each other.
    private func isMeant(_ link: Node, by back: Node, of other: NoteDocument) -> Bool {
        guard let element = element(for: back, of: other), element > tables.blocks[Int(link)] else { return false }
        return element <= link && link < tables.end(of: element) || link <= element && element < tables.end(of: link)
    }

    /// Whether a note is more than its number and the link back: a heading with one is the beginning of a chapter.
    private func hasText(_ parts: [Node], besides back: [Node]) -> Bool {
        guard let first = parts.first, !isHeading(first) else { return false }
        let links = back.filter { $0 < tables.end(of: first) }.reduce(0) { $0 + tables.length(of: $1) }
        // The number may be in brackets.
        return tables.length(of: first) - links > (links > 0 ? 2 : 0)
    }

    /// Notes come behind what refers to them, and may be outside of the reading order.
    public func isLater(_ element: Node, _ other: NoteDocument, than link: Node) -> Bool {
        guard let there = other.number, let here = number else { return true }
        return there == here ? element > link : there > here
    }
}
