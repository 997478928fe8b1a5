// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The notes in `metadata.epub.lua` of any version, as items with the members of `annotations`.
///
/// KOReader has used this table since 2024.07.  Before, it had `bookmarks`, in which `notes` is the marked text and
/// `text` the reader's text, and `highlight`, with the style of the marks by page.  If a file has both, each note is
/// read once.
struct KOReaderTables {
    private(set) var items: [NoteFile.Item] = []
    private(set) var warnings: [Warning] = []
    private let root: JSONReader
    private var seen: Set<ExactText> = []

    /// The current tables, then those of KOReader's other engine.
    private static let suffixes = ["", "_rolling", "_paging"]
    private static let lists = ["annotations", "bookmarks", "highlight"]
    /// The members with the last place, the most exact first.
    static let lastPlaces = ["last_xpointer", "last_page", "percent_finished"]
    private static let last = lastPlaces + ["partial_md5_checksum", "doc_path"]

    static let names = suffixes.flatMap { suffix in lists.map { $0 + suffix } }

    init(_ table: JSON, source: String) throws(Failure) {
        root = JSONReader(table, source: source)
        _ = try root.object()
        for suffix in KOReaderTables.suffixes {
            for (steps, item) in try list("annotations" + suffix) {
                let keys = KOReaderTables.keys(of: item)
                if suffix.isEmpty || !keys.contains(where: seen.contains) { add(item, at: steps, keys) }
            }
            try addOlder(suffix)
        }
        addLastPlace()
    }

    private mutating func add(_ item: JSON, at steps: [String], _ keys: [ExactText]) {
        seen.formUnion(keys)
        items.append(NoteFile.Item(value: item, steps: steps))
    }

    /// Returns keys that identify the same note in different tables: its date and start, or its start and end.
    private static func keys(of item: JSON) -> [ExactText] {
        guard let item = item.object, let start = item["pos0"] ?? item["page"] else { return [] }
        func key(_ name: String, _ value: JSON) -> ExactText {
            ExactText(JSONWriter.text(of: [.string(name), start, value]).text)
        }
        return [item["datetime"].map { key("date", $0) }, item["pos1"].map { key("end", $0) }].compactMap { $0 }
    }

    /// Returns the items of a table with their paths.
    private func list(_ name: String) throws(Failure) -> [(steps: [String], item: JSON)] {
        guard let table = root.value.object?[name], !table.isNull else { return [] }
        return try KOReaderTables.numbered(table, at: root.step(name, table)).map { number, item in
            ([name, "\(number)"], item)
        }
    }

    /// Returns the values of a table by index; indices in paths start at 0.
    private static func numbered(_ table: JSON, at json: JSONReader) throws(Failure) -> [(number: Int, item: JSON)] {
        if let list = table.array { return list.enumerated().map { ($0.offset, $0.element) } }
        var found: [(number: Int, item: JSON)] = []
        for member in try json.object().members {
            guard let number = Int(member.key), number > 0 else {
                throw json.failure("The keys of a table of notes must be positive whole numbers.")
            }
            found.append((number - 1, member.value))
        }
        return found.sorted { $0.number < $1.number }
    }

    // MARK: Before 2024.07

    private struct Mark {
        let steps: [String]
        let json: JSONObject
        var isTaken = false
    }

    private mutating func addOlder(_ suffix: String) throws(Failure) {
        var marks = try self.marks("highlight" + suffix)
        var byKey: [ExactText: Int] = [:]
        for (index, mark) in marks.enumerated() {
            for key in KOReaderTables.keys(of: .object(mark.json)) where byKey[key] == nil { byKey[key] = index }
            // Older marks can only be matched by date.
            if let date = mark.json["datetime"]?.string, byKey[ExactText(date)] == nil {
                byKey[ExactText(date)] = index
            }
        }
        for (steps, item) in try list("bookmarks" + suffix) {
            guard let bookmark = item.object else {
                add(item, at: steps, [])
                continue
            }
            var keys = KOReaderTables.keys(of: item)
            if bookmark["pos0"] != nil, let date = bookmark["datetime"]?.string { keys.append(ExactText(date)) }
            let found = keys.lazy.compactMap { byKey[$0] }.first
            if let found { marks[found].isTaken = true }
            addOnce(KOReaderTables.annotation(bookmark, found.map { marks[$0].json }), at: steps)
        }
        for mark in marks where !mark.isTaken {
            addOnce(KOReaderTables.annotation(JSONObject(), mark.json), at: mark.steps)
        }
    }

    private mutating func addOnce(_ annotation: JSONObject, at steps: [String]) {
        let keys = KOReaderTables.keys(of: .object(annotation))
        guard !keys.contains(where: seen.contains) else { return }
        add(.object(annotation), at: steps, keys)
        guard warnings.isEmpty else { return }
        let message = "Some notes are from KOReader before 2024.07; which of their texts it generated is a guess."
        warnings.append(Warning(.minor, message, path: root.step(steps.first ?? "", .null).path))
    }

    /// Returns the marks of all pages, each with its page.
    private func marks(_ name: String) throws(Failure) -> [Mark] {
        var marks: [Mark] = []
        for (steps, page) in try list(name) {
            let place = steps.reduce(root) { $0.step($1, page) }
            for (number, item) in try KOReaderTables.numbered(page, at: place) {
                let steps = steps + ["\(number)"]
                guard var json = item.object else {
                    throw place.step("\(number)", item).failure("Expected a bookmark or a highlight.")
                }
                if json["page"] == nil {
                    json["page"] =
                        json["pos0"]?.string.map(JSON.string)
                        ?? steps.dropLast().last.flatMap { Int64($0) }
                        .map { .integer($0 + 1) }
                }
                marks.append(Mark(steps: steps, json: json))
            }
        }
        return marks
    }

    /// Converts a bookmark and its mark into an annotation, as KOReader does.
    private static func annotation(_ bookmark: JSONObject, _ mark: JSONObject?) -> JSONObject {
        var item = JSONObject()
        for name in ["chapter", "datetime", "page", "pos0", "pos1"] { item[name] = bookmark[name] ?? mark?[name] }
        let isMark = mark != nil || bookmark["highlighted"]?.bool == true || bookmark["pos0"] != nil
        item["drawer"] = mark?["drawer"] ?? (isMark ? "lighten" : nil)
        item["color"] = mark?["color"]
        item["text"] = bookmark["notes"] ?? mark?["text"]
        if !isAutomatic(bookmark) { item["note"] = bookmark["text"] }
        return item
    }

    /// Whether KOReader generated the text of a bookmark: it is empty, the marked text, or `Page 12 marked text @
    /// date` in the language of the device.
    private static func isAutomatic(_ bookmark: JSONObject) -> Bool {
        guard let text = bookmark["text"]?.string else { return bookmark["text"] == nil }
        let marked = bookmark["notes"]?.string ?? ""
        if text.isEmpty || text.isExactly(marked) { return true }
        guard let date = bookmark["datetime"]?.string, !date.isEmpty else { return false }
        return text.hasSuffix("@ " + date) && (marked.isEmpty || text.holds(marked))
    }

    // MARK: The reading position

    private mutating func addLastPlace() {
        let place = root.value.object ?? JSONObject()
        guard let name = KOReaderTables.lastPlaces.first(where: { place[$0] != nil }) else { return }
        let members = KOReaderTables.last.compactMap { name in
            place[name].map { JSONObject.Member(key: name, value: $0) }
        }
        items.append(NoteFile.Item(value: .object(JSONObject(members)), steps: [name]))
    }
}

extension String {
    /// Whether the string contains these bytes.
    func holds(_ part: String) -> Bool { utf8[...].firstIndex(of: part.utf8) != nil }
}

extension Substring.UTF8View {
    /// Returns the start of the first occurrence of a part, which must be short.
    func firstIndex(of part: String.UTF8View) -> Index? {
        guard let first = part.first else { return startIndex }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }
}
