// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The structures of DAISY books that a listener may skip or escape, as roles of guided navigation.
enum DAISYStructure {
    /// The role for the name of a structure: a class of DAISY 2.02 or DTBook, a value of `system-required`, or of
    /// `bookStruct`.
    static func role(_ name: String) -> String? {
        var name = name.asciiLowercased
        if name.hasSuffix("-on") { name = String(name.dropLast(3)) }
        return roles[name]
    }

    private static let roles: [String: String] = {
        let names = [
            "pagebreak": "page-normal page-front page-special pagenum pagenumber page_number page",
            "noteref": "noteref note_reference annoref",
            "footnote": "note notebody footnote endnote rearnote annotation",
            "aside": "sidebar optional_sidebar prodnote optional-prodnote optional_producer_note",
            "table": "table", "row": "tr row", "cell": "td th cell", "list": "list", "listItem": "li",
            "figure": "imggroup figure",
        ]
        return Dictionary(
            names.flatMap { role, names in names.words.map { ($0, role) } }, uniquingKeysWith: { first, _ in first })
    }()

    /// `epub:type` and role of an element, for the class of a DAISY 2.02 document or the name of an element of DTBook.
    static func semantics(_ name: String) -> String {
        switch name {
        case "page-normal", "page-front", "page-special", "pagenum":
            " epub:type=\"pagebreak\" role=\"doc-pagebreak\""
        case "noteref", "annoref": " epub:type=\"noteref\" role=\"doc-noteref\""
        case "notebody", "note", "annotation": " epub:type=\"footnote\" role=\"doc-footnote\""
        case "sidebar": " epub:type=\"sidebar\""
        case "epigraph": " epub:type=\"epigraph\""
        case "poem": " epub:type=\"z3998:poem\""
        default: ""
        }
    }
}
