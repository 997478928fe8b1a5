// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The notes of a file, within a transaction.
final class FileNotes: NoteRows {
    let database: Database
    /// Whether the file has the tables for notes.
    private(set) var exists: Bool
    /// The seal of the notes; read when first needed, and written at the end.
    private var seal: NoteSeal?
    private var isChanged = false
    /// The number of bytes of notes written so far.
    private var volume: Int64 = 0
    private(set) var index: NoteIndex
    private let statements: PreparedStatements

    init(_ database: Database, exists: Bool) {
        self.database = database
        self.exists = exists
        statements = PreparedStatements(database)
        index = NoteIndex(database: database)
    }

    func sealed() throws(StoreError) -> NoteSeal {
        if let seal { return seal }
        guard exists else { return NoteSeal() }
        guard let found = try NoteSeal(database) else { throw StoreError.unfit }
        seal = found
        return found
    }

    func revision() throws(StoreError) -> Int64 { try sealed().revision }

    /// Throws if a note is missing, also from the index of ids.  Checksums of single notes are verified on reading.
    func verify() throws(StoreError) {
        guard exists else { return }
        let sums = try Statement(
            "SELECT count(*), total(typeof(checksum) != 'integer') FROM note NOT INDEXED", in: database)
        guard try sums.step(), sums.integer(1) == 0 else { throw StoreError.unfit }
        guard sums.integer(0) <= StoreLimits.maxNotes else { throw FileNotes.tooMany(database) }
        let sum = try database.integer("SELECT sum(checksum & 4398046511103) FROM note NOT INDEXED")
        let seal = try sealed()
        guard seal.records == sums.integer(0), seal.checksum == sum else { throw StoreError.unfit }
        // A note whose id is missing from the index would be added a second time.
        let ids = try Statement("SELECT id FROM note INDEXED BY note_id", in: database)
        var hashes: Int64 = 0
        while try ids.step() { hashes &+= NoteSeal.hash(ids.text(0) ?? []) }
        guard hashes == seal.ids else { throw StoreError.unfit }
    }

    static func tooMany(_ database: Database) -> StoreError {
        .failure(Failure(.limit, "There are more than \(StoreLimits.maxNotes) notes.", path: database.place))
    }

    // MARK: Reading

    /// Reads a note from the current row, which must have all columns of the table in order.
    static func note(_ row: borrowing Statement) throws(StoreError) -> StoredNote {
        guard let id = row.text(0), let publication = row.text(1), let href = row.text(2), let kind = row.text(3),
            let place = row.text(4), let modified = row.optionalInteger(5), let revision = row.optionalInteger(6),
            let deleted = row.optionalInteger(7), let tags = row.text(8), let text = row.text(9),
            let checksum = row.optionalInteger(10), let json = row.text(11)
        else { throw StoreError.unfit }
        let note = StoredNote(
            id: id, publication: publication, href: href, kind: kind, place: place, modified: modified,
            revision: revision, isDeleted: deleted == 1, tags: tags, text: text, json: json)
        guard note.checksum == checksum else { throw StoreError.unfit }
        return note
    }

    func next(_ statement: borrowing Statement) throws(StoreError) -> StoredNote? {
        switch try statement.next() {
        case .row: try FileNotes.note(statement)
        case .end: nil
        case .tooLarge: throw StoreError.unfit
        }
    }

    func forEach(
        _ statement: borrowing Statement, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        while let note = try next(statement) {
            guard try body(note) else { return }
        }
    }

    func find(_ id: [UInt8]) throws(StoreError) -> StoredNote? {
        guard exists else { return nil }
        let found = try statements.get("SELECT * FROM note WHERE id = ?1")
        defer { found.statement.reset() }
        try found.statement.bind(1, id)
        return try next(found.statement)
    }

    // MARK: Writing

    func put(_ note: StoredNote) throws(StoreError) {
        try prepare()
        var seal = try sealed()
        let checksum = note.checksum
        if let former = try row(of: note.id) {
            // The text usually stays the same, and so does the index.
            let isSame = former.text == note.text
            if !isSame { try index.remove(former.row, former.text) }
            try write(note, checksum, at: former.row)
            if !isSame { try index.add(former.row, note.text) }
            seal.remove(note.id, former.checksum)
        } else {
            guard seal.records < StoreLimits.maxNotes else { throw FileNotes.tooMany(database) }
            try write(note, checksum, at: nil)
            try index.add(try database.integer("SELECT last_insert_rowid()"), note.text)
        }
        volume += Int64(note.json.count + note.text.count)
        seal.add(note.id, checksum, revision: note.revision)
        self.seal = seal
    }

    /// - Parameter row: the row to replace; nil inserts a new one.
    private func write(_ note: StoredNote, _ checksum: Int64, at row: Int64?) throws(StoreError) {
        let found = try statements.get(
            row == nil
                ? """
                INSERT INTO note (id, publication, href, kind, place, modified, revision, deleted, tags, text, checksum, json)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                """
                : """
                UPDATE note SET id = ?1, publication = ?2, href = ?3, kind = ?4, place = ?5, modified = ?6, revision = ?7,
                deleted = ?8, tags = ?9, text = ?10, checksum = ?11, json = ?12 WHERE rowid = ?13
                """)
        defer { found.statement.reset() }
        let texts: [(Int32, [UInt8])] = [
            (1, note.id), (2, note.publication), (3, note.href), (4, note.kind), (5, note.place), (9, note.tags),
            (10, note.text), (12, note.json),
        ]
        for (index, text) in texts { try found.statement.bind(index, text) }
        let numbers: [(Int32, Int64)] = [
            (6, note.modified), (7, note.revision), (8, note.isDeleted ? 1 : 0), (11, checksum),
        ]
        for (index, number) in numbers { try found.statement.bind(index, number) }
        if let row { try found.statement.bind(13, row) }
        _ = try found.statement.step()
    }

    func remove(_ id: [UInt8]) throws(StoreError) {
        guard exists, let row = try row(of: id) else { return }
        try prepare()
        var seal = try sealed()
        try index.remove(row.row, row.text)
        try Statement("DELETE FROM note WHERE rowid = ?1", in: database).run(row.row)
        seal.remove(id, row.checksum)
        self.seal = seal
    }

    private func row(of id: [UInt8]) throws(StoreError) -> (row: Int64, checksum: Int64, text: [UInt8])? {
        let found = try statements.get("SELECT rowid, checksum, text FROM note WHERE id = ?1")
        defer { found.statement.reset() }
        try found.statement.bind(1, id)
        guard try found.statement.step() else { return nil }
        guard let checksum = found.statement.optionalInteger(1), let text = found.statement.text(2) else {
            throw StoreError.unfit
        }
        return (found.statement.integer(0), checksum, text)
    }

    /// Creates the tables if there are none, and brings the full-text index up to date.
    private func prepare() throws(StoreError) {
        if !exists {
            try NoteSchema.create(in: database)
            exists = true
        }
        guard !isChanged else { return }
        isChanged = true
        try index.begin(try sealed())
    }

    /// Writes the seal at the end of a transaction; returns the number of bytes of notes written.
    func finish() throws(StoreError) -> Int64 {
        guard isChanged, var seal else { return 0 }
        seal.indexed = index.isThere ? seal.revision : -1
        try seal.write(to: database)
        return volume
    }
}
