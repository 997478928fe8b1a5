// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The semantics that the attributes of an element express.
struct ContentSemantics {
    /// Hidden both visually and from assistive technology.
    private(set) var isHidden = false
    /// The role given by `epub:type` (EPUB Structural Semantics) or `role` (ARIA, DPUB-ARIA).
    private(set) var role: ReadingElement.Role?
    /// The mark for a part of a text, from the same attributes.
    private(set) var mark: ReadingElement.Mark?
    /// The level of a heading, from `aria-level`.
    private(set) var level: UInt8?
    /// Whether the items of lists inside it are notes.
    private(set) var holdsNotes = false
    private(set) var isOpen = false
    /// Whether the element is an image as a whole: `role="img"`.
    private(set) var isImage = false

    init(_ tree: MarkupTree, _ node: MarkupTree.Node) {
        for index in tree.attributeRange(of: node) {
            let attribute = tree.attributes[index]
            switch attribute.name {
            case .hidden where attribute.prefixCount == 0:
                if !tree.equals(attribute.value, "until-found") { isHidden = true }
            case .type where attribute.prefixCount > 0: read(attribute.value, tree, ContentSemantics.types)
            case .ph where attribute.prefixCount > 0: mark = mark ?? .phoneme
            case .role where attribute.prefixCount == 0: read(attribute.value, tree, ContentSemantics.roles)
            case .style where attribute.prefixCount == 0:
                if ContentSemantics.hides(tree.string(attribute.value)) { isHidden = true }
            case .other: readOther(attribute, tree)
            default: break
            }
        }
    }

    /// Reads the first word that is in the table.
    private mutating func read(_ value: MarkupTree.Slice, _ tree: MarkupTree, _ table: [String: Meaning]) {
        tree.forEachWord(in: value) { word in
            switch table[tree.string(word).asciiLowercased] {
            case .role(let found)?: role = role ?? found
            case .mark(let found)?: mark = mark ?? found
            case .image?: isImage = true
            case .notes?: holdsNotes = true
            case nil: break
            }
        }
    }

    private mutating func readOther(_ attribute: MarkupTree.Attribute, _ tree: MarkupTree) {
        if tree.equals(attribute.qualifiedName, "aria-hidden") {
            if tree.equals(tree.trimmed(attribute.value), "true") { isHidden = true }
        } else if tree.equals(attribute.qualifiedName, "aria-level") {
            level = UInt8(tree.string(tree.trimmed(attribute.value))).flatMap { $0 > 0 ? $0 : nil }
        } else if tree.equals(attribute.qualifiedName, "open") {
            isOpen = true
        }
    }

    /// Whether a style attribute contains `display: none`.
    private static func hides(_ style: String) -> Bool {
        guard style.utf8.count < 4096, style.asciiLowercased.utf8.contains(UInt8(ascii: ":")) else { return false }
        return style.asciiLowercased.utf8.split(separator: UInt8(ascii: ";")).contains { declaration in
            let parts = declaration.split(separator: UInt8(ascii: ":"), maxSplits: 1).map { String(Substring($0)) }
            guard parts.count == 2, parts[0].trimmed == "display" else { return false }
            return parts[1].trimmed == "none" || parts[1].trimmed.hasPrefix("none ")
                || parts[1].trimmed.hasPrefix("none!")
        }
    }

    // MARK: Tables

    private enum Meaning {
        case role(ReadingElement.Role)
        case mark(ReadingElement.Mark)
        case image
        case notes
    }

    private static let types = withNotes([
        "pagebreak": .role(.pageBreak), "epigraph": .role(.quote), "pullquote": .role(.quote),
        "glossterm": .role(.term), "glossdef": .role(.definition),
    ])

    private static let roles = withNotes(
        prefix: "doc-",
        [
            "doc-pagebreak": .role(.pageBreak), "doc-epigraph": .role(.quote), "doc-pullquote": .role(.quote),
            "heading": .role(.heading), "listitem": .role(.listItem),
            "term": .role(.term), "definition": .role(.definition), "blockquote": .role(.quote), "img": .image,
            "image": .image,
        ])

    private static func withNotes(prefix: String = "", _ others: [String: Meaning]) -> [String: Meaning] {
        var table = others
        for (kinds, meaning) in [
            (FootnoteKind.asides, .role(.footnote)), (FootnoteKind.sectionsOfAsides, .notes),
            (["noteref"], .mark(.noteref)),
            (FootnoteKind.backlinks, .mark(.backlink)),
        ] as [([String], Meaning)] {
            for kind in kinds { table[prefix + kind] = meaning }
        }
        return table
    }
}
