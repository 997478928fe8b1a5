// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNotes

/// A query for notes (schema `note-query`).
struct NoteQuery: Sendable {
    enum Order: String, Sendable, CaseIterable { case place, modified }

    private(set) var publication: [UInt8]?
    private(set) var id: [UInt8]?
    private(set) var href: [UInt8]?
    /// Reading positions are excluded by default.
    private(set) var kinds: Set<[UInt8]> = NoteQuery.usualKinds
    private(set) var tag: [UInt8]?
    private(set) var words: [[UInt8]] = []
    private(set) var since: Int64 = .min
    private(set) var until: Int64 = .max
    private(set) var order = Order.modified
    private(set) var limit = 1000
    /// The key at which the previous page ended.
    private(set) var after: [UInt8]?

    /// Whether deleted notes and reading positions are included.
    private var wantsAll = false

    private static let usualKinds = Set(
        [Note.Kind.bookmark, .highlight, .note].map { Array($0.rawValue.utf8) })

    static let members = [
        "publication", "id", "href", "kind", "tag", "text", "since", "until", "order", "limit", "after",
    ]

    /// Creates a query for all notes of a publication, by place.
    init(allOf publication: [UInt8]) {
        self.publication = publication
        order = .place
        wantsAll = true
    }

    init(_ json: JSONReader?) throws(Failure) {
        guard let json else { return }
        try json.rejectUnknownMembers(NoteQuery.members)
        func bytes(_ name: String) throws(Failure) -> [UInt8]? {
            guard let member = try json.optionalMember(name) else { return nil }
            let text = try member.nonEmptyString()
            guard text.utf8.count <= NoteLimits.maxText else {
                throw Failure(.limit, "The text is longer than \(NoteLimits.maxText) bytes.", path: member.path)
            }
            return Array(text.utf8)
        }
        func moment(_ name: String) throws(Failure) -> Int64? {
            guard let member = try json.optionalMember(name) else { return nil }
            guard let moment = DateText.epochMilliseconds(try member.string()) else {
                throw member.failure("Expected a date and time such as \"2026-01-31T12:00:00Z\".")
            }
            return moment
        }
        publication = try bytes("publication")
        id = try bytes("id")
        href = try bytes("href").map { Array(Href.path(Href.normalized(String(decoding: $0, as: UTF8.self))).utf8) }
        if let kind = try json.optionalMember("kind") {
            kinds = Set(
                try kind.oneOrMore { one throws(Failure) in Array(try one.choice(Note.Kind.self).rawValue.utf8) })
        }
        tag = try bytes("tag").map { [0x0A] + $0 + [0x0A] }
        words = try words(json)
        since = try moment("since") ?? .min
        until = try moment("until") ?? .max
        order = try json.optionalMember("order")?.choice(Order.self) ?? (publication == nil ? .modified : .place)
        if let member = try json.optionalMember("limit") {
            limit = Int(clamping: try member.unsignedInteger(in: 1...10_000))
        }
        after = try bytes("after")
    }

    /// A limit, since each note is searched for each word.
    private static let maxWords = 256

    private func words(_ json: JSONReader) throws(Failure) -> [[UInt8]] {
        guard let member = try json.optionalMember("text") else { return [] }
        let text = try member.nonEmptyString()
        guard text.utf8.count <= NoteQuery.maxWords else {
            throw Failure(.limit, "The query has more than \(NoteQuery.maxWords) bytes.", path: member.path)
        }
        return SearchText.words(text).withoutRepetitions
    }

    func includes(_ note: StoredNote) -> Bool {
        guard publication.map({ $0 == note.publication }) ?? true else { return false }
        return wantsAll
            || !note.isDeleted && kinds.contains(note.kind) && note.modified >= since && note.modified < until
                && id.map { $0 == note.id } ?? true && href.map { $0 == note.href } ?? true
                && tag.map { SearchText.contains(note.tags, $0) } ?? true
                && words.allSatisfy { SearchText.contains(note.text, $0) }
    }

    // MARK: Order

    /// Returns a key that sorts in the order of the query.
    func key(_ note: StoredNote) -> [UInt8] {
        switch order {
        case .place: note.publication + [0] + note.place
        // Latest first.
        case .modified: NoteQuery.descending(note.modified) + note.id
        }
    }

    private static func descending(_ number: Int64) -> [UInt8] {
        let digits = String(UInt64(bitPattern: .max &- Swift.max(0, number)), radix: 16)
        return Array((String(repeating: "0", count: Swift.max(0, 16 - digits.utf8.count)) + digits).utf8)
    }
}
