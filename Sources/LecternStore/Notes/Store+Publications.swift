// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNotes

/// The publications that notes belong to.
extension Store {
    private static let maxCandidates = 100

    /// Finds or creates the record of a publication, and adds the data of this copy (schema `publication-identity`).
    ///
    /// - Returns: schema `store-publication`.
    public func addPublication(_ json: JSONReader) throws(Failure) -> ByteBuffer {
        let keys = try PublicationKeys(json)
        return try run(writing: true) { reader, _ throws(StoreError) in
            let rows = reader.notes
            var best: (match: PublicationKeys.Match, row: StoredNote)?
            var candidates: [StoredNote] = []
            try rows.forEachPublication { row in
                if let match = keys.match(row) {
                    let order: [PublicationKeys.Match] = [.id, .hash, .work]
                    let rank = order.firstIndex(of: match) ?? order.count
                    if best.map({ rank < order.firstIndex(of: $0.match) ?? order.count }) ?? true {
                        best = (match, row)
                    }
                } else if keys.mayBe(row), candidates.count < Store.maxCandidates {
                    candidates.append(row)
                }
                return true
            }
            var record: PublicationRecord
            if let best {
                record = try PublicationRecord(stored: best.row)
            } else {
                record = PublicationRecord(
                    id: try keys.newID { id throws(StoreError) in try rows.find(PublicationRecord.rowID(id)) != nil })
            }
            let former = record
            record.add(keys)
            try Store.keep(record, former, isNew: best == nil, in: rows)
            return try Store.answer(record, best?.match ?? .new, best == nil ? candidates : [])
        }
    }

    private static func keep(
        _ record: PublicationRecord, _ former: PublicationRecord, isNew: Bool, in rows: any NoteRows
    ) throws(StoreError) {
        let revision = try rows.revision()
        let row = record.row(revision: revision)
        guard row.json.count <= NoteLimits.maxNote else {
            throw StoreError.failure(
                Failure(.limit, "The record of the publication takes more than \(NoteLimits.maxNote) bytes."))
        }
        guard isNew || row.json != former.row(revision: revision).json else { return }
        try rows.put(row)
        if record.readingOrder != former.readingOrder { try sort(record, in: rows) }
    }

    /// Updates the places of a publication's notes for its new reading order.
    private static func sort(_ record: PublicationRecord, in rows: any NoteRows) throws(StoreError) {
        let places = record.places
        var moved: [(id: [UInt8], place: [UInt8])] = []
        try rows.forEach(NoteQuery(allOf: Array(record.id.utf8))) { row in
            guard let note = try? row.note() else { return true }
            let place = Array(NoteSortKey(of: note, in: places).text.utf8)
            if place != row.place { moved.append((row.id, place)) }
            return true
        }
        for (id, place) in moved {
            if let row = try rows.find(id) { try rows.put(row.changed(place: place, revision: row.revision)) }
        }
    }

    private static func answer(
        _ record: PublicationRecord, _ match: PublicationKeys.Match, _ candidates: [StoredNote]
    ) throws(StoreError) -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.member("id", record.id)
        json.member("match", match.rawValue)
        json.key("candidates")
        json.beginArray()
        for row in candidates { try PublicationRecord(stored: row).write(to: &json) }
        json.endArray()
        json.endObject()
        return json.finish()
    }

    /// Returns all records, by id (schema `publication-records`).
    public func publications() throws(Failure) -> ByteBuffer {
        try run(writing: false) { reader, _ throws(StoreError) in
            var json = JSONWriter()
            json.beginArray()
            try reader.notes.forEachPublication { row throws(StoreError) in
                guard json.count + row.json.count <= NoteLimits.maxFile else {
                    let message = "The records of publications take more than \(NoteLimits.maxFile) bytes."
                    throw StoreError.failure(Failure(.limit, message, path: self.place))
                }
                row.json.withUnsafeBufferPointer { json.verbatim($0) }
                return true
            }
            json.endArray()
            return json.finish()
        }
    }
}
