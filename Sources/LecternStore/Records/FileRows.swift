// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the rows of a file, within a transaction.
final class FileReader: RecordReader {
    let version: RecordVersion
    private let table: RecordTable
    private let fileNotes: FileNotes
    private var isVerified = false

    init(_ table: RecordTable, _ version: RecordVersion, hasNotes: Bool) {
        self.table = table
        self.version = version
        fileNotes = FileNotes(table.database, exists: hasNotes)
    }

    var notes: any NoteRows { fileNotes }

    /// Throws if anything in the file is damaged, as far as that can be detected without reading each note.
    func verifyAll() throws(StoreError) {
        try verify()
        try fileNotes.verify()
    }

    /// Writes the seal of notes; returns the number of bytes of notes written.
    func finish() throws(StoreError) -> Int64 { try fileNotes.finish() }

    /// Throws unless all records match their checksums, can be found by scope, and are complete.
    func verify() throws(StoreError) {
        guard table.hasChecksums, !isVerified else { return }
        guard try Inspection(table).isSound else { throw StoreError.unfit }
        isVerified = true
    }

    func value(for scope: Scope) throws(StoreError) -> StoredValue {
        guard let row = try table.row(of: scope) else {
            // The record does not exist, or damage hides it.  Few scopes have facts: that is no reason to read all records.
            if scope.part == .preferences { try verify() }
            return .nothing
        }
        let record = try table.record(at: row)
        if table.hasChecksums {
            guard let record, record.fits, record.belongs(to: scope) else { throw StoreError.unfit }
        }
        return FileReader.kept(record)
    }

    private static func kept(_ record: RecordTable.Record?) -> StoredValue {
        guard let text = record?.json, text.count <= StoreLimits.maxDocument else { return .unusable }
        return .text(text)
    }

    func forEach(_ body: (Scope?, StoredValue) throws(StoreError) -> Void) throws(StoreError) {
        try verify()
        let keys = try Statement(
            "SELECT rowid, scope, kind, id FROM preferences ORDER BY scope, kind, id", in: table.database)
        let lookUp = try table.lookUp()
        while try keys.step() {
            // Each row is read by a separate query, so that a row that is too large does not hide the others.
            if let scope = Scope(name: keys.text(1), kind: keys.text(2), id: keys.text(3)) {
                try body(scope, FileReader.kept(try table.record(at: keys.integer(0), lookUp)))
            } else {
                try body(nil, .unusable)
            }
        }
    }
}

/// Changes rows, within a transaction.  Other rows, and columns of later versions, are left alone.
struct FileWriter {
    let table: RecordTable

    func make(_ changes: [RecordChange]) throws(StoreError) {
        guard !changes.isEmpty else { return }
        let database = table.database
        guard var seal = try Seal(database) else { throw StoreError.unfit }
        let forget = try Statement("DELETE FROM preferences WHERE rowid = ?1", in: database)
        let replace = try Statement("UPDATE preferences SET checksum = ?2, json = ?3 WHERE rowid = ?1", in: database)
        let keep = try Statement(
            "INSERT INTO preferences (checksum, json, scope, kind, id) VALUES (?2, ?3, ?4, ?5, ?6)", in: database)
        for change in changes {
            let columns = change.scope.columns.map { Array($0.utf8) }
            let checksum = change.text.map { Checksum.of(columns + [$0]) }
            if let checksum { seal.add(checksum) }
            if let row = try table.row(of: change.scope) {
                guard let former = try table.record(at: row)?.checksum else { throw StoreError.unfit }
                seal.remove(former)
                if change.preservesFormer { try preserve(row) }
                if let text = change.text, let checksum {
                    try replace.run(row, checksum, [text])
                } else {
                    try forget.run(row)
                }
            } else if let text = change.text, let checksum {
                try keep.run(nil, checksum, [text] + columns)
            }
        }
        guard seal.records <= StoreLimits.maxRecords else { throw table.tooMany }
        try seal.write(to: database)
    }

    private func preserve(_ row: Int64) throws(StoreError) {
        let statement = try Statement(
            "INSERT INTO unreadable (scope, kind, id, json) SELECT scope, kind, id, json FROM preferences WHERE rowid = ?1",
            in: table.database)
        try statement.run(row)
    }
}
