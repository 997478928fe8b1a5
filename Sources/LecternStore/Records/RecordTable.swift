// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The table `preferences` of a file, within a transaction.
struct RecordTable {
    let database: Database
    /// False for a file of version 1.
    let hasChecksums: Bool

    struct Record {
        /// Scope, kind, identifier and JSON; nil for a value that is not text.
        let texts: [[UInt8]?]
        /// The stored checksum.
        let checksum: Int64?

        /// The computed checksum; nil for a row that Lectern cannot have written.
        var expected: Int64? {
            let known = texts.compactMap { $0 }
            return known.count == texts.count ? Checksum.of(known) : nil
        }

        var fits: Bool { expected != nil && expected == checksum }

        var json: [UInt8]? { texts.last ?? nil }

        func belongs(to scope: Scope) -> Bool {
            zip(scope.columns, texts).allSatisfy { column, text in text.map { column.utf8.elementsEqual($0) } ?? false }
        }
    }

    /// A file with more records could not be reopened.
    var tooMany: StoreError {
        let limit = StoreLimits.maxRecords
        return .failure(Failure(.limit, "There are preferences for more than \(limit) scopes.", path: database.place))
    }

    /// Returns the row of a scope; nil if there is none.
    func row(of scope: Scope) throws(StoreError) -> Int64? {
        let statement = try Statement(
            "SELECT rowid FROM preferences WHERE scope = ?1 AND kind = ?2 AND id = ?3", in: database)
        for (index, text) in zip(Int32(1)..., scope.columns) { try statement.bind(index, text.utf8) }
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Reads a record by its rowid, so that the values are read from the table, not from an index.
    func lookUp() throws(StoreError) -> Statement {
        try Statement(
            hasChecksums
                ? "SELECT scope, kind, id, json, checksum FROM preferences WHERE rowid = ?1"
                : "SELECT scope, kind, id, json, NULL FROM preferences WHERE rowid = ?1", in: database)
    }

    func record(at row: Int64) throws(StoreError) -> Record? { try record(at: row, lookUp()) }

    /// Returns nil for a row that is too large to be read.
    func record(at row: Int64, _ statement: borrowing Statement) throws(StoreError) -> Record? {
        try statement.bind(1, row)
        defer { statement.reset() }
        switch try statement.next() {
        case .end: throw hasChecksums ? StoreError.unfit : StoreError.damaged("its index refers to a missing record")
        case .tooLarge: return nil
        case .row:
            let texts = [statement.text(0), statement.text(1), statement.text(2), statement.text(3)]
            return Record(texts: texts, checksum: statement.optionalInteger(4))
        }
    }
}

enum Checksum {
    /// Hashes several texts, each followed by 0xFF, which does not occur in UTF-8.
    static func of(_ texts: [[UInt8]]) -> Int64 {
        var hash = FNV1a()
        for text in texts {
            for byte in text { hash.add(byte) }
            hash.add(0xFF)
        }
        return Int64(bitPattern: hash.value)
    }
}
