// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the bookmarks, highlights and reading positions of calibre, from an export or from the file that it adds to
/// a book.
struct CalibreReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let type = try item.optionalMember("type")?.string()
        let created = try item.optionalMember("timestamp").map(AnnotationReader.date)
        if type == "highlight" || type == nil && item.value.object?["start_cfi"] != nil {
            return try highlight(item, created)
        }
        if type == "bookmark" || type == nil && item.value.object?["pos"] != nil { return try bookmark(item, created) }
        if type == "last-read" { return try lastPlace(item, created) }
        return NoteReading(
            skipped: "Expected a bookmark or a highlight, found \(type.map { "\"\($0)\"" } ?? "no type").", at: item)
    }

    /// Bookmarks have no id: calibre identifies them by title.
    private func bookmark(_ item: JSONReader, _ created: String?) throws(Failure) -> NoteReading {
        let title = try item.required("title").string()
        let uuid = try item.optionalMember("uuid").map(NoteRules.identifier)
        var draft = NoteDraft(id: uuid ?? StableIdentifier.of(["calibre", "bookmark", title]))
        draft.kind = .bookmark
        draft.created = created
        let member = try item.required("pos")
        guard try item.optionalMember("pos_type")?.string() ?? "epubcfi" == "epubcfi",
            let cfi = CFIText(whole: try member.string())
        else { return NoteReading(skipped: "The place is not a CFI.", at: member) }
        let start = try resource(of: cfi, at: member, &draft)
        place(&draft, start: start, end: nil)
        draft.body["text"] = title.isEmpty ? nil : .string(title)
        return NoteReading(try draft.note(context.format, item))
    }

    /// Reads the position where calibre stopped reading.  It is not essential, so it is skipped if it is invalid.
    private func lastPlace(_ item: JSONReader, _ created: String?) throws(Failure) -> NoteReading {
        let place = JSONWriter.text(of: item.value.object?["pos"] ?? .null).text
        var draft = NoteDraft(id: StableIdentifier.of(["calibre", "last-read", created ?? "", place]))
        draft.kind = .position
        draft.created = created
        do throws(Failure) {
            let member = try item.required("pos")
            guard try item.optionalMember("pos_type")?.string() ?? "epubcfi" == "epubcfi",
                let cfi = CFIText(whole: try member.string())
            else { return NoteReading(skipped: "The place is not a CFI.", at: member) }
            let start = try resource(of: cfi, at: member, &draft)
            self.place(&draft, start: start, end: nil)
        } catch {
            guard error.status == .json else { throw error }
            return NoteReading(skipped: error.message, at: item)
        }
        return NoteReading(try draft.note(context.format, item))
    }

    private func highlight(_ item: JSONReader, _ created: String?) throws(Failure) -> NoteReading {
        let uuid = try item.optionalMember("uuid").map(NoteRules.identifier) ?? StableIdentifier.of(item.value)
        var draft = NoteDraft(id: uuid)
        if item.value.object?["removed"]?.bool == true {
            return NoteReading(skipped: "The highlight was removed.", at: item)
        }
        draft.created = created
        draft.isRange = true
        let start = try item.required("start_cfi")
        guard let first = CFIText(try start.string()) else { throw start.failure("Expected a CFI.") }
        let end = try item.optionalMember("end_cfi").flatMap { end throws(Failure) in
            CFIText(try end.string())
        }
        if let name = try item.optionalMember("spine_name")?.nonEmptyString() {
            draft.href = name
        } else if let index = try item.optionalMember("spine_index") {
            draft.href = try context.href(Int(clamping: index.unsignedInteger(in: 0...1_000_000)), at: index)
        } else {
            place(&draft, start: try resource(of: first, at: start, &draft), end: nil)
        }
        if draft.locations.partialCfi == nil { place(&draft, start: first.partial, end: end?.partial) }
        if let text = try item.optionalMember("highlighted_text").map(NoteRules.text) {
            draft.quote = Locator.Text(highlight: text)
        }
        if let text = try item.optionalMember("notes").map(NoteRules.text), !text.isEmpty {
            draft.body["text"] = .string(text)
        }
        for heading in try item.optionalMember("toc_family_titles")?.elements() ?? [] {
            draft.headings.append(["text": .string(try heading.string())])
        }
        look(try item.optionalMember("style"), &draft)
        return NoteReading(try draft.note(context.format, item))
    }

    /// Resolves a CFI whose first step selects a resource in the spine; the next one is the root of the document.
    ///
    /// - Returns: the steps within the resource.
    private func resource(
        of cfi: CFIText, at json: JSONReader, _ draft: inout NoteDraft
    ) throws(Failure) -> String? {
        let steps = cfi.partial.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1)
        guard let step = steps.first.flatMap({ Int(String(Substring($0.prefix(while: ASCII.isDigit)))) }), step >= 2
        else {
            throw json.failure("The first step of the CFI does not refer to a spine item.")
        }
        draft.href = try context.href(step / 2 - 1, at: json)
        return steps.count > 1 ? "/" + String(Substring(steps[1])) : nil
    }

    /// Removes the step to the root element, which the CFIs of other programs lack.
    private func place(_ draft: inout NoteDraft, start: String?, end: String?) {
        func withoutRoot(_ text: String) -> String {
            text.hasPrefix("/2/") ? String(text.utf8.dropFirst(2)) ?? text : text
        }
        guard let start = start.map(withoutRoot), let point = CFIText(partial: start) else { return }
        guard let end = end.map(withoutRoot), !end.isExactly(start), let last = CFIText(partial: end) else {
            draft.locations.partialCfi = point.partial
            return
        }
        // The common parent path, in whole steps.
        let first = point.partial.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        let second = last.partial.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        var common = zip(first, second).prefix { $0.0 == $0.1 }.count
        common = Swift.max(0, Swift.min(common, first.count - 1, second.count - 1))
        func path(_ steps: ArraySlice<String>) -> String { steps.map { "/" + $0 }.joined() }
        let range = [path(first[..<common]), path(first[common...]), path(second[common...])].joined(separator: ",")
        draft.locations.partialCfi = CFIText(partial: range) == nil ? point.partial : range
    }

    /// Reads `{kind: color | decoration, which}`, or a custom style with CSS properties.
    private func look(_ style: JSONReader?, _ draft: inout NoteDraft) {
        let object = style?.value.object
        guard let type = object?["which"]?.string ?? object?["type"]?.string else { return }
        if object?["kind"]?.string == "decoration" {
            let line = object?["text-decoration-line"]?.string
            draft.style = type == "strikeout" || line == "line-through" ? "strikethrough" : "underline"
            draft.color = object?["text-decoration-color"]?.string
        } else {
            draft.color = object?["background-color"]?.string ?? type
        }
        if draft.color?.isEmpty == true { draft.color = nil }
    }
}
