// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What the members of a note may be, one row a member.
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

    /// Listed members that consist of listed members.
    private static let nested: Set<String> = ["locator", "locations", "xPointer", "text", "body", "headings", "clocks"]

    /// A member that is null means the same as none, and the schema has no null.  What only programs know stays as it is.
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

    /// A moment as ISO 8601 writes it, in milliseconds since 1970.
    static func date(_ json: JSONReader) throws(Failure) -> Int64 {
        let text = try json.string()
        guard text.utf8.count <= 64, let moment = DateText.epochMilliseconds(text) else {
            throw json.failure("This is not a date and time.")
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

    /// A locator that may lack its media type, and its resource, if it was read from a file that names none.
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
            throw level.failure("A level is a whole number.")
        }
    }

    enum Direction: String, CaseIterable { case ltr, rtl, auto }

    static func direction(_ json: JSONReader) throws(Failure) -> String { try json.choice(Direction.self).rawValue }
}

/// The limits of notes: what keeps a call within 512 MB and two seconds.
public enum NoteLimits {
    /// Bytes of an id.
    public static let maxIdentifier = 1024
    /// Bytes of one text: a quote, or what the reader has written.
    public static let maxText = 64 << 10
    /// Bytes of one note, as JSON text, or of one item of a file.
    public static let maxNote = 1 << 20
    /// Bytes of a note that is read from a file: a store adds its publication, its clocks and its place.
    public static let maxReadNote = maxNote - maxText
    /// Bytes of the JSON text that a call takes, of an event, and of a file in a format that has to be read as a whole.
    public static let maxTotal = 16 << 20
    /// Values in such a text: in memory, each takes about a hundred bytes.
    public static let maxValues = 1_000_000
    /// Notes that a call takes or returns.
    public static let maxCount = 10_000
    /// Bytes of a file, and of the notes that a call reads and writes in a store.
    public static let maxFile = 64 << 20
    /// Bytes of notes written as text.
    public static let maxWritten = 32 << 20
    /// Bytes of an answer that has pages.  A host may escape each letter of it, and pass it to another call.
    public static let maxAnswer = 4 << 20
    /// Notes of one page of a file.
    public static let page = 256
}
