// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The members of a note, as collected by the reader of a format.
struct NoteDraft {
    var id: String
    var kind: Note.Kind?
    var href = ""
    var type: String?
    var title: String?
    var locations = Locator.Locations()
    var quote = Locator.Text()
    var style: String?
    var color: String?
    var body = JSONObject()
    var tags: [String] = []
    var creator: JSON?
    var headings: [JSON] = []
    var page: String?
    var created: String?
    var modified: String?
    /// Whether the format names no resources, so that the quote may be anywhere.
    var isAnywhere = false
    /// Whether the note marks more than a point.
    var isRange = false

    init(id: String) { self.id = id }

    /// Creates the draft of a format that names no resources: the place is found by the quote.
    ///
    /// - Parameter id: what identifies the note, since these formats have no ids.
    init(id: [String], quote: String, text: String?, _ context: NoteContext) {
        self.init(id: StableIdentifier.of(id))
        isAnywhere = true
        href = context.onlyHref ?? ""
        isRange = !quote.isEmpty
        if !quote.isEmpty { self.quote = Locator.Text(highlight: quote) }
        if let text, !text.isEmpty { body["text"] = .string(text) }
    }

    /// Adds the title of the book, for files with notes of several books.
    mutating func addBook(_ title: String) {
        if !title.isEmpty { headings.append(["level": 0, "text": .string(title)]) }
    }

    mutating func addChapter(_ chapter: String) {
        guard !chapter.isEmpty else { return }
        title = chapter
        headings.append(["text": .string(chapter)])
    }

    /// Locations refer to Amazon's file; they are kept for the order of the notes.
    mutating func setKindleLocation(_ location: ClosedRange<Int>) {
        locations.other["kindleLocation"] = [
            "start": .integer(Int64(location.lowerBound)), "end": .integer(Int64(location.upperBound)),
        ]
    }

    /// Whether the place of the note is known in any way.
    var hasPlace: Bool { !href.isEmpty || !locations.json.isEmpty || !quote.json.isEmpty }

    /// The kind that follows from the members.
    private var likelyKind: Note.Kind {
        let hasText = body["text"]?.string.map { !$0.isEmpty } ?? false
        if hasText || body["href"] != nil { return .note }
        return isRange ? .highlight : .bookmark
    }

    /// Throws, with the path of the item, if the members are not a valid note.
    ///
    /// - Parameter item: the original item, which is kept.
    func note(_ format: NoteFormat, _ item: JSONReader) throws(Failure) -> Note {
        let kind = kind ?? likelyKind
        var json = JSONObject()
        json["id"] = .string(id)
        json["kind"] = .string(kind.rawValue)
        json["locator"] = .object(locator)
        if kind != .bookmark, kind != .position {
            json["style"] = .string(style ?? "solid")
            json["color"] = .string(color ?? "yellow")
        }
        if !body.isEmpty { json["body"] = .object(body) }
        if !tags.isEmpty { json["tags"] = .array(tags.map(JSON.string)) }
        json["creator"] = creator
        if !headings.isEmpty { json["headings"] = .array(headings) }
        json["page"] = page.map(JSON.string)
        json["created"] = created.map(JSON.string)
        json["modified"] = modified.map(JSON.string)
        json["origin"] = ["format": .string(format.rawValue), "item": item.value]
        let own = JSONReader(.object(json), source: "")
        guard isAnywhere && href.isEmpty || !Href.withoutFragment(href).isEmpty else {
            throw item.failure("The annotation does not name a resource.")
        }
        do throws(Failure) {
            guard JSONWriter.text(of: own.value).count <= NoteLimits.maxReadNote else {
                throw own.limit("The note has more than \(NoteLimits.maxReadNote) bytes.")
            }
            return try Note(own)
        } catch {
            let member = error.path.dropFirst().first.map { "\($0): " } ?? ""
            throw Failure(error.status, member + error.message, path: item.path)
        }
    }

    private var locator: JSONObject {
        var json = JSONObject()
        if !href.isEmpty {
            let href = Href.normalized(href)
            json["href"] = .string(href)
            json["type"] = .string(type ?? MediaType.guess(path: String(Href.path(href))) ?? MediaType.html)
        }
        json["title"] = title.map(JSON.string)
        if !locations.json.isEmpty { json["locations"] = .object(locations.json) }
        if !quote.json.isEmpty { json["text"] = .object(quote.json) }
        return json
    }
}

/// The result of reading an item.
struct NoteReading {
    /// nil if the item was skipped.
    var note: Note?
    var warnings: [Warning] = []
    /// The reason for skipping the item.
    var skipped: Warning?

    init(_ note: Note?, _ warnings: [Warning] = []) {
        self.note = note
        self.warnings = warnings
    }

    init(skipped reason: String, at json: JSONReader) {
        skipped = Warning(.moderate, reason, path: json.path)
    }
}

/// Settings of the set that apply to all of its items.
struct NoteContext {
    let format: NoteFormat
    /// The hrefs of the reading order, for formats that number resources.
    var readingOrder: [String] = []
    /// The language in `@context`, for texts without their own.
    var language: String?
    var direction: String?

    /// The resource, if there is only one.
    var onlyHref: String? { readingOrder.count == 1 ? readingOrder.first : nil }

    /// Returns the resource with this index in the reading order, from 0.
    func href(_ index: Int, at json: JSONReader) throws(Failure) -> String {
        guard !readingOrder.isEmpty else {
            throw Failure(
                .argument, "This format refers to resources by number, which requires the option \"readingOrder\".",
                path: json.path)
        }
        guard readingOrder.indices.contains(index) else {
            throw json.failure("The reading order has no resource with this number.")
        }
        return readingOrder[index]
    }
}
