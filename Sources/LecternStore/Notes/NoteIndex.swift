// SPDX-License-Identifier: BSD-3-Clause

/// The full-text index of notes, maintained by FTS5 if SQLite has it.
///
/// The index only narrows a search: every note that it finds is checked.  So without it, or if it is out of date
/// because another SQLite wrote the file, a search returns the same result, but takes longer.
struct NoteIndex {
    let database: Database
    private static let maxRows = 10_000
    /// Whether the index is maintained in this transaction.
    private(set) var isThere = false

    init(database: Database) { self.database = database }

    private func exists() throws(StoreError) -> Bool {
        try database.integer("SELECT count(*) FROM sqlite_master WHERE name = 'note_text'") > 0
    }

    /// Whether the index includes all changes.
    func isUpToDate(_ seal: NoteSeal) throws(StoreError) -> Bool {
        guard seal.indexed == seal.revision, try exists() else { return false }
        // This SQLite may lack FTS5.
        return (try? Statement("SELECT 1 FROM note_text LIMIT 0", in: database).step()) != nil
    }

    /// Returns the rows of notes with all of these trigrams; nil if there are too many to be useful, or if the index
    /// is damaged.
    func rows(_ trigrams: String) throws(StoreError) -> [Int64]? {
        do throws(StoreError) {
            let statement = try Statement("SELECT rowid FROM note_text WHERE note_text MATCH ?1", in: database)
            try statement.bind(1, trigrams.utf8)
            var rows: [Int64] = []
            while try statement.step() {
                guard rows.count < NoteIndex.maxRows else { return nil }
                rows.append(statement.integer(0))
            }
            return rows
        } catch {
            switch error {
            case .damaged, .refused: return nil
            default: throw error
            }
        }
    }

    // MARK: Changing

    /// Creates the index or brings it up to date, before the first change of a transaction.
    mutating func begin(_ seal: NoteSeal) throws(StoreError) {
        do throws(StoreError) {
            if try !exists() {
                try database.run(NoteSchema.search)
                try database.run("INSERT INTO note_text(note_text) VALUES ('rebuild')")
            } else if seal.indexed != seal.revision {
                try database.run("INSERT INTO note_text(note_text) VALUES ('rebuild')")
            }
            isThere = true
        } catch {
            try leave(error)
        }
    }

    mutating func add(_ row: Int64, _ text: [UInt8]) throws(StoreError) {
        try change("INSERT INTO note_text(rowid, text) VALUES (?1, ?2)", row, text)
    }

    /// Removes a row from the index; must be called before the row itself is removed.
    mutating func remove(_ row: Int64, _ text: [UInt8]) throws(StoreError) {
        try change("INSERT INTO note_text(note_text, rowid, text) VALUES ('delete', ?1, ?2)", row, text)
    }

    private mutating func change(_ sql: StaticString, _ row: Int64, _ text: [UInt8]) throws(StoreError) {
        guard isThere else { return }
        do throws(StoreError) {
            let statement = try Statement(sql, in: database)
            try statement.bind(1, row)
            try statement.bind(2, text)
            _ = try statement.step()
        } catch {
            try leave(error)
        }
    }

    /// Continues without the index, unless the error concerns the file itself.
    private mutating func leave(_ error: StoreError) throws(StoreError) {
        switch error {
        case .damaged, .refused: isThere = false
        default: throw error
        }
        // The next change creates it again.
        try? database.run("DROP TABLE IF EXISTS note_text")
    }
}
