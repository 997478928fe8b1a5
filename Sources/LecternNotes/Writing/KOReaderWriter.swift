// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes notes as the table `annotations` of KOReader's `metadata.epub.lua`.
struct KOReaderWriter: NoteItems {
    let options: NoteWriteOptions

    private static let drawers = [
        "underline": "underscore", "strikethrough": "strikeout", "outline": "lighten", "solid": "lighten",
    ]

    // MARK: The file

    let separator = ""

    /// The members of the document and the last place, which have to be in the first part.
    func head(_ notes: [Note]) -> String {
        var members = options.members.without(KOReaderTables.names + ["format"])
        if let place = notes.last(where: { $0.kind == .position }) {
            members["last_xpointer"] = place.locations.xPointer.map { .string($0.start) } ?? members["last_xpointer"]
            members["percent_finished"] =
                place.locations.totalProgression.map(JSON.double) ?? members["percent_finished"]
        }
        // KOReader then counts the pages, and sorts.
        members["annotations_externally_modified"] = true
        let lines = members.members.map { LuaWriter.field($0.key, $0.value, indent: 1) + ",\n" }.joined()
        return "-- we can read Lua syntax here!\nreturn {\n\(lines)    [\"annotations\"] = {\n"
    }

    let end = "    },\n}\n"

    func encoded(_ text: [UInt8]) -> [UInt8] { text }

    // MARK: Items

    /// Returns nil for a last place, which is in the head.
    func item(_ note: Note, _ index: Int) throws(Failure) -> String? {
        guard note.kind != .position else { return nil }
        var item = try made(note)
        // A mark that was moved to a place without a range becomes a bookmark.
        if let former = FormerItem(of: note, in: [.koreader], options), !former.isOtherKind,
            !former.differs(["locator"]) || (former.json["drawer"] == nil) == (item["drawer"] == nil)
        {
            item = former.patched(item, KOReaderWriter.groups)
        }
        return LuaWriter.indentation(2) + LuaWriter.text(.object(item), indent: 2) + ",\n"
    }

    private static let groups: [FormerItem.Group] = [
        (["created"], ["datetime"]), (["modified"], ["datetime_updated"]), (["headings"], ["chapter"]),
        (["page"], ["pageref"]), (["style", "color"], ["drawer", "color"]), (["body"], ["note"]),
        (["locator"], ["page", "pos0", "pos1", "text"]),
    ]

    private func made(_ note: Note) throws(Failure) -> JSONObject {
        var item = JSONObject()
        item["chapter"] = note.heading.map(JSON.string)
        item["datetime"] = .string(KOReaderWriter.date(note.created ?? note.modified) ?? "1970-01-01 00:00:00")
        item["datetime_updated"] = KOReaderWriter.date(note.modified).map(JSON.string)
        item["note"] = note.text.map(JSON.string)
        item["pageref"] = note.pageLabel.map(JSON.string)
        guard let place = note.locations.xPointer, XPointer.fragment(of: place.start) != nil else {
            item["page"] = try page(of: note)
            return item
        }
        item["page"] = .string(place.start)
        guard note.kind != .bookmark else { return item }
        item["pos0"] = .string(place.start)
        item["pos1"] = .string(place.end ?? place.start)
        item["drawer"] = .string(KOReaderWriter.drawers[note.style ?? ""] ?? "lighten")
        item["color"] = note.color.map(JSON.string)
        if !options.protected { item["text"] = note.quote.highlight.map(JSON.string) }
        return item
    }

    /// Returns the start of the resource, or the number of a page of a PDF or a comic.
    private func page(of note: Note) throws(Failure) -> JSON {
        let (number, href) = try options.resource(of: note)
        if let page = note.locations.parsedFragments.page { return .integer(Int64(page)) }
        if (MediaType.guess(path: href) ?? "").hasPrefix("image/") { return .integer(Int64(number) + 1) }
        return .string(XPointer.path(ofFragment: number + 1, of: options.hrefs.count) + ".0")
    }

    /// KOReader writes the time without an offset, which is read as UTC.
    private static func date(_ text: String?) -> String? {
        guard let text = text.flatMap(DateText.rfc3339) else { return nil }
        return text.utf8.prefix(10).text + " " + text.utf8.dropFirst(11).prefix(8).text
    }
}

extension Substring.UTF8View {
    fileprivate var text: String { String(Substring(self)) }
}
