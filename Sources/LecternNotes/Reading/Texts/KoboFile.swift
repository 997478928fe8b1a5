// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The text that a Kobo exports for a book: the title, perhaps with the author on the next line, then a paragraph for
/// each highlight.  A note follows its highlight on a line that begins with "Note:", in the language of the Kobo.
enum KoboFile {
    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        let lines = NoteText.lines(text).map(\.trimmed).drop { $0.isEmpty }
        guard let title = lines.first else { return }
        let head = lines.prefix { !$0.isEmpty }.count
        for block in lines.dropFirst(head == 2 ? head : 1).split(separator: "") {
            let start = block.firstIndex { noteBegins($0) != nil } ?? block.endIndex
            var note = Array(block[start...])
            if let first = note.first, let text = noteBegins(first) { note[0] = text }
            try entries.add([
                ("title", title), ("text", block[..<start].joined(separator: "\n")),
                ("note", note.joined(separator: "\n")),
            ])
        }
    }

    /// The word before the colon, in the languages of Kobos, in lower case.
    private static let words: Set<String> = [
        "note", "annotation", "notiz", "anmerkung", "remarque", "commentaire", "nota", "anotación", "comentario",
        "annotazione", "commento", "anotação", "comentário", "notitie", "aantekening", "opmerking", "notat", "merknad",
        "bemærkning", "anteckning", "anmärkning", "huomautus", "muistiinpano", "poznámka", "notatka", "uwaga", "not",
        "заметка", "примечание", "メモ", "ノート", "注記", "註記", "笔记", "筆記", "注释", "註釋", "备注", "備註", "附注", "附註",
        "메모", "주석",
    ]

    /// Returns the text after "Note:".  In French, a space that does not break precedes the colon.
    private static func noteBegins(_ line: String) -> String? {
        let scalars = line.unicodeScalars
        guard let colon = scalars.prefix(24).firstIndex(where: { $0 == ":" || $0 == "\u{FF1A}" }) else { return nil }
        let spaces: [Unicode.Scalar] = ["\u{A0}", "\u{202F}"]
        let word = String(String.UnicodeScalarView(scalars[..<colon].filter { !spaces.contains($0) }))
        guard words.contains(word.trimmed.lowercased()) else { return nil }
        return String(line[scalars.index(after: colon)...]).trimmed
    }
}

/// Reads an entry of a Kobo's export, which names no resource of the book.
struct KoboReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let (quote, note) = (try item.text("text"), try item.text("note"))
        var title = try item.text("title")
        if title.isEmpty { title = name(ofFile: try item.text("file")) }
        guard !quote.isEmpty else { return NoteReading(skipped: "The note has no highlight.", at: item) }
        var draft = NoteDraft(id: ["kobo", title, quote, note], quote: quote, text: note, context)
        draft.created = DateText.rfc3339(try item.text("date"))
        let modified = DateText.rfc3339(try item.text("modified"))
        draft.modified = modified == draft.created ? nil : modified
        draft.addBook(title)
        draft.addChapter(try item.text("chapter"))
        return NoteReading(try draft.note(context.format, item))
    }

    /// Returns the name of a file without its extensions: `file:///mnt/onboard/Moby Dick.kepub.epub`.
    private func name(ofFile path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        return name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
    }
}
