// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The CSV file that Kindle's applications send with the HTML: rows with the title and the author, then a table.
enum KindleTable {
    private static let header = (kind: "Annotation Type", place: "Location", text: "Annotation")

    /// The number of rows up to the table is nine.
    static func isOne(_ beginning: String) -> Bool {
        var rows = CSVRows(beginning, separator: UInt8(ascii: ","))
        return (0..<16).contains { _ in rows.next().map { columns($0) != nil } ?? false }
    }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        var rows = CSVRows(text, separator: UInt8(ascii: ","))
        var notebook = KindleNotebook()
        var found: (kind: Int, place: Int, text: Int)?
        var number = 0
        while let row = rows.next() {
            number += 1
            // The title follows the words "Your Kindle Notes For:".
            if number == 2 { notebook.title = row.first?.trimmed ?? "" }
            guard let places = found else {
                found = columns(row)
                continue
            }
            func cell(_ index: Int) -> String {
                NoteText.lines(row.indices.contains(index) ? row[index].trimmed : "").joined(separator: "\n")
            }
            let kind = cell(places.kind)
            guard !kind.isEmpty else { continue }
            notebook.entries.append(
                .init(heading: kind + " - " + cell(places.place), color: color(kind), text: cell(places.text)))
        }
        try notebook.add(to: &entries)
    }

    private static func columns(_ row: [String]) -> (kind: Int, place: Int, text: Int)? {
        func index(_ name: String) -> Int? { row.firstIndex { $0.trimmed.isExactly(name) } }
        guard let kind = index(header.kind), let place = index(header.place), let text = index(header.text) else {
            return nil
        }
        return (kind, place, text)
    }

    /// Returns the color in `Highlight (Yellow)`.
    private static func color(_ kind: String) -> String {
        let parts = kind.utf8.split { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
        return parts.count > 1 ? String(Substring(parts[1])).trimmed.lowercased() : ""
    }
}
