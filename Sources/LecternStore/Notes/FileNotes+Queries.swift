// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Selects the rows for a query through an index in the order of the query, so that few are in memory at a time.
extension FileNotes {
    func forEach(_ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError) {
        guard exists else { return }
        if let id = query.id {
            if let note = try find(id), query.includes(note) { _ = try body(note) }
            return
        }
        if let trigrams = SearchText.trigrams(query.words), try index.isUpToDate(sealed()),
            let found = try index.rows(trigrams)
        {
            return try rows(found, query, body)
        }
        switch query.order {
        case .place: try byPlace(query, body)
        case .modified: try byDate(query, body)
        }
    }

    /// Enumerates the notes of one publication, or of all publications in turn.
    private func byPlace(
        _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let statement = try Statement(
            query.publication == nil
                ? "SELECT * FROM note WHERE (publication, place) > (?1, ?2) ORDER BY publication, place"
                : "SELECT * FROM note WHERE publication = ?1 AND place > ?2 ORDER BY place", in: database)
        // The publication and the place in the key.
        let after = query.after?.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false) ?? []
        try statement.bind(1, query.publication ?? after.first.map { Array($0) } ?? [])
        try statement.bind(2, after.count > 1 ? Array(after[1]) : [])
        try forEach(statement, query, body)
    }

    /// Enumerates notes, latest first.
    private func byDate(
        _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let statement = try Statement(
            """
            SELECT * FROM note WHERE modified <= ?1 AND modified >= ?2 ORDER BY modified DESC, id
            """, in: database)
        try statement.bind(1, query.after.flatMap(NoteQuery.moment) ?? .max)
        try statement.bind(2, query.since)
        try forEach(statement, query, body)
    }

    private func forEach(
        _ statement: borrowing Statement, _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        try forEach(statement) { note throws(StoreError) in
            if let after = query.after, !after.lexicographicallyPrecedes(query.key(note)) { return true }
            return try query.includes(note) ? body(note) : true
        }
    }

    /// Enumerates the rows found in the full-text index, in the order of the query.
    private func rows(
        _ found: [Int64], _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let statement = try Statement("SELECT * FROM note WHERE rowid = ?1", in: database)
        func note(_ row: Int64) throws(StoreError) -> StoredNote? {
            try statement.bind(1, row)
            defer { statement.reset() }
            return try next(statement)
        }
        var wanted: [(key: [UInt8], row: Int64)] = []
        for row in found {
            if let note = try note(row), query.includes(note) { wanted.append((query.key(note), row)) }
        }
        for one in wanted.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if let after = query.after, !after.lexicographicallyPrecedes(one.key) { continue }
            guard let note = try note(one.row), try body(note) else { return }
        }
    }

    func forEach(since revision: Int64, _ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError) {
        guard exists else { return }
        let statement = try Statement("SELECT * FROM note WHERE revision > ?1 ORDER BY revision", in: database)
        try statement.bind(1, revision)
        try forEach(statement, body)
    }

    func forEachPublication(_ body: (StoredNote) throws(StoreError) -> Bool) throws(StoreError) {
        guard exists else { return }
        let statement = try Statement("SELECT * FROM note WHERE kind = 'publication' ORDER BY id", in: database)
        try forEach(statement, body)
    }
}

extension NoteQuery {
    /// Returns the date in the key of a note.
    static func moment(_ key: [UInt8]) -> Int64? {
        UInt64(String(decoding: key.prefix(16), as: UTF8.self), radix: 16).map { .max &- Int64(truncatingIfNeeded: $0) }
    }
}
