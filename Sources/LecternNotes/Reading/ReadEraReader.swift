// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads `library.json` of ReadEra's backup: quotes and bookmarks of several books, whose resources are not named.
struct ReadEraReader {
    let context: NoteContext

    private static let lists = ["citations", "bookmarks"]
    private static let book = ["doc_title", "doc_authors", "doc_file_name_title"]

    /// Returns the entries, each with its list and the data of its book.
    static func items(_ json: JSON, source: String) throws(Failure) -> [NoteFile.Item] {
        var items: [NoteFile.Item] = []
        for (index, document) in try JSONReader(json, source: source).required("docs").elements().enumerated() {
            let data = try document.required("data").object().members.filter {
                book.contains($0.key) && !$0.value.isNull
            }
            for list in lists {
                let entries = try document.optionalMember(list)?.elements() ?? []
                items += entries.enumerated().map { number, entry in
                    var value = entry.value
                    if var object = value.object {
                        object["list"] = .string(list)
                        object["document"] = .object(JSONObject(data))
                        value = .object(object)
                    }
                    return NoteFile.Item(value: value, steps: ["docs", "\(index)", list, "\(number)"])
                }
            }
        }
        return items
    }

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let book = try item.optionalMember("document")
        let title = try book?.text("doc_title") ?? ""
        let isBookmark = try item.text("list").isExactly("bookmarks")
        let (text, note) = (try item.text("note_body"), try item.text("note_extra"))
        var draft = NoteDraft(
            id: ["readera", JSONWriter.text(of: item.value).text], quote: isBookmark ? "" : text,
            text: isBookmark ? text : note, context)
        if let id = try item.optionalMember("note_uri") { draft.id = try NoteRules.identifier(id) }
        if isBookmark { draft.kind = .bookmark }
        try place(item.text("note_data"), &draft)
        draft.created = try date(item, "note_insert_time")
        let modified = try date(item, "note_modified_time")
        draft.modified = modified == draft.created ? nil : modified
        let file = try book?.text("doc_file_name_title") ?? ""
        draft.addBook(title.isEmpty ? file : title)
        guard draft.hasPlace else { return NoteReading(skipped: "The entry has no place.", at: item) }
        return NoteReading(try draft.note(context.format, item))
    }

    private func date(_ item: JSONReader, _ name: String) throws(Failure) -> String? {
        guard let time = try item.optionalMember(name)?.number(), (1..<1e14).contains(time) else { return nil }
        return DateText.rfc3339(epochMilliseconds: Int64(time))
    }

    /// Reads the place, which is JSON in a text: XPointers of crengine, or the page of a PDF.
    private func place(_ text: String, _ draft: inout NoteDraft) throws(Failure) {
        var text = text
        let place = text.withUTF8 { try? JSONParser.parse(UnsafeRawBufferPointer($0), source: "", maxDepth: 8) }
        guard let members = place?.object else { return }
        draft.locations.totalProgression = members["ratio"]?.number.flatMap { (0...1).contains($0) ? $0 : nil }
        guard let start = members["xPath"]?.string, start.utf8.count <= XPointer.maxLength else { return }
        if XPointer.fragment(of: start) != nil {
            let end = members["xPathEnd"]?.string.flatMap { $0.utf8.count <= XPointer.maxLength ? $0 : nil }
            draft.locations.xPointer = XPointerRange(
                start: ReadEraReader.pointer(start), end: end.map(ReadEraReader.pointer))
        } else if let page = ReadEraReader.page(start) {
            draft.locations.fragments = ["page=\(page)"]
        }
    }

    /// Removes the steps that KOReader does not write: the elements of the document above the content of its body, and
    /// boxes that crengine adds.
    private static func pointer(_ text: String) -> String {
        var steps = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        for name in ["html", "body"] where steps.count > 5 && steps[4].isExactly(name) { steps.remove(at: 4) }
        steps.removeAll { $0.hasPrefix("autoBoxing") && !$0.utf8.contains(UInt8(ascii: ".")) }
        return steps.joined(separator: "/")
    }

    /// Returns the page, from 1, of a place such as `/page[402]/block[10]/line[0]`.
    private static func page(_ text: String) -> Int? {
        let prefix = "/page["
        guard text.hasPrefix(prefix) else { return nil }
        let number = text.utf8.dropFirst(prefix.utf8.count).prefix(while: ASCII.isDigit)
        return Int(String(Substring(number))).flatMap { $0 < 1_000_000 ? $0 + 1 : nil }
    }
}
