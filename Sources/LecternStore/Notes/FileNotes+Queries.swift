// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Which rows a query reads: an index gives them in its order, or they are sorted in memory.
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
        switch (query.order, query.publication) {
        case (.place, let publication?): try inPublication(publication, query, body)
        case (.modified, _) where query.publication == nil: try byDate(query, body)
        default: try sorted(query, body)
        }
    }

    private func inPublication(
        _ publication: [UInt8], _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let statement = try Statement(
            "SELECT * FROM note WHERE publication = ?1 AND place > ?2 ORDER BY place", in: database)
        try statement.bind(1, publication)
        // Behind the publication in the key of the query.
        try statement.bind(2, query.after.map { $0.dropFirst(publication.count + 1) } ?? [])
        try forEach(statement) { note throws(StoreError) in try query.includes(note) ? body(note) : true }
    }

    /// The latest first.
    private func byDate(
        _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let statement = try Statement(
            """
            SELECT * FROM note WHERE modified <= ?1 AND modified >= ?2 ORDER BY modified DESC, id
            """, in: database)
        try statement.bind(1, query.after.flatMap(NoteQuery.moment) ?? .max)
        try statement.bind(2, query.since)
        try forEach(statement) { note throws(StoreError) in
            if let after = query.after, !after.lexicographicallyPrecedes(query.key(note)) { return true }
            return try query.includes(note) ? body(note) : true
        }
    }

    /// Without an index that has the order: all that are wanted, sorted in memory.
    private func sorted(
        _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let statement = try Statement("SELECT * FROM note WHERE publication = ?1 OR ?1 = ''", in: database)
        try statement.bind(1, query.publication ?? [])
        var wanted: [(key: [UInt8], note: StoredNote)] = []
        try forEach(statement) { note throws(StoreError) in
            if query.includes(note) { wanted.append((query.key(note), note)) }
            return true
        }
        try give(wanted, query, body)
    }

    private func rows(
        _ found: [Int64], _ query: NoteQuery, _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let row = try Statement("SELECT * FROM note WHERE rowid = ?1", in: database)
        var wanted: [(key: [UInt8], note: StoredNote)] = []
        for one in found {
            try row.bind(1, one)
            if let note = try next(row), query.includes(note) { wanted.append((query.key(note), note)) }
            row.reset()
        }
        try give(wanted, query, body)
    }

    private func give(
        _ wanted: [(key: [UInt8], note: StoredNote)], _ query: NoteQuery,
        _ body: (StoredNote) throws(StoreError) -> Bool
    ) throws(StoreError) {
        for one in wanted.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if let after = query.after, !after.lexicographicallyPrecedes(one.key) { continue }
            guard try body(one.note) else { return }
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
    /// The date in the key of a note.
    static func moment(_ key: [UInt8]) -> Int64? {
        UInt64(String(decoding: key.prefix(16), as: UTF8.self), radix: 16).map { .max &- Int64(truncatingIfNeeded: $0) }
    }
}
