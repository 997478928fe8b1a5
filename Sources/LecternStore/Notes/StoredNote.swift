// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel
import LecternNotes

/// A note as stored: its JSON, and the columns that notes are queried by.
struct StoredNote: Sendable {
    /// The id of the note, or of a publication, whose record has the kind "publication".
    let id: [UInt8]
    let publication: [UInt8]
    /// The resource, without query and fragment.
    let href: [UInt8]
    let kind: [UInt8]
    /// A key that sorts the notes of a publication by place.
    let place: [UInt8]
    /// Milliseconds since 1970.
    let modified: Int64
    /// The number of the store's last change to this note; larger than those of all earlier changes.
    let revision: Int64
    let isDeleted: Bool
    /// Each tag is enclosed in line feeds.
    let tags: [UInt8]
    /// The quote, the text and the tags, folded.
    let text: [UInt8]
    let json: [UInt8]

    /// The checksum of all columns.
    var checksum: Int64 {
        let numbers = "\(modified) \(revision) \(isDeleted ? 1 : 0)"
        // The sum of a million of these fits into 64 bits.
        return Checksum.of([id, publication, href, kind, place, Array(numbers.utf8), tags, text, json])
            & 0x3FF_FFFF_FFFF
    }

    static let publicationKind = Array("publication".utf8)
}

extension StoredNote {
    /// - Parameter readingOrder: the reading order of its publication.
    init(_ note: Note, revision: Int64, in readingOrder: [ExactText: Int]) {
        let clocks = NoteClocks(of: note)
        let last = [clocks.last, clocks.deleted].compactMap { $0?.milliseconds }.max() ?? 0
        let words = [note.quote.highlight, note.text].compactMap { $0 } + note.tags
        self.init(
            id: Array(note.id.utf8), publication: Array((note.publication ?? "").utf8),
            href: Array(Href.path(Href.normalized(note.href ?? "")).utf8), kind: Array(note.kind.rawValue.utf8),
            place: Array(NoteSortKey(of: note, in: readingOrder).text.utf8), modified: last, revision: revision,
            isDeleted: note.deleted != nil, tags: StoredNote.list(note.tags),
            text: SearchText.folded(words.joined(separator: "\n")),
            json: JSONWriter.text(of: .object(note.json)).withBytes { Array($0) })
    }

    static func list(_ tags: [String]) -> [UInt8] {
        tags.isEmpty ? [] : Array(("\n" + tags.joined(separator: "\n") + "\n").utf8)
    }

    /// Throws if the row was written by another program and is not a valid note.
    func note() throws(Failure) -> Note {
        let json = try json.withUnsafeBufferPointer { bytes throws(Failure) in
            try JSONParser.parse(UnsafeRawBufferPointer(bytes), source: "note")
        }
        return try Note(JSONReader(json, source: "note"))
    }

    func changed(place: [UInt8], revision: Int64) -> StoredNote {
        StoredNote(
            id: id, publication: publication, href: href, kind: kind, place: place, modified: modified,
            revision: revision, isDeleted: isDeleted, tags: tags, text: text, json: json)
    }
}

/// Text normalized for searching: without case and accents.
enum SearchText {
    private static let folding = TextFolding(keepsCase: false, keepsDiacritics: false)

    static func folded(_ text: String) -> [UInt8] {
        var folded = ""
        for scalar in text.unicodeScalars {
            let entry = folding(scalar)
            let scalars = [entry.scalars.0, entry.scalars.1, entry.scalars.2]
            for value in scalars.prefix(entry.count) {
                if let scalar = Unicode.Scalar(value) { folded.unicodeScalars.append(scalar) }
            }
        }
        return Array(folded.utf8)
    }

    /// Returns the words of a query, all of which a note must contain.
    static func words(_ query: String) -> [[UInt8]] {
        folded(query).split(whereSeparator: ASCII.isSpace).map { Array($0) }
    }

    static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        return text.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                for start in 0...(text.count - word.count) where text[start] == first {
                    var at = 1
                    while at < word.count, text[start + at] == word[at] { at += 1 }
                    if at == word.count { return true }
                }
                return false
            }
        }
    }

    /// Returns an FTS5 query for the trigrams of the words; nil if all words are too short.
    static func trigrams(_ words: [[UInt8]]) -> String? {
        var found: [String] = []
        for word in words {
            let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
            guard scalars.count >= 3 else { continue }
            for start in 0...(scalars.count - 3) {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: scalars[start..<start + 3])
                // Quoted for FTS5; quotation marks are doubled.
                found.append(
                    "\""
                        + String(text).split(separator: "\"", omittingEmptySubsequences: false).joined(
                            separator: "\"\"") + "\"")
                // A few are selective enough, since each match is checked.
                if found.count == 12 { return found.joined(separator: " AND ") }
            }
        }
        return found.isEmpty ? nil : found.joined(separator: " AND ")
    }
}
