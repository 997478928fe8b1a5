// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads an annotation of KOReader: an item of the table in `metadata.epub.lua`, as JSON.
struct KOReaderReader {
    let context: NoteContext

    static let styles = [
        "lighten": "solid", "underscore": "underline", "strikeout": "strikethrough", "invert": "solid",
    ]

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let members = item.value.object
        if KOReaderTables.lastPlaces.contains(where: { members?[$0] != nil }) { return try lastPlace(item) }
        let pointer = try item.required(members?["pos0"] != nil ? "pos0" : "page")
        let created = try item.optionalMember("datetime").map(moment)
        var draft = NoteDraft(
            id: StableIdentifier.of(["koreader", created ?? "", JSONWriter.text(of: pointer.value).text]))
        draft.created = created
        draft.modified = try item.optionalMember("datetime_updated").map(moment)
        let drawer = try item.optionalMember("drawer")?.string()
        if let drawer {
            draft.isRange = true
            draft.style = KOReaderReader.styles[drawer]
            draft.color = try item.optionalMember("color")?.string()
            if let text = try item.optionalMember("text").map(NoteRules.text) {
                draft.quote = Locator.Text(highlight: text)
            }
        } else {
            draft.kind = .bookmark
        }
        if let page = pointer.value.integer ?? pointer.value.object?["page"]?.integer ?? members?["page"]?.integer,
            pointer.value.string == nil
        {
            guard try place(&draft, onPage: page, at: pointer) else {
                return NoteReading(skipped: "The page number belongs to another layout.", at: pointer)
            }
        } else {
            try place(&draft, at: pointer, to: item.optionalMember("pos1"))
        }
        let isElsewhere = draft.isAnywhere && pointer.value.string != nil
        if let note = try item.optionalMember("note").map(NoteRules.text), !note.isEmpty {
            draft.body["text"] = .string(note)
        }
        draft.addChapter(try item.optionalMember("chapter")?.string() ?? "")
        draft.page = try item.optionalMember("pageref")?.string()
        let message = "The reading order has no resource with this number; the place is found by its text."
        let warning = Warning(.moderate, message, path: pointer.path)
        return NoteReading(try draft.note(context.format, item), isElsewhere ? [warning] : [])
    }

    /// Reads the position where a device stopped reading.  It is not essential, so it is skipped if it is invalid.
    private func lastPlace(_ item: JSONReader) throws(Failure) -> NoteReading {
        let members = item.value.object
        let book = members?["partial_md5_checksum"] ?? members?["doc_path"] ?? item.value
        var draft = NoteDraft(id: StableIdentifier.of(["koreader", "position", JSONWriter.text(of: book).text]))
        draft.kind = .position
        draft.locations.totalProgression = members?["percent_finished"]?.number.flatMap {
            (0...1).contains($0) ? $0 : nil
        }
        do throws(Failure) {
            if let pointer = try item.optionalMember("last_xpointer") {
                try place(&draft, at: pointer, to: nil)
            } else if let page = try item.optionalMember("last_page") {
                guard let number = page.value.integer, try place(&draft, onPage: number, at: page) else {
                    return NoteReading(skipped: "The page is not in this book.", at: item)
                }
            } else {
                return NoteReading(skipped: "A share of the book is not a place.", at: item)
            }
        } catch {
            guard error.status == .json else { throw error }
            return NoteReading(skipped: error.message, at: item)
        }
        return NoteReading(try draft.note(context.format, item))
    }

    // MARK: Places

    /// A quote in a resource that the reading order does not have may be anywhere.
    private func place(_ draft: inout NoteDraft, at pointer: JSONReader, to end: JSONReader?) throws(Failure) {
        let index = try fragment(pointer) - 1
        let order = context.readingOrder
        draft.isAnywhere = !order.isEmpty && !order.indices.contains(index) && draft.quote.highlight?.isEmpty == false
        if !draft.isAnywhere { draft.href = try context.href(index, at: pointer) }
        let start = try pointer.string()
        guard start.utf8.count <= XPointer.maxLength else { return }
        let last = end?.value.string.flatMap { $0.utf8.count <= XPointer.maxLength ? $0 : nil }
        draft.locations.xPointer = XPointerRange(start: start, end: last)
    }

    /// Resolves a page of a PDF or a comic.  Page numbers of other books depend on the layout, so only a quote can
    /// find the place.
    ///
    /// - Returns: whether a place was found.
    private func place(_ draft: inout NoteDraft, onPage page: Int64, at json: JSONReader) throws(Failure) -> Bool {
        let first = try context.href(0, at: json)
        if context.readingOrder.count == 1 {
            draft.href = first
            draft.locations.fragments = ["page=\(page)"]
            return true
        }
        let index = Int(clamping: page) &- 1
        guard !(MediaType.guess(path: first) ?? "").hasPrefix("image/") else {
            draft.href = try context.href(index, at: json)
            return true
        }
        draft.isAnywhere = true
        return draft.quote.highlight?.isEmpty == false
    }

    /// KOReader writes local time without an offset; it is read as UTC.
    private func moment(_ json: JSONReader) throws(Failure) -> String {
        guard let text = DateText.rfc3339(epochMilliseconds: try NoteRules.date(json)) else {
            throw json.failure("Expected a date and time.")
        }
        return text
    }

    /// Returns the index of the resource, from 1: `/body/DocFragment[12]/body/p[3]/text().0`.  A single resource has
    /// no index.
    private func fragment(_ json: JSONReader) throws(Failure) -> Int {
        guard let number = XPointer.fragment(of: try json.string()) else {
            throw json.failure("Expected an XPointer into a resource.")
        }
        return number
    }
}
