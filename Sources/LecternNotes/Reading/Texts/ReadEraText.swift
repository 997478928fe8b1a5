// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The text that ReadEra exports for a book: the title, the author, an empty line, then the quotes, which end with a
/// line of `*****`.  The note of a quote follows a line of `--`.
enum ReadEraText {
    /// A paragraph of one or two lines begins the text, and the separator is on a line of its own.
    static func isOne(_ beginning: String) -> Bool {
        let lines = NoteText.lines(beginning).map(\.trimmed).drop { $0.isEmpty }
        guard let end = lines.firstIndex(where: isEnd), let empty = lines.firstIndex(of: "") else { return false }
        return empty < end && (1...2).contains(empty - lines.startIndex)
    }

    private static func isEnd(_ line: String) -> Bool { line.isExactly("*****") }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        var lines = NoteText.lines(text).map(\.trimmed).drop { $0.isEmpty }
        let head = lines.prefix { !$0.isEmpty }
        guard let title = head.first else { return }
        lines = lines.dropFirst(head.count)
        entries.head["about"] = [
            "dc:title": .string(title), "dc:creator": .array(head.dropFirst().map(JSON.string)),
        ]
        for quote in lines.split(whereSeparator: isEnd) where quote.contains(where: { !$0.isEmpty }) {
            let mark = quote.lastIndex { $0.isExactly("--") }
            try entries.add([
                ("title", title), ("text", quote[..<(mark ?? quote.endIndex)].joined(separator: "\n").trimmed),
                ("note", mark.map { quote[$0...].dropFirst().joined(separator: "\n").trimmed } ?? ""),
            ])
        }
    }
}

/// Reads a quote of ReadEra's text, which names no resource.
struct ReadEraTextReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let (title, quote, note) = (try item.text("title"), try item.text("text"), try item.text("note"))
        guard !quote.isEmpty else { return NoteReading(skipped: "The note has no quote.", at: item) }
        var draft = NoteDraft(id: ["readera-text", title, quote, note], quote: quote, text: note, context)
        draft.addBook(title)
        return NoteReading(try draft.note(context.format, item))
    }
}
