// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The schema of a file of preferences.
///
/// `preferences` has one row, called a record, for each scope.  Its `checksum` covers the other columns.  `seal` has
/// the number of records and the sum of their checksums, so that a missing record is detected.  `unreadable`
/// preserves values that are not preferences before they are replaced, since another program may have written them on
/// purpose.
///
/// A file with notes has further tables (`NoteSchema`) and version 3; without notes, it stays at version 2.
///
/// A later version may add tables without CHECK and computed columns, indexes, columns at the end of these tables
/// (defined by words alone, such as `device TEXT`) and records for other scopes, with checksums; this version leaves
/// them alone.  Any other change requires a new value of `newest`, and this version rejects such files.
enum FileSchema {
    /// "Lect", the SQLite application id.
    static let application: Int64 = 1_281_713_012

    /// The size of the header up to and including the application id.
    static let headerSize = 72

    /// Whether the header is that of a SQLite file with our application id.
    static func isOurs(_ header: [UInt8]) -> Bool {
        header.starts(with: "SQLite format 3\0".utf8)
            && header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) } == application
    }

    /// Whether another program has enabled a write-ahead log: then even reading creates files next to it.
    static func hasWriteAheadLog(_ header: [UInt8]) -> Bool { header[18] == 2 || header[19] == 2 }

    /// The schema versions in `user_version`: without notes, and with notes.
    static let withoutNotes: Int64 = 2
    static let newest: Int64 = 3

    static let index: StaticString = "CREATE INDEX preferences_key ON preferences (scope, kind, id)"

    /// The tables with checksums.  Their columns have no types, because SQLite would report a damaged value of
    /// another type as damage to the whole file.
    static let records: [StaticString] = [
        "CREATE TABLE preferences (scope, kind, id, checksum, json)", index, "CREATE TABLE seal (records, checksum)",
    ]

    private static let unreadable: StaticString = "CREATE TABLE unreadable (scope TEXT, kind TEXT, id TEXT, json)"

    /// The table of version 1, which has no checksums.
    private static let former: StaticString = """
        CREATE TABLE preferences (
          scope TEXT NOT NULL,
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          json TEXT NOT NULL,
          PRIMARY KEY (scope, kind, id)
        )
        """

    /// The schema at the time of the check, for later comparison: a newer version of Lectern, or another program, may
    /// change it at any time.
    struct Form: Equatable {
        let application: Int64
        let version: Int64
        /// SQLite increments it with each change of the schema.
        let schema: Int64

        init(_ database: Database) throws(StoreError) {
            application = try database.integer("PRAGMA application_id")
            version = try database.integer("PRAGMA user_version")
            schema = try database.integer("PRAGMA schema_version")
        }

        var hasChecksums: Bool { version >= FileSchema.withoutNotes }
        var hasNotes: Bool { version >= FileSchema.newest }
    }

    /// Throws unless the file belongs to Lectern and is intact.  An empty file gets the tables.
    static func prepare(_ database: Database, path: [String], readOnly: Bool) throws(StoreError) -> Form {
        let form = try database.transaction(writing: false) { () throws(StoreError) -> Form? in
            let version = try version(of: database, path)
            return version == 0 ? nil : try check(database, version, path)
        }
        if let form { return form }
        guard !readOnly else { throw StoreError.failure(foreign(path)) }
        return try database.transaction(writing: true) { () throws(StoreError) in
            // Another process may have been faster.
            var version = try version(of: database, path)
            if version == 0 {
                for sql in records + [unreadable, "PRAGMA application_id=1281713012"] { try database.run(sql) }
                try finish(Seal(), database)
                version = withoutNotes
            }
            return try check(database, version, path)
        }
    }

    /// Marks the file as one of the newest version without notes.
    static func finish(_ seal: Seal, _ database: Database) throws(StoreError) {
        try seal.write(to: database)
        try database.run("PRAGMA user_version=2")
    }

    private static func version(of database: Database, _ path: [String]) throws(StoreError) -> Int64 {
        let application = try database.integer("PRAGMA application_id")
        let version = try database.integer("PRAGMA user_version")
        if application == 0, version == 0, try database.size() == 0 { return 0 }
        guard application == FileSchema.application else { throw StoreError.failure(foreign(path)) }
        guard version <= newest else {
            throw StoreError.failure(
                Failure(
                    .unsupported,
                    "The file was written by a newer version of Lectern: its version is \(version), not \(newest).",
                    path: path))
        }
        guard version > 0 else { throw StoreError.damaged("its version is \(version)") }
        return version
    }

    static func foreign(_ path: [String]) -> Failure {
        Failure(.format, "The file is not a Lectern store.", path: path)
    }

    // MARK: Checking

    private static func check(_ database: Database, _ version: Int64, _ path: [String]) throws(StoreError) -> Form {
        let own =
            version >= withoutNotes
            ? records + (version >= newest ? NoteSchema.tables + NoteSchema.indexes : []) : [former]
        try checkTables(database, own + [unreadable])
        // SQLite pads an incomplete last page.
        let (size, page) = (try database.size(), try database.integer("PRAGMA page_size"))
        guard size <= StoreLimits.maxFile else {
            throw StoreError.failure(
                Failure(.limit, "The file is larger than \(StoreLimits.maxFile) bytes.", path: path))
        }
        guard page > 0, size % page == 0 else { throw StoreError.damaged("its last page is incomplete") }
        let check = try Statement("PRAGMA quick_check(20)", in: database)
        while try check.step() {
            let verdict = String(decoding: check.text(0) ?? [], as: UTF8.self)
            // A damaged full-text index is rebuilt.
            if verdict.hasSuffix(NoteSchema.searchTables) { continue }
            guard verdict == "ok" else { throw StoreError.damaged(verdict) }
        }
        return try Form(database)
    }

    private static func checkTables(_ database: Database, _ wanted: [StaticString]) throws(StoreError) {
        var missing = Set(wanted.map { "\($0)" })
        // SQLite adds these tables for statistics when ANALYZE runs.
        let schema = try Statement(
            "SELECT sql, tbl_name FROM sqlite_master WHERE name NOT GLOB 'sqlite_stat[14]'", in: database)
        while try schema.step() {
            let sql = String(decoding: schema.text(0) ?? [], as: UTF8.self)
            if let own = missing.first(where: { sql == $0 || isLonger(sql, than: $0) }) {
                missing.remove(own)
            } else if sql != "\(NoteSchema.search)",
                !isAddition(sql, of: String(decoding: schema.text(1) ?? [], as: UTF8.self))
            {
                throw StoreError.damaged("its tables have an unexpected schema")
            }
        }
        guard missing.isEmpty else { throw StoreError.damaged("its tables have an unexpected schema") }
    }

    /// Whether this is the same table with more columns at the end, and without expressions.
    private static func isLonger(_ sql: String, than own: String) -> Bool {
        guard own.hasPrefix("CREATE TABLE "), sql.hasPrefix(own.dropLast()) else { return false }
        let rest = sql.utf8.dropFirst(own.utf8.count - 1)
        return rest.first == UInt8(ascii: ",") && rest.last == UInt8(ascii: ")")
            && !rest.dropLast().contains { "()".utf8.contains($0) }
    }

    /// Whether this is a table of a later version, or an index, that evaluates no functions.
    private static func isAddition(_ sql: String, of table: String) -> Bool {
        if sql.isEmpty { return true }
        if sql.hasPrefix("CREATE TABLE ") {
            let words = sql.uppercased().split { !$0.isLetter }
            return Set(words).isDisjoint(with: ["CHECK", "AS"])
        }
        let isOurs = ["preferences", "seal", "unreadable", "note", "note_seal"].contains(table.lowercased())
        return sql.hasPrefix("CREATE INDEX ") && (!isOurs || sql.utf8.count { $0 == UInt8(ascii: "(") } == 1)
            || sql.hasPrefix("CREATE UNIQUE INDEX ") && !isOurs
    }
}
