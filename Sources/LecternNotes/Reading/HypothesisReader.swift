// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the rows of a response of the Hypothesis API.
struct HypothesisReader {
    let context: NoteContext

    func read(_ row: JSONReader) throws(Failure) -> NoteReading {
        var draft = NoteDraft(id: try NoteRules.identifier(row.required("id")))
        if let references = row.value.object?["references"]?.array, !references.isEmpty {
            return NoteReading(skipped: "The annotation is a reply to another one.", at: row)
        }
        draft.href = try row.required("uri").nonEmptyString()
        draft.created = try row.optionalMember("created").map(AnnotationReader.date)
        draft.modified = try row.optionalMember("updated").map(AnnotationReader.date)
        if let text = try row.optionalMember("text").map(NoteRules.text), !text.isEmpty {
            // Hypothesis writes Markdown.
            draft.body = JSONObject([
                .init(key: "text", value: .string(text)), .init(key: "format", value: "text/markdown"),
            ])
        }
        draft.tags = try AnnotationReader.tags(row)
        if let user = try row.optionalMember("user")?.string() {
            draft.creator = ["id": .string(user), "type": "Person"]
        }
        var selectors = SelectorReader()
        var warnings: [Warning] = []
        for target in try row.optionalMember("target")?.elements().prefix(1) ?? [] {
            for selector in try target.optionalMember("selector")?.elements() ?? [] {
                if try selector.required("type").string() == "EPUBContentSelector" {
                    try chapter(selector, &draft)
                } else {
                    try selectors.read(selector)
                }
            }
        }
        warnings += selectors.warnings
        if let fragment = Href.fragment(draft.href), !fragment.isEmpty { selectors.add(fragment: String(fragment)) }
        draft.href = Href.withoutFragment(draft.href)
        draft.locations = selectors.finished
        draft.quote = selectors.quote
        draft.isRange = selectors.isRange
        return NoteReading(try draft.note(context.format, row), warnings)
    }

    /// Reads the chapter of an EPUB: its file and title.  Its CFI only selects the same file in the spine.
    private func chapter(_ json: JSONReader, _ draft: inout NoteDraft) throws(Failure) {
        if let url = try json.optionalMember("url")?.string(), !url.isEmpty { draft.href = url }
        draft.title = try json.optionalMember("title")?.string()
    }
}
