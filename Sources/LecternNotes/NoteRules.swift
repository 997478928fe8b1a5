// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The rules for the members of a note, one row per member.
enum NoteRules {
    typealias Check = @Sendable (JSONReader) throws(Failure) -> Void

    static let members: [(String, Check)] = [
        ("kind", { json throws(Failure) in _ = try json.choice(Note.Kind.self) }),
        ("publication", { json throws(Failure) in _ = try identifier(json) }),
        ("device", { json throws(Failure) in _ = try identifier(json) }),
        ("locator", locator),
        ("style", { json throws(Failure) in _ = try json.nonEmptyString() }),
        ("color", { json throws(Failure) in _ = try json.nonEmptyString() }),
        ("body", body),
        ("tags", { json throws(Failure) in for tag in try json.elements() { _ = try tag.string() } }),
        ("creator", creator),
        ("headings", headings),
        ("page", { json throws(Failure) in _ = try json.string() }),
        ("created", { json throws(Failure) in _ = try date(json) }),
        ("modified", { json throws(Failure) in _ = try date(json) }),
        ("deleted", { json throws(Failure) in _ = try date(json) }),
        ("clocks", { json throws(Failure) in _ = try NoteClocks(json) }),
        ("origin", { json throws(Failure) in _ = try json.required("format").string() }),
    ]

    /// Members that may themselves contain defined members.
    private static let nested: Set<String> = ["locator", "locations", "xPointer", "text", "body", "headings", "clocks"]

    /// Null is equivalent to absence, and the schema does not allow it.  Members of other programs are not changed.
    static func withoutNull(_ note: JSONObject) -> JSONObject {
        JSONObject(
            note.members.compactMap { member in
                guard !member.value.isNull else { return nil }
                let value = nested.contains(member.key) ? withoutNull(member.value) : member.value
                return .init(key: member.key, value: value)
            })
    }

    private static func withoutNull(_ value: JSON) -> JSON {
        if let object = value.object { return .object(withoutNull(object)) }
        return value.array.map { .array($0.map(withoutNull)) } ?? value
    }

    static func identifier(_ json: JSONReader) throws(Failure) -> String {
        let text = try json.nonEmptyString()
        guard text.utf8.count <= NoteLimits.maxIdentifier else {
            throw json.limit("The identifier is longer than \(NoteLimits.maxIdentifier) bytes.")
        }
        guard !text.utf8.contains(0) else { throw json.failure("An identifier cannot contain NUL.") }
        return text
    }

    /// Parses an ISO 8601 date, and returns milliseconds since 1970.
    static func date(_ json: JSONReader) throws(Failure) -> Int64 {
        let text = try json.string()
        guard text.utf8.count <= 64, let moment = DateText.epochMilliseconds(text) else {
            throw json.failure("Expected a date and time such as \"2026-01-31T12:00:00Z\".")
        }
        return moment
    }

    static func text(_ json: JSONReader) throws(Failure) -> String {
        let text = try json.string()
        guard text.utf8.count <= NoteLimits.maxText else {
            throw json.limit("The text is longer than \(NoteLimits.maxText) bytes.")
        }
        return text
    }

    /// Checks a locator.  The media type is optional, and so is the resource if the note is from a file that names
    /// none.
    private static func locator(_ json: JSONReader) throws(Failure) {
        let more = [try json.optionalMember("text"), try json.optionalMember("locations")].compactMap { $0 }
        let href = try json.optionalMember("href")
        if href != nil || more.isEmpty { _ = try json.required("href").nonEmptyString() }
        if let type = try json.optionalMember("type") { _ = try type.string() }
        let locations = try json.optionalMember("locations")
        if let range = try locations?.optionalMember("xPointer") {
            _ = try range.required("start").string()
            _ = try range.optionalMember("end")?.string()
        }
        if let range = try locations?.optionalMember("textPosition") {
            for name in ["start", "end"] { _ = try range.required(name).unsignedInteger(in: 0...UInt64(Int64.max)) }
        }
        guard let quote = try json.optionalMember("text") else { return }
        for name in ["before", "highlight", "after"] {
            if let part = try quote.optionalMember(name) { _ = try text(part) }
        }
    }

    private static func body(_ json: JSONReader) throws(Failure) {
        if let member = try json.optionalMember("text") { _ = try text(member) }
        for name in ["format", "language", "href", "type"] {
            if let member = try json.optionalMember(name) { _ = try member.string() }
        }
        if let member = try json.optionalMember("direction") { _ = try direction(member) }
    }

    private static func creator(_ json: JSONReader) throws(Failure) {
        if json.value.string == nil { _ = try json.object() }
    }

    private static func headings(_ json: JSONReader) throws(Failure) {
        for heading in try json.elements() {
            _ = try heading.required("text").string()
            guard let level = try heading.optionalMember("level"), level.value.integer == nil else { continue }
            throw level.failure("The level must be a whole number.")
        }
    }

    enum Direction: String, CaseIterable { case ltr, rtl, auto }

    static func direction(_ json: JSONReader) throws(Failure) -> String { try json.choice(Direction.self).rawValue }
}

/// The limits of notes, which keep a call within 512 MB and two seconds.
public enum NoteLimits {
    /// Size of an id, in bytes.
    public static let maxIdentifier = 1024
    /// Size of a text in bytes, such as a quote or the text of the reader.
    public static let maxText = 64 << 10
    /// Size of a note as JSON, or of an item of a file, in bytes.
    public static let maxNote = 1 << 20
    /// Size of a note read from a file, in bytes: a store adds its publication, clocks and place.
    public static let maxReadNote = maxNote - maxText
    /// Size of a call's JSON input, of an event, and of a file that has to be read as a whole, in bytes.
    public static let maxTotal = 16 << 20
    /// Number of values in such JSON, each of which takes about a hundred bytes of memory.
    public static let maxValues = 1_000_000
    /// Number of notes that a call accepts or returns.
    public static let maxCount = 10_000
    /// Size of a file, and of the notes that a call reads and writes in a store, in bytes.
    public static let maxFile = 64 << 20
    /// Size of notes written as text, in bytes.
    public static let maxWritten = 32 << 20
    /// Size of a paged result, in bytes.  A host may escape every character, and pass it to another call.
    public static let maxAnswer = 4 << 20
    /// Number of notes in a page of a file.
    public static let page = 256
}
