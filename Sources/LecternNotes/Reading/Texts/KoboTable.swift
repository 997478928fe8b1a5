// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A CSV file with the highlights of a Kobo: its table of bookmarks, as programs export it, with the names of its
/// columns or their own.
enum KoboTable {
    /// The members of an entry, by the names of columns in lower case and without spaces.
    private static let names: [(member: String, columns: [String])] = [
        ("title", ["booktitle", "book", "title"]), ("file", ["volumeid"]),
        ("text", ["text", "highlightedtext", "highlight", "quote"]), ("note", ["annotation", "note", "notes"]),
        ("chapter", ["chapter", "chaptertitle"]), ("date", ["datecreated", "created", "date"]),
        ("modified", ["datemodified", "modified"]),
    ]

    static func isOne(_ beginning: String) -> Bool { table(beginning) != nil }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        guard let table = table(text) else { return }
        let members = members(of: table.header)
        try table.read(into: &entries) { members[$0] ?? $0 }
    }

    /// There are a text, a note and the name of the book.
    private static func table(_ text: String) -> CSVTable? {
        CSVTable(text) { header in
            let found = Set(members(of: header).values)
            return found.isSuperset(of: ["text", "note"]) && (found.contains("title") || found.contains("file"))
        }
    }

    /// The members by column; the first name that a table has counts.
    private static func members(of header: [String]) -> [String: String] {
        let columns = header.filter { $0.utf8.count <= 64 }.map {
            (column: $0, name: $0.lowercased().utf8.split(separator: 0x20).map { String(Substring($0)) }.joined())
        }
        var members: [String: String] = [:]
        for (member, names) in names {
            let found = names.lazy.compactMap { name in columns.first { $0.name == name } }.first
            if let found { members[found.column] = member }
        }
        return members
    }
}
