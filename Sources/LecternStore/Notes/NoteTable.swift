// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNotes

/// Reads and writes notes during a change.
struct NoteTable {
    private let rows: any NoteRows
    private var revision: Int64?
    /// The reading orders of publications, by id.
    private var readingOrders: [ExactText: [ExactText: Int]] = [:]
    /// The number of bytes of notes that may still be read and written.
    private var left = NoteLimits.maxFile
    /// The error of the last operation, if it failed because of the file.
    private(set) var error: StoreError?

    init(_ rows: any NoteRows) { self.rows = rows }

    /// Runs an operation on the file.  Its error is kept, since the file may have to be reopened.
    private mutating func attempt<T>(_ body: (any NoteRows) throws(StoreError) -> T) throws(Failure) -> T {
        do throws(StoreError) {
            return try body(rows)
        } catch {
            self.error = error
            throw Failure(.io, "The notes cannot be read or written.")
        }
    }

    mutating func find(_ id: String) throws(Failure) -> Note? {
        let row = try attempt { rows throws(StoreError) in try rows.find(Array(id.utf8)) }
        guard let row, row.kind != StoredNote.publicationKind else { return nil }
        try spend(row.json.count)
        return try row.note()
    }

    mutating func nextRevision() throws(Failure) -> Int64 {
        let last = if let revision { revision } else { try attempt { rows throws(StoreError) in try rows.revision() } }
        let next = last == .max ? last : last + 1
        revision = next
        return next
    }

    private mutating func spend(_ bytes: Int) throws(Failure) {
        left -= bytes
        guard left >= 0 else {
            throw Failure(.limit, "The notes of one call take more than \(NoteLimits.maxFile) bytes in the store.")
        }
    }

    mutating func put(_ note: Note) throws(Failure) {
        let order = try readingOrder(note.publication)
        let row = StoredNote(note, revision: try nextRevision(), in: order)
        guard row.json.count <= NoteLimits.maxNote else {
            throw Failure(.limit, "The note \"\(note.id)\" takes more than \(NoteLimits.maxNote) bytes.")
        }
        try spend(row.json.count)
        try attempt { rows throws(StoreError) in try rows.put(row) }
    }

    /// Permanently removes notes that were deleted before a moment.
    mutating func purge(before moment: Int64) throws(Failure) {
        try attempt { rows throws(StoreError) in
            var old: [[UInt8]] = []
            try rows.forEach(since: 0) { note in
                if note.isDeleted, note.modified < moment { old.append(note.id) }
                return true
            }
            for id in old { try rows.remove(id) }
        }
    }

    private mutating func readingOrder(_ publication: String?) throws(Failure) -> [ExactText: Int] {
        guard let publication else { return [:] }
        if let known = readingOrders[ExactText(publication)] { return known }
        let record = try attempt { rows throws(StoreError) in try rows.find(PublicationRecord.rowID(publication)) }
        let order = try record.map { record throws(Failure) in try PublicationRecord(record) }?.places ?? [:]
        readingOrders[ExactText(publication)] = order
        return order
    }
}
