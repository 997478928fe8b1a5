// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The text that a Kobo exports for a book: the title, then a paragraph for each highlight.  A note follows its
/// highlight on a line that begins with "Note:", in the language of the Kobo.
enum KoboFile {
    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        let lines = NoteText.lines(text).map(\.trimmed).drop { $0.isEmpty }
        guard let title = lines.first else { return }
        for block in lines.dropFirst().split(separator: "") {
            let start = block.firstIndex { noteBegins($0) != nil } ?? block.endIndex
            var note = Array(block[start...])
            if let first = note.first, let text = noteBegins(first) { note[0] = text }
            try entries.add([
                ("title", title), ("text", block[..<start].joined(separator: "\n")),
                ("note", note.joined(separator: "\n")),
            ])
        }
    }

    /// Returns the text after "Note:".
    private static func noteBegins(_ line: String) -> String? {
        guard let colon = line.utf8.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let word = String(line[..<colon]).trimmed.lowercased()
        guard KindleWords.notes.contains(where: word.hasPrefix), word.utf8.count < 24 else { return nil }
        return String(line[line.utf8.index(after: colon)...]).trimmed
    }
}

/// Reads an entry of a Kobo's export, which names no resource.
struct KoboReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let (title, quote, note) = (try item.text("title"), try item.text("text"), try item.text("note"))
        guard !quote.isEmpty else { return NoteReading(skipped: "The note has no highlight.", at: item) }
        var draft = NoteDraft(id: ["kobo", title, quote, note], quote: quote, text: note, context)
        draft.addBook(title)
        return NoteReading(try draft.note(context.format, item))
    }
}
