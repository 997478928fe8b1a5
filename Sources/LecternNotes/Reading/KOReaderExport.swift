// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the JSON of KOReader's exporter: the notes of one book in `entries`, or of several books in `documents`.  It
/// names no resources, so places are found by the quotes.
struct KOReaderExport {
    let context: NoteContext

    /// Members of the book that are copied to each entry.
    private static let book = ["title", "author", "file", "number_of_pages"]

    /// Returns the entries, each with the data of its book in the member `document`.
    static func items(_ json: JSON, source: String) throws(Failure) -> [NoteFile.Item] {
        let root = JSONReader(json, source: source)
        guard let documents = try root.optionalMember("documents") else { return try items(of: root, []) }
        var items: [NoteFile.Item] = []
        for (index, document) in try documents.elements().enumerated() {
            items += try self.items(of: document, ["documents", "\(index)"])
        }
        return items
    }

    private static func items(of document: JSONReader, _ steps: [String]) throws(Failure) -> [NoteFile.Item] {
        let book = JSONObject(try document.object().members.filter { self.book.contains($0.key) && !$0.value.isNull })
        let entries = try document.required("entries")
        // An empty Lua table may be written as an object.
        if entries.value.object?.isEmpty == true { return [] }
        return try entries.elements().enumerated().map { index, entry in
            var value = entry.value
            if var object = value.object {
                object["document"] = .object(book)
                value = .object(object)
            }
            return NoteFile.Item(value: value, steps: steps + ["entries", "\(index)"])
        }
    }

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let book = try item.optionalMember("document")?.object()
        // The text of a bookmark describes the page; it is not a quote.
        let isBookmark = try item.optionalMember("sort")?.string() == "bookmark"
        let text = try item.text("text")
        var draft = NoteDraft(
            id: ["koreader-export", JSONWriter.text(of: item.value).text], quote: isBookmark ? "" : text,
            text: try item.text("note"), context)
        if isBookmark { draft.kind = .bookmark }
        draft.style = try item.optionalMember("drawer").flatMap { drawer throws(Failure) in
            KOReaderReader.styles[try drawer.string()]
        }
        draft.color = try item.optionalMember("color")?.string()
        if let time = try item.optionalMember("time")?.number(), abs(time) < 1e11 {
            draft.created = DateText.rfc3339(epochMilliseconds: Int64(time) * 1000)
        }
        let page = item.value.object?["page"]
        draft.page = page?.string
        if let page = page?.number, let count = book?["number_of_pages"]?.number, page >= 1, page <= count {
            draft.locations.totalProgression = (page - 1) / count
        }
        draft.addBook(book?["title"]?.string ?? "")
        draft.addChapter(try item.optionalMember("chapter")?.string() ?? "")
        guard draft.hasPlace else { return NoteReading(skipped: "The entry has no place.", at: item) }
        return NoteReading(try draft.note(context.format, item))
    }
}
