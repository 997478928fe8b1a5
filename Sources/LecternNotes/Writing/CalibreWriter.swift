// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes notes as the file `META-INF/calibre_bookmarks.txt`, from which calibre reads the annotations of an EPUB.
struct CalibreWriter: NoteItems {
    let options: NoteWriteOptions

    /// The start of the body, for notes without a CFI.
    private static let body = "/4"
    private static let colors: Set<String> = ["yellow", "green", "blue", "purple", "pink"]

    // MARK: The file

    /// The first line.
    static let magic = "encoding=json+base64:\n"
    let separator = ","

    func head(_ notes: [Note]) -> String { "[" }

    let end = "]"

    /// Encodes a part of the JSON.  White space makes it a multiple of three bytes, so that parts can be joined.
    func encoded(_ text: [UInt8]) -> [UInt8] {
        let padded = text + Array(repeating: 0x20, count: (3 - text.count % 3) % 3)
        return (options.from == 0 ? Array(CalibreWriter.magic.utf8) : []) + Base64.encode(padded)
    }

    // MARK: Items

    func item(_ note: Note, _ index: Int) throws(Failure) -> String? {
        let made = try made(note, index)
        var item = made
        if let former = FormerItem(of: note, in: [.calibre], options), !former.isOtherKind {
            item = former.patched(made, CalibreWriter.groups(note.kind))
        }
        return JSONWriter.text(of: .object(item)).text
    }

    private static func groups(_ kind: Note.Kind) -> [FormerItem.Group] {
        let times: FormerItem.Group = (["created", "modified"], ["timestamp"])
        guard kind == .highlight || kind == .note else {
            return [times, (["locator"], ["pos", "pos_type"]), (["body"], ["title"])]
        }
        return [
            times, (["id"], ["uuid"]), (["headings"], ["toc_family_titles"]), (["style", "color"], ["style"]),
            (["body"], ["notes"]),
            (["locator"], ["start_cfi", "end_cfi", "spine_index", "spine_name", "highlighted_text"]),
        ]
    }

    private func made(_ note: Note, _ index: Int) throws(Failure) -> JSONObject {
        let (number, href) = try options.resource(of: note)
        let (start, end) = CalibreWriter.ends(note)
        var item = JSONObject()
        item["type"] = note.kind == .position ? "last-read" : note.kind == .bookmark ? "bookmark" : "highlight"
        item["timestamp"] = .string(note.modified ?? note.created ?? NoteWriter.epoch)
        if note.kind != .position { item["uuid"] = .string(note.id) }
        guard note.kind == .highlight || note.kind == .note else {
            item["pos"] = .string("epubcfi(/\(2 * number + 2)\(start))")
            item["pos_type"] = "epubcfi"
            guard note.kind == .bookmark else { return item }
            // calibre identifies bookmarks by their titles.
            item["title"] = .string(note.text ?? "\(note.heading ?? "Bookmark") (\(index + 1))")
            return item
        }
        item["start_cfi"] = .string(start)
        item["end_cfi"] = .string(end)
        item["spine_index"] = .integer(Int64(number))
        item["spine_name"] = .string(href)
        if !options.protected { item["highlighted_text"] = note.quote.highlight.map(JSON.string) }
        item["notes"] = note.text.map(JSON.string)
        item["style"] = CalibreWriter.look(note)
        let titles = note.headings.compactMap { $0.object?["text"] }
        if !titles.isEmpty { item["toc_family_titles"] = .array(titles) }
        return item
    }

    /// Returns the ends of the place, with the step to the root element, which calibre requires.
    private static func ends(_ note: Note) -> (start: String, end: String) {
        func text(_ cfi: CFI) -> String { "/2" + (CFIText(whole: cfi.text)?.partial ?? body) }
        guard let cfi = note.cfi else { return ("/2" + body, "/2" + body) }
        return (text(cfi.start), text(cfi.end))
    }

    private static func look(_ note: Note) -> JSON {
        let color = note.color ?? "yellow"
        let lines = ["underline": "underline", "strikethrough": "line-through"]
        if let line = note.style.flatMap({ lines[$0] }) {
            return [
                "type": "custom", "kind": "decoration", "text-decoration-line": .string(line),
                "text-decoration-style": "solid", "text-decoration-color": .string(color),
            ]
        }
        if colors.contains(color) { return ["type": "builtin", "kind": "color", "which": .string(color)] }
        return ["type": "custom", "kind": "color", "background-color": .string(color)]
    }
}
