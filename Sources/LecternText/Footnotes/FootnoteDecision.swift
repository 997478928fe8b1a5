// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// A note that is the target of a link.
public struct FoundFootnote {
    /// The confidence that something is a note.
    public enum Confidence {
        public static let typed = 1.0
        public static let inSection = 0.9
        public static let linksBack = 0.8
        static let looksLikeOne = 0.6
    }

    public let parts: [MarkupTree.Node]
    /// The type that the document declares.
    public let role: String?
    public let confidence: Double
    /// The links in it back to the reference.
    let back: [MarkupTree.Node]

    public init(parts: [MarkupTree.Node], role: String?, confidence: Double, back: [MarkupTree.Node]) {
        self.parts = parts
        self.role = role
        self.confidence = confidence
        self.back = back
    }
}

/// Decides whether a link refers to a note.  The page, content and statistics all use this.
extension FootnoteDocument {
    /// The note that a link of this document refers to.
    ///
    /// - Parameters:
    ///   - element: the target of the link in the other document.
    public func note(of link: Node, at element: Node, of other: FootnoteDocument) -> FoundFootnote? {
        let isReference = isReference(link)
        guard !tree.isBacklink(link), !other.tree.isNoteReference(element),
            let parts = other.note(at: element, isSure: isReference)
        else { return nil }
        let typed = other.typedNote(around: element)
        let back = other.linksBack(in: parts, to: link, of: self)
        func found(_ confidence: Double) -> FoundFootnote {
            FoundFootnote(parts: parts, role: typed?.role, confidence: confidence, back: back)
        }
        if isReference || typed?.role != nil { return found(FoundFootnote.Confidence.typed) }
        if typed != nil { return found(FoundFootnote.Confidence.inSection) }
        // This excludes the number of a note, which is a link back, and links in a note to other texts.
        if beginsBlock(link) || typedNote(around: link) != nil { return nil }
        let looksLikeReference = looksLikeReference(link)
        if back.contains(where: { !other.isReference($0) }) {
            let isSaid =
                looksLikeReference
                || other.hasText(parts, besides: back) && back.contains { isMeant(link, by: $0, of: other) }
            return isSaid ? found(FoundFootnote.Confidence.linksBack) : nil
        }
        guard !other.isHeading(parts[0]), isLater(element, other, than: link),
            looksLikeReference || other.isNote(parts[0], called: label(of: link))
        else { return nil }
        return found(FoundFootnote.Confidence.looksLikeOne)
    }

    /// Whether a link seems to refer to a note in another document, without reading that document.
    func refersElsewhere(_ link: Node) -> Bool {
        guard let (href, _) = destination(of: link), href != self.href, resources.href(href) != nil,
            !tree.isBacklink(link), looksLikeReference(link), !beginsBlock(link), typedNote(around: link) == nil
        else { return false }
        guard let there = resources.number(of: href), let here = number else { return true }
        return there > here
    }

    /// Whether the target of a link back is this very link.  Two entries of a glossary may refer to each other.
    private func isMeant(_ link: Node, by back: Node, of other: FootnoteDocument) -> Bool {
        guard let element = element(for: back, of: other), element > tables.blocks[Int(link)] else { return false }
        return element <= link && link < tables.end(of: element) || link <= element && element < tables.end(of: link)
    }

    /// Whether a note has more text than its number and the link back.  A heading with a link back begins a chapter.
    private func hasText(_ parts: [Node], besides back: [Node]) -> Bool {
        guard let first = parts.first, !isHeading(first) else { return false }
        let links = back.filter { $0 < tables.end(of: first) }.reduce(0) { $0 + tables.length(of: $1) }
        // The number may be in brackets.
        return tables.length(of: first) - links > (links > 0 ? 2 : 0)
    }

    /// Notes come after the references to them, or are outside the reading order.
    public func isLater(_ element: Node, _ other: FootnoteDocument, than link: Node) -> Bool {
        guard let there = other.number, let here = number else { return true }
        return there == here ? element > link : there > here
    }
}
