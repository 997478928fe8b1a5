// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension MarkupTree {
    /// The values of `epub:type`: the structural role of an element (EPUB 3 Structural Semantics Vocabulary 1.1).
    func structuralTypes(of node: Node) -> [String] {
        for index in attributeRange(of: node) {
            let attribute = attributes[index]
            guard attribute.name == .type, attribute.prefixCount > 0 else { continue }
            let isOPS = equals(attribute.qualifiedName, "epub:type") || self.attribute(.type, in: .ops, of: node) != nil
            return isOPS ? string(attribute.value).words : []
        }
        return []
    }
}

/// The roles of guided navigation (Readium, Guided Navigation Roles) that correspond to EPUB types.
enum GuidedNavigationRole {
    /// The role of a sequence in a media overlay.
    static let sequence = "sequence"

    /// The role for a type.  A type without a role is written as a URI.
    static func role(ofType type: String) -> String {
        if same.contains(type) { return type }
        return renamed[type] ?? "http://www.idpf.org/2007/ops/type#" + type
    }

    private static let same: Set<String> = [
        // Digital Publishing WAI-ARIA
        "abstract", "acknowledgments", "afterword", "appendix", "backlink", "bibliography", "biblioref", "chapter",
        "colophon", "conclusion", "cover", "credit", "credits", "dedication", "endnotes", "epigraph", "epilogue",
        "errata", "example", "footnote", "foreword", "glossary", "glossref", "index", "introduction", "noteref",
        "notice", "pagebreak", "pagelist", "part", "preface", "prologue", "pullquote", "qna", "subtitle", "tip", "toc",
        // HTML and the Structural Semantics Vocabulary
        "aside", "figure", "landmarks", "list", "loa", "loi", "lot", "lov", "panel", "table",
    ]

    private static let renamed = [
        "balloon": "bubble", "glossdef": "definition", "glossterm": "term", "list-item": "listItem",
        "page-list": "pagelist", "panel-group": "panelGroup", "soundArea": "sound", "table-cell": "cell",
        "table-row": "row",
    ]
}
