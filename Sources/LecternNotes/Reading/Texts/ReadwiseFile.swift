// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The CSV export of Readwise: highlights of all books, with a header that names the columns.
enum ReadwiseFile {
    private static let required: Set<String> = ["Highlight", "Book Title"]

    static func isOne(_ beginning: String) -> Bool { table(beginning) != nil }

    private static func table(_ text: String) -> CSVTable? { CSVTable(text) { required.isSubset(of: $0) } }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        guard let table = table(text) else {
            throw Failure(.json, "Expected a header with \"Highlight\" and \"Book Title\".", path: [entries.source])
        }
        try table.read(into: &entries)
    }
}

/// Reads a row of Readwise, which names no resource.
struct ReadwiseReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let (quote, title) = (try item.text("Highlight"), try item.text("Book Title"))
        let (note, location) = (try item.text("Note"), try item.text("Location"))
        var draft = NoteDraft(id: ["readwise", title, quote, note, location], quote: quote, text: note, context)
        draft.tags = try item.text("Tags").utf8.split(separator: UInt8(ascii: ",")).map {
            String(Substring($0)).trimmed
        }
        .filter { !$0.isEmpty }
        let color = try item.text("Color").lowercased()
        if !color.isEmpty { draft.color = color }
        switch try item.text("Location Type").lowercased() {
        case "page" where !location.isEmpty:
            draft.page = location
            draft.locations.pageLabel = location
        case "location": if let number = Int(location), number >= 0 { draft.setKindleLocation(number...number) }
        default: break
        }
        draft.created = DateText.rfc3339(try item.text("Highlighted at"))
        draft.addBook(title)
        // An order among the notes is no place.
        guard draft.hasPlace else { return NoteReading(skipped: "The row has no highlight and no page.", at: item) }
        return NoteReading(try draft.note(context.format, item))
    }
}
