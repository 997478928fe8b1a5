// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The highlights that Moon+ Reader shares as text: a line with the book and the number of its notes, then lines of
/// chapters (`◆`) and of highlights (`▪`), which end with their note in parentheses.
enum MoonReaderText {
    private static let chapterMark = "◆", highlightMark = "▪"

    static func isOne(_ beginning: String) -> Bool {
        let lines = NoteText.lines(beginning).map(\.trimmed).filter { !$0.isEmpty }
        return lines.count > 1 && !isMarked(lines[0]) && lines.dropFirst().contains(where: isMarked)
    }

    /// The same text as HTML.
    static func isHTML(_ beginning: String) -> Bool {
        beginning.hasPrefixAfterSpace("<") && isOne(NoteMarkup.text(of: beginning))
    }

    static func readHTML(_ html: String, into entries: inout TextEntries) throws(Failure) {
        try read(NoteMarkup.text(of: html), into: &entries)
    }

    private static func isMarked(_ line: String) -> Bool {
        line.hasPrefix(chapterMark) || line.hasPrefix(highlightMark)
    }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        let lines = NoteText.lines(text).map(\.trimmed).drop { $0.isEmpty }
        guard let first = lines.first else { return }
        let (title, notes) = head(first)
        var found: [(chapter: String, lines: [String])] = []
        var chapter = ""
        for line in lines.dropFirst() where !isRule(line) {
            if line.hasPrefix(chapterMark) {
                chapter = after(chapterMark, line)
            } else if line.hasPrefix(highlightMark) {
                found.append((chapter, [after(highlightMark, line)]))
            } else if let last = found.indices.last {
                found[last].lines.append(line)
            }
        }
        let texts = found.map { $0.lines.joined(separator: "\n").trimmed }
        let split = texts.map(parenthesis)
        // Quotes may end with parentheses, too; the number of notes tells whether they do.
        let areNotes = split.count { $0.note != nil } <= notes
        for (index, entry) in found.enumerated() {
            let (quote, note) = areNotes ? split[index] : (texts[index], nil)
            try entries.add([("title", title), ("chapter", entry.chapter), ("text", quote), ("note", note ?? "")])
        }
    }

    /// Splits `Title - Author (Highlight: 2; Note: 1)`, in any language.
    private static func head(_ line: String) -> (title: String, notes: Int) {
        let (title, counts) = parenthesis(line)
        let numbers = (counts ?? "").utf8.split { !ASCII.isDigit($0) }.compactMap { Int(String(Substring($0))) }
        return numbers.count == 2 ? (title, numbers[1]) : (line, 0)
    }

    private static func isRule(_ line: String) -> Bool {
        !line.isEmpty && line.unicodeScalars.allSatisfy { $0 == "─" || $0 == "-" || $0 == "—" }
    }

    private static func after(_ mark: String, _ line: String) -> String {
        String(Substring(line.utf8.dropFirst(mark.utf8.count))).trimmed
    }

    /// Splits off the parentheses at the end.
    private static func parenthesis(_ text: String) -> (text: String, note: String?) {
        guard text.utf8.last == UInt8(ascii: ")") else { return (text, nil) }
        var depth = 0
        var at = text.utf8.endIndex
        while at > text.utf8.startIndex {
            at = text.utf8.index(before: at)
            switch text.utf8[at] {
            case UInt8(ascii: ")"): depth += 1
            case UInt8(ascii: "("): depth -= 1
            default: break
            }
            guard depth == 0 else { continue }
            let start = String(text[..<at]).trimmed
            let note = String(Substring(text.utf8[at...].dropFirst().dropLast())).trimmed
            return start.isEmpty || note.isEmpty ? (text, nil) : (start, note)
        }
        return (text, nil)
    }
}

/// Reads a highlight that Moon+ Reader has shared as text.
struct MoonReaderTextReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let (title, chapter) = (try item.text("title"), try item.text("chapter"))
        let (quote, note) = (try item.text("text"), try item.text("note"))
        guard !quote.isEmpty else { return NoteReading(skipped: "The highlight is empty.", at: item) }
        var draft = NoteDraft(id: ["moonreader-text", title, chapter, quote, note], quote: quote, text: note, context)
        draft.addBook(title)
        draft.addChapter(chapter)
        return NoteReading(try draft.note(context.format, item))
    }
}
