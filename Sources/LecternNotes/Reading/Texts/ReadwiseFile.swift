// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The CSV export of Readwise: highlights of all books, with a header that names the columns.
enum ReadwiseFile {
    private static let required: Set<String> = ["Highlight", "Book Title"]

    static func isOne(_ beginning: String) -> Bool {
        var rows = CSVRows(beginning)
        return rows.next().map { isHeader($0) } ?? false
    }

    private static func isHeader(_ row: [String]) -> Bool { required.isSubset(of: row.map(\.trimmed)) }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        var rows = CSVRows(text)
        guard let header = rows.next()?.map(\.trimmed), isHeader(header) else {
            throw Failure(.json, "Expected a header with \"Highlight\" and \"Book Title\".", path: [entries.source])
        }
        while let row = rows.next() {
            if rows.isUnclosed {
                try entries.add(problem: "A quotation mark is not closed.")
            } else if row.count > header.count {
                try entries.add(problem: "The row has \(row.count) values, but there are \(header.count) columns.")
            } else if row.contains(where: { !$0.isEmpty }) {
                try entries.add(zip(header, row).map { ($0, $1.trimmed) })
            }
        }
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
