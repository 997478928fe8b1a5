// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNotes

/// The record of a publication in a store (schema `publication-record`): its identifiers and its reading order.
struct PublicationRecord: Sendable {
    let id: String
    private(set) var title: String?
    private(set) var identifiers: [String] = []
    private(set) var hashes: [String] = []
    private(set) var readingOrder: [String] = []

    static let members = ["id", "identifier", "title", "hash", "readingOrder"]
    private static let maxKeys = 100

    /// Creates an empty record.
    init(id: String) { self.id = id }

    /// Reads the record from a row.
    init(_ row: StoredNote) throws(Failure) {
        let json = try row.json.withUnsafeBufferPointer { bytes throws(Failure) in
            try JSONParser.parse(UnsafeRawBufferPointer(bytes), source: "publication")
        }
        func list(_ name: String) -> [String] { (json.object?[name]?.array ?? []).compactMap(\.string) }
        id = json.object?["id"]?.string ?? ""
        title = json.object?["title"]?.string
        identifiers = list("identifiers")
        hashes = list("hashes")
        readingOrder = list("readingOrder")
    }

    /// Reads the record within a transaction.
    init(stored row: StoredNote) throws(StoreError) {
        do throws(Failure) { try self.init(row) } catch { throw StoreError.failure(error) }
    }

    static func rowID(_ publication: String) -> [UInt8] { Array("publication:".utf8) + Array(publication.utf8) }

    var places: [ExactText: Int] {
        Dictionary(
            readingOrder.enumerated().map { (ExactText(Href.normalized($0.element)), $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Adds the data of another copy of the publication.
    mutating func add(_ identity: PublicationKeys) {
        title = identity.title ?? title
        if let identifier = identity.identifier, !identifiers.contains(identifier) { identifiers.append(identifier) }
        if let hash = identity.hash, !hashes.contains(hash) { hashes.append(hash) }
        identifiers = identifiers.suffix(PublicationRecord.maxKeys)
        hashes = hashes.suffix(PublicationRecord.maxKeys)
        if !identity.readingOrder.isEmpty { readingOrder = identity.readingOrder }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id)
        json.member("title", ifPresent: title)
        json.member("identifiers", ifNotEmpty: identifiers)
        json.member("hashes", ifNotEmpty: hashes)
        json.member("readingOrder", ifNotEmpty: readingOrder)
        json.endObject()
    }

    func row(revision: Int64) -> StoredNote {
        var json = JSONWriter()
        write(to: &json)
        let keys =
            identifiers.map { "identifier:" + $0 } + hashes.map { "hash:" + $0 } + (title.map { ["title:" + $0] } ?? [])
        return StoredNote(
            id: PublicationRecord.rowID(id), publication: [], href: [], kind: StoredNote.publicationKind, place: [],
            modified: 0, revision: revision, isDeleted: false, tags: StoredNote.list(keys), text: [],
            json: json.finish().withBytes { Array($0) })
    }
}

/// The identifying data of a copy of a publication (schema `publication-identity`).
struct PublicationKeys: Sendable {
    /// The id of its record, if the host knows it.
    let id: String?
    let identifier: String?
    let title: String?
    let hash: String?
    let readingOrder: [String]

    init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(PublicationRecord.members)
        func text(_ name: String) throws(Failure) -> String? {
            guard let member = try json.optionalMember(name) else { return nil }
            let text = try member.nonEmptyString()
            guard text.utf8.count <= StoreLimits.maxIdentifier else {
                throw Failure(.limit, "The text is longer than \(StoreLimits.maxIdentifier) bytes.", path: member.path)
            }
            return text
        }
        id = try text("id")
        identifier = try text("identifier")
        title = try text("title")
        hash = try text("hash")
        var hrefs: [String] = []
        for href in try json.optionalMember("readingOrder")?.elements() ?? [] { hrefs.append(try href.string()) }
        readingOrder = hrefs
        guard id != nil || identifier != nil || title != nil || hash != nil else {
            throw json.failure("Expected an \"id\", \"identifier\", \"title\" or \"hash\".")
        }
    }

    private func has(_ row: StoredNote, _ name: String, _ value: String?) -> Bool {
        guard let value else { return false }
        return SearchText.contains(row.tags, Array("\n\(name):\(value)\n".utf8))
    }

    /// How a record was matched to a publication.
    enum Match: String, Sendable {
        /// By the id that the host supplied.
        case id
        /// By the hash of the file.
        case hash
        /// By identifier and title: another edition, or a changed file.
        case work
        /// There was no matching record.
        case new
    }

    func match(_ row: StoredNote) -> Match? {
        if let id, row.id == PublicationRecord.rowID(id) { return .id }
        if has(row, "hash", hash) { return .hash }
        return has(row, "identifier", identifier) && has(row, "title", title) ? .work : nil
    }

    /// Whether the host should ask the reader, since identifiers are shared and edited.
    func mayBe(_ row: StoredNote) -> Bool { has(row, "identifier", identifier) || has(row, "title", title) }

    /// Returns the id for a new record, which is the same on every device.
    func newID(isTaken: (String) throws(StoreError) -> Bool) throws(StoreError) -> String {
        for id in [id, identifier, hash.map { "urn:hash:" + $0 }] {
            if let id, try !isTaken(id) { return id }
        }
        return "urn:lectern:" + [identifier, title, hash].map { $0 ?? "" }.joined(separator: ":")
    }
}
