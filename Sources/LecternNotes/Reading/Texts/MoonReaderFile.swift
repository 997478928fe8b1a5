// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The export of Moon+ Reader (`.mrexpt`): a few settings, then records of sixteen lines, with lines of `#` between.
enum MoonReaderFile {
    private static let names = [
        "id", "title", "path", "lowerPath", "chapter", "split", "position", "length", "color", "time", "bookmark",
        "note", "text", "underline", "strikethrough", "more",
    ]
    /// A record has at least the lines up to the text.
    private static let required = 13

    static func isOne(_ beginning: String) -> Bool { start(NoteText.lines(beginning).prefix(8)) != nil }

    /// Returns the number of lines before the records.
    private static func start(_ lines: some Collection<String>) -> Int? {
        let head = lines.prefix(8).map(\.trimmed)
        guard head.contains(where: { $0.hasPrefix("indent:") }),
            let last = head.firstIndex(where: { $0.hasPrefix("trim:") })
        else { return nil }
        return last + 1
    }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        let lines = NoteText.lines(text)
        guard let start = start(lines) else {
            throw Failure(.json, "Expected the lines \"indent:\" and \"trim:\".", path: [entries.source])
        }
        var record: [String] = []
        func end() throws(Failure) {
            let own = record
            record = []
            guard own.contains(where: { !$0.isEmpty }) else { return }
            guard own.count >= required else { return try entries.add(problem: "The record has too few lines.") }
            try entries.add(zip(names, own).map { ($0, unbroken($1)) })
        }
        for (index, line) in lines.enumerated().dropFirst(start) {
            // A note may consist of the same character.
            let next = index + 1 < lines.count ? lines[index + 1].trimmed : ""
            let isEnd = line.trimmed == "#" && (record.count > required || next.isEmpty || next.isNumber)
            if isEnd { try end() } else if record.count < names.count { record.append(line) }
        }
        try end()
    }

    /// Restores the line breaks of a text.
    private static func unbroken(_ line: String) -> String {
        guard line.utf8.contains(UInt8(ascii: "<")) else { return line }
        var text = ""
        var rest = line.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            let tag = "<br>"
            let isBreak = rest[start...].prefix(tag.utf8.count).map(ASCII.lowercased).elementsEqual(tag.utf8)
            text += String(Substring(rest[..<start])) + (isBreak ? "\n" : "<")
            rest = rest[rest.index(start, offsetBy: isBreak ? tag.utf8.count : 1)...]
        }
        return text + String(Substring(rest))
    }
}

/// Reads a record of Moon+ Reader.  Its place depends on how Moon+ Reader splits a book, so the quote is used.
struct MoonReaderReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let (title, time) = (try item.text("title"), try item.text("time"))
        let (text, note) = (try item.text("text").trimmed, try item.text("note").trimmed)
        let bookmark = try item.text("bookmark").trimmed
        let isBookmark = text.isEmpty && note.isEmpty
        // A bookmark is named after the text of the page.
        let quote = isBookmark ? bookmark : text
        guard !quote.isEmpty else { return NoteReading(skipped: "The record has no text of the book.", at: item) }
        let id = ["moonreader", title, time, quote]
        var draft = NoteDraft(id: id, quote: quote, text: note, context)
        if isBookmark { draft.kind = .bookmark }
        draft.color = Int32(try item.text("color")).map(MoonReaderReader.color)
        for style in ["underline", "strikethrough"] {
            if try item.text(style) == "1" { draft.style = style }
        }
        if let milliseconds = Int64(time), milliseconds > 0 {
            draft.created = DateText.rfc3339(epochMilliseconds: milliseconds)
        }
        draft.addBook(title)
        return NoteReading(try draft.note(context.format, item))
    }

    /// Converts an ARGB color.
    private static func color(_ number: Int32) -> String {
        let value = UInt32(bitPattern: number)
        let digits = stride(from: 20, through: 0, by: -4).map { ASCII.hexDigit(UInt8(value >> UInt32($0) & 15)) }
        return "#" + String(decoding: digits, as: UTF8.self)
    }
}

extension String {
    fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy(ASCII.isDigit) }
}
