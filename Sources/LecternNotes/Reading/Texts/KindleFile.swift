// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The entries of `My Clippings.txt`, which a Kindle writes for all its books: a line with the title, a line with the
/// kind and the place, an empty line, the text, and a line of `==========`.
enum KindleFile {
    private static let mark: Unicode.Scalar = "\u{FEFF}"

    /// Whether the second line looks like that of an entry.
    static func isOne(_ beginning: String) -> Bool {
        let lines = beginning.utf8.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        return lines.count > 2 && KindleLine.begins(lines[1])
    }

    /// Reads the entries.  A note is joined to the highlight that ends, or otherwise starts, at its place.
    static func read(_ text: String, into items: inout TextEntries) throws(Failure) {
        var entries = self.entries(text)
        join(&entries)
        for (index, entry) in entries.enumerated() where !entry.isJoined { try items.add(entry.json, at: index) }
    }

    private struct Entry {
        var title: String
        var line: String
        var text: String
        /// The text and the line of the note joined to a highlight.
        var note: JSON?
        var isJoined = false

        var json: JSON {
            var json = JSONObject()
            json["title"] = string(title)
            json["line"] = string(line)
            json["text"] = string(text)
            json["note"] = note
            return .object(json)
        }

        /// Returns null for a text with too many combining characters.
        func string(_ text: String) -> JSON { StreamSafeText.contains(text) ? .string(text) : .null }
    }

    private static func entries(_ text: String) -> [Entry] {
        var entries: [Entry] = []
        var lines: [String] = []
        func end() {
            defer { lines = [] }
            let head = lines.drop { $0.isEmpty }
            guard let title = head.first else { return }
            let rest = head.dropFirst().drop { $0.isEmpty }
            let body = rest.dropFirst().joined(separator: "\n").trimmed
            entries.append(Entry(title: title, line: rest.first ?? "", text: body))
        }
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = withoutMarks(String(Substring(line))).trimmed
            if line.utf8.count >= 10, line.utf8.allSatisfy({ $0 == UInt8(ascii: "=") }) {
                end()
            } else {
                lines.append(line)
            }
        }
        end()
        return entries
    }

    /// Kindles write a byte order mark before each title.
    private static func withoutMarks(_ line: String) -> String {
        var scalars = line.unicodeScalars[...]
        while scalars.first == mark { scalars.removeFirst() }
        return String(scalars)
    }

    private static func join(_ entries: inout [Entry]) {
        var highlights: [ExactText: [Int]] = [:]
        func key(_ entry: Entry, _ place: String) -> ExactText { ExactText(entry.title + "\n" + place) }
        let lines = entries.map { KindleLine($0.line, hasText: !$0.text.isEmpty) }
        for (index, entry) in entries.enumerated() {
            guard let line = lines[index], line.kind == .highlight else { continue }
            for place in line.places { highlights[key(entry, place), default: []].append(index) }
        }
        for (index, entry) in entries.enumerated() {
            guard let line = lines[index], line.kind == .note, let place = line.places.first,
                let found = highlights[key(entry, place)]
            else { continue }
            // The nearest highlight in the file; by page, only the one directly before the note.
            let next = found.partitionPoint { $0 < index }
            let near = [next - 1, next].filter(found.indices.contains).map { found[$0] }.filter {
                entries[$0].note == nil
            }
            let best = near.min { abs($0 - index) < abs($1 - index) }
            guard let best, line.hasLocation || best == index - 1 else { continue }
            entries[best].note = ["line": entry.string(entry.line), "text": entry.string(entry.text)]
            entries[index].isJoined = true
        }
    }
}

/// Reads an entry of `My Clippings.txt` or of the HTML of a Kindle.  It names no resource, so the place is found by the
/// quote.
struct KindleReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let title = try item.required("title").string()
        let text = try NoteRules.text(item.required("text"))
        let line = try line(item, hasText: !text.isEmpty)
        let isQuote = line.kind == .highlight
        let quote = isQuote ? KindleWords.withoutLimit(text) : ""
        let note = try item.optionalMember("note").map { note throws(Failure) in
            try NoteRules.text(note.required("text"))
        }
        var draft = NoteDraft(
            id: ["kindle", title, line.text, text], quote: quote, text: isQuote ? note : text, context)
        draft.kind = isQuote && note != nil ? .note : line.kind
        draft.created = line.date
        draft.page = line.page
        draft.locations.pageLabel = line.page
        if let location = line.location { draft.setKindleLocation(location) }
        let color = try item.text("color")
        if !color.isEmpty { draft.color = color }
        draft.addBook(title)
        for chapter in ["section", "chapter"] { draft.addChapter(try item.text(chapter)) }
        guard draft.hasPlace else { return NoteReading(skipped: "The entry has no place.", at: item) }
        let message = "The Kindle was not allowed to copy the whole text of the highlight."
        let warning = Warning(.moderate, message, path: item.step("text", .null).path)
        return NoteReading(try draft.note(context.format, item), isQuote && !quote.isExactly(text) ? [warning] : [])
    }

    /// Reads the line of `My Clippings.txt`, or the heading of the HTML.
    private func line(_ item: JSONReader, hasText: Bool) throws(Failure) -> KindleLine {
        if let heading = try item.optionalMember("heading") {
            return KindleLine(heading: try heading.string(), hasText: hasText)
        }
        let member = try item.required("line")
        guard let line = KindleLine(try member.string(), hasText: hasText) else {
            throw member.failure("The line does not name a known kind of entry.")
        }
        return line
    }
}
