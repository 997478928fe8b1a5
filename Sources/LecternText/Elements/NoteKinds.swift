// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// What `epub:type` (EPUB Structural Semantics) and `role` (DPUB-ARIA, with "doc-" in front) say about notes.
enum NoteKind {
    static let references = ["noteref"] + lookups
    /// References that are words of the text as a rule, which a voice reads.
    static let lookups = ["biblioref", "glossref", "annoref"]
    static let backlinks = ["backlink", "referrer"]
    static let notes = asides + entries
    /// Notes that are read beside the text.
    static let asides = ["footnote", "endnote", "rearnote", "note", "annotation"]
    /// Notes that are part of a list which is read like any other.
    static let entries = ["biblioentry", "glossdef"]
    /// The items of lists in them are notes.
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

    func isNoteReference(_ node: Node) -> Bool { noteKind(of: node, in: NoteKind.references) != nil }
    public func isBacklink(_ node: Node) -> Bool { noteKind(of: node, in: NoteKind.backlinks) != nil }

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
