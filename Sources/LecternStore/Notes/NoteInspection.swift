// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds damage to the notes in a file whose structure is intact.
struct NoteInspection {
    /// The rows that do not match their checksums.
    private(set) var damaged: [Int64] = []
    /// The correct seal of the remaining rows.
    private(set) var seal = NoteSeal()
    private var stated: NoteSeal?

    init(_ database: Database) throws(StoreError) {
        let rows = try Statement("SELECT rowid FROM note NOT INDEXED", in: database)
        let row = try Statement("SELECT * FROM note NOT INDEXED WHERE rowid = ?1", in: database)
        while try rows.step() {
            let number = rows.integer(0)
            try row.bind(1, number)
            if let note = try NoteInspection.sound(row) {
                seal.add(note.id, note.checksum, revision: note.revision)
            } else {
                damaged.append(number)
            }
            row.reset()
            guard seal.records + Int64(damaged.count) <= StoreLimits.maxNotes else { throw FileNotes.tooMany(database) }
        }
        stated = try NoteSeal(database)
        // The number of a change must not be reused, even if the change is lost.
        seal.revision = Swift.max(seal.revision, stated?.revision ?? 0)
    }

    /// Returns the note of a row; nil if it does not match its checksum, or is too large.
    private static func sound(_ row: borrowing Statement) throws(StoreError) -> StoredNote? {
        guard case .row = try row.next() else { return nil }
        do throws(StoreError) {
            return try FileNotes.note(row)
        } catch {
            guard case .unfit = error else { throw error }
            return nil
        }
    }

    /// Whether no note is damaged or missing.
    var isSound: Bool { damaged.isEmpty && stated.map(seal.agrees) ?? false }

    var records: Int64 { seal.records }

    /// A description of the damage, without a full stop.
    var reason: String {
        let all = seal.records + Int64(damaged.count)
        if !damaged.isEmpty { return "\(damaged.count) of \(all) notes do not match their checksums" }
        if let stated, stated.records > all { return "\(stated.records &- all) notes are missing" }
        return "the checksum of all notes does not match"
    }

    /// Deletes the damaged notes and rebuilds the indexes.
    func repair(_ database: Database) throws(StoreError) {
        // A damaged row can only be deleted without the indexes.
        for sql in NoteSchema.dropIndexes { try database.run(sql) }
        let delete = try Statement("DELETE FROM note WHERE rowid = ?1", in: database)
        for row in damaged { try delete.run(row) }
        for sql in NoteSchema.indexes { try database.run(sql) }
        try seal.write(to: database)
    }
}
