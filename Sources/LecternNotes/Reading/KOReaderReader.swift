// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the annotations of KOReader: the table in `metadata.epub.lua`, as JSON.
///
/// Its places are XPointers into its own rendering; the quote finds the text again.
struct KOReaderReader {
    let context: NoteContext

    private static let styles = [
        "lighten": "solid", "underscore": "underline", "strikeout": "strikethrough", "invert": "solid",
    ]

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let isRange = item.value.object?["pos0"] != nil
        let pointer = try item.required(isRange ? "pos0" : "page")
        let created = try item.optionalMember("datetime").map(moment)
        var draft = NoteDraft(
            id: StableIdentifier.of(["koreader", created ?? "", JSONWriter.text(of: pointer.value).text]))
        draft.created = created
        draft.modified = try item.optionalMember("datetime_updated").map(moment)
        if let page = pointer.value.integer ?? pointer.value.object?["page"]?.integer {
            // A page of a PDF.
            draft.href = try context.href(0, at: pointer)
            draft.locations.fragments = ["page=\(page)"]
        } else {
            draft.href = try context.href(try fragment(pointer) - 1, at: pointer)
        }
        let drawer = try item.optionalMember("drawer")?.string()
        if let drawer {
            draft.isRange = true
            draft.style = KOReaderReader.styles[drawer]
            draft.color = try item.optionalMember("color")?.string()
            if let text = try item.optionalMember("text").map(NoteRules.text) {
                draft.quote = Locator.Text(highlight: text)
            }
        } else {
            draft.kind = .bookmark
        }
        if let note = try item.optionalMember("note").map(NoteRules.text), !note.isEmpty {
            draft.body["text"] = .string(note)
        }
        if let chapter = try item.optionalMember("chapter")?.string(), !chapter.isEmpty {
            draft.title = chapter
            draft.headings = [["text": .string(chapter)]]
        }
        draft.page = try item.optionalMember("pageref")?.string()
        return NoteReading(try draft.note(context.format, item))
    }

    /// KOReader writes the time of the device, without its offset; it counts as UTC.
    private func moment(_ json: JSONReader) throws(Failure) -> String {
        guard let text = DateText.rfc3339(epochMilliseconds: try NoteRules.date(json)) else {
            throw json.failure("This is not a date and time.")
        }
        return text
    }

    /// The number of the resource, from 1: `/body/DocFragment[12]/body/p[3]/text().0`.  The only one has no number.
    private func fragment(_ json: JSONReader) throws(Failure) -> Int {
        let text = try json.string()
        let name = "/body/DocFragment"
        guard text.hasPrefix(name) else { throw json.failure("This is no place in a resource.") }
        let rest = text.utf8.dropFirst(name.utf8.count)
        guard rest.first == UInt8(ascii: "[") else { return 1 }
        guard let number = Int(String(Substring(rest.dropFirst().prefix(while: ASCII.isDigit)))), number >= 1 else {
            throw json.failure("This is no place in a resource.")
        }
        return number
    }
}
