// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// The values of `epub:type` (EPUB Structural Semantics) for notes.  In `role` (DPUB-ARIA), they have the prefix
/// "doc-".
enum FootnoteKind {
    static let references = ["noteref"] + lookups
    /// References that usually are words of the text, which a voice reads.
    static let lookups = ["biblioref", "glossref", "annoref"]
    static let backlinks = ["backlink", "referrer"]
    static let notes = asides + entries
    /// Notes that are not part of the running text.
    static let asides = ["footnote", "endnote", "rearnote", "note", "annotation"]
    /// Notes in a list that is read like other text.
    static let entries = ["biblioentry", "glossdef"]
    /// Sections in which each list item is a note.
    static let sections = sectionsOfAsides + ["bibliography", "glossary"]
    static let sectionsOfAsides = ["footnotes", "endnotes", "rearnotes"]
}

extension MarkupTree {
    /// The first of these kinds that an element has.
    func noteKind(of node: Node, in kinds: [String]) -> String? {
        var found: String?
        for index in attributeRange(of: node) where found == nil {
            let attribute = attributes[index]
            let isRole = attribute.name == .role && attribute.prefixCount == 0
            guard isRole || attribute.name == .type && attribute.prefixCount > 0 else { continue }
            forEachWord(in: attribute.value) { word in
                let name = string(word).asciiLowercased
                if !isRole, kinds.contains(name) { found = found ?? name }
                if isRole { found = found ?? kinds.first { "doc-" + $0 == name } }
            }
        }
        return found
    }

    func isNoteReference(_ node: Node) -> Bool { noteKind(of: node, in: FootnoteKind.references) != nil }
    public func isBacklink(_ node: Node) -> Bool { noteKind(of: node, in: FootnoteKind.backlinks) != nil }

    /// The element or its nearest ancestor that meets a condition.
    func closest(_ node: Node, _ meets: (Node) -> Bool) -> Node? {
        var node: Node? = node
        while let element = node {
            if isElement(element), meets(element) { return element }
            node = parent(of: element)
        }
        return nil
    }
}
