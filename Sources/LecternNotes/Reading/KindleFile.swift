// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The entries of `My Clippings.txt`, which a Kindle writes for all its books: a line with the title, a line with the
/// kind and the place, an empty line, the text, and a line of `==========`.
enum KindleFile {
    private static let mark: Unicode.Scalar = "\u{FEFF}"
    /// The number of bytes read to recognise a file.
    private static let beginning = 4096

    /// Whether the second line looks like that of an entry.
    static func isOne(_ read: JSONStream.Read) throws(Failure) -> Bool {
        var bytes = [UInt8](repeating: 0, count: beginning)
        var count = 0
        var problem: Failure?
        bytes.withUnsafeMutableBytes { space in
            do throws(Failure) { count = try read(0, space) } catch { problem = error }
        }
        if let problem { throw problem }
        let lines = bytes.prefix(Swift.max(0, count)).split(
            separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count > 2 else { return false }
        return KindleLine.begins(lines[1])
    }

    /// Returns the entries as items.  A note is joined to the highlight that ends, or otherwise starts, at its place.
    static func items(_ bytes: [UInt8], source: String) throws(Failure) -> [NoteFile.Item] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.json, "The file is not valid UTF-8.", path: [source])
        }
        var entries = self.entries(text)
        guard entries.count <= NoteLimits.maxValues / 8 else {
            throw Failure(.limit, "The file has more than \(NoteLimits.maxValues / 8) entries.", path: [source])
        }
        join(&entries)
        return entries.enumerated().compactMap { index, entry in
            entry.isJoined ? nil : NoteFile.Item(value: entry.json, steps: ["\(index)"])
        }
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

/// Reads an entry of `My Clippings.txt`.  It names no resource, so the place is found by the quote.
struct KindleReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let title = try item.required("title").string()
        let text = try NoteRules.text(item.required("text"))
        let member = try item.required("line")
        guard let line = KindleLine(try member.string(), hasText: !text.isEmpty) else {
            throw member.failure("The line does not name a known kind of entry.")
        }
        var draft = NoteDraft(id: StableIdentifier.of(["kindle", title, line.text, text]))
        draft.isAnywhere = true
        draft.href = context.onlyHref ?? ""
        draft.kind = line.kind
        switch line.kind {
        case .highlight:
            draft.isRange = true
            draft.quote = Locator.Text(highlight: text)
            if let note = try item.optionalMember("note") {
                draft.kind = .note
                draft.body["text"] = .string(try NoteRules.text(note.required("text")))
            }
        case .note: draft.body["text"] = .string(text)
        default: draft.body["text"] = text.isEmpty ? nil : .string(text)
        }
        draft.created = line.date
        draft.page = line.page
        draft.locations.pageLabel = line.page
        if let location = line.location {
            // Locations refer to Amazon's file; they are kept for the order of the notes.
            draft.locations.other["kindleLocation"] = [
                "start": .integer(Int64(location.lowerBound)), "end": .integer(Int64(location.upperBound)),
            ]
        }
        draft.headings = [["level": 0, "text": .string(title)]]
        guard draft.hasPlace else { return NoteReading(skipped: "The entry has no place.", at: item) }
        return NoteReading(try draft.note(context.format, item))
    }
}
