// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNotes

/// What a store knows of a publication (schema `publication-record`): how to recognise it, and in what order its resources
/// are read.
struct PublicationRecord: Sendable {
    let id: String
    private(set) var title: String?
    private(set) var identifiers: [String] = []
    private(set) var hashes: [String] = []
    private(set) var readingOrder: [String] = []

    static let members = ["id", "identifier", "title", "hash", "readingOrder"]
    private static let maxKeys = 100

    /// A new one.
    init(id: String) { self.id = id }

    /// Of a row.
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

    /// The same inside of a transaction.
    init(stored row: StoredNote) throws(StoreError) {
        do throws(Failure) { try self.init(row) } catch { throw StoreError.failure(error) }
    }

    static func rowID(_ publication: String) -> [UInt8] { Array("publication:".utf8) + Array(publication.utf8) }

    var places: [ExactText: Int] {
        Dictionary(
            readingOrder.enumerated().map { (ExactText(Href.normalized($0.element)), $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Adds what another copy of it says.
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

/// What identifies a copy of a publication (schema `publication-identity`).
struct PublicationKeys: Sendable {
    /// To say which publication of the store it is.
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
            throw json.failure("Nothing says which publication it is.")
        }
    }

    private func has(_ row: StoredNote, _ name: String, _ value: String?) -> Bool {
        guard let value else { return false }
        return SearchText.contains(row.tags, Array("\n\(name):\(value)\n".utf8))
    }

    /// How sure it is that a record is of the same publication.
    enum Match: String, Sendable {
        /// The host says so.
        case id
        /// The same bytes.
        case hash
        /// The same identifier and title: another edition, or a changed file.
        case work
        /// It was not there before.
        case new
    }

    func match(_ row: StoredNote) -> Match? {
        if let id, row.id == PublicationRecord.rowID(id) { return .id }
        if has(row, "hash", hash) { return .hash }
        return has(row, "identifier", identifier) && has(row, "title", title) ? .work : nil
    }

    /// Whether a host should ask the reader: identifiers are shared and edited.
    func mayBe(_ row: StoredNote) -> Bool { has(row, "identifier", identifier) || has(row, "title", title) }

    /// The id of a new record.  On every device it is the same.
    func newID(isTaken: (String) throws(StoreError) -> Bool) throws(StoreError) -> String {
        for id in [id, identifier, hash.map { "urn:hash:" + $0 }] {
            if let id, try !isTaken(id) { return id }
        }
        return "urn:lectern:" + [identifier, title, hash].map { $0 ?? "" }.joined(separator: ":")
    }
}
