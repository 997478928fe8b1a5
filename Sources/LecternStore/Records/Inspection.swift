// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds damage to the records in a file whose structure is intact.
struct Inspection {
    /// The intact rows with their checksums.
    private(set) var sound: [(row: Int64, checksum: Int64)] = []
    /// The rows that do not match their checksums, and duplicate rows of a scope, which only another program can have
    /// added.
    private(set) var damaged: [Int64] = []
    /// The scopes of the damaged rows, if legible.
    private var scopes: [Scope] = []
    /// The seal of the intact rows.
    private(set) var seal = Seal()
    /// The seal in the file; nil if it cannot be read.
    private var stated: Seal?
    /// The seal of all rows, computed from their stored checksums.
    private var found = Seal()
    /// Whether the index contains every record.
    private var isIndexed = true
    private let hasChecksums: Bool

    init(_ table: RecordTable) throws(StoreError) {
        hasChecksums = table.hasChecksums
        let rows = try Statement("SELECT rowid, scope, kind, id FROM preferences NOT INDEXED", in: table.database)
        let lookUp = try table.lookUp()
        let inIndex = try Statement(
            hasChecksums
                ? """
                SELECT 1 FROM preferences INDEXED BY preferences_key
                WHERE scope = ?1 AND kind = ?2 AND id = ?3 AND rowid = ?4
                """ : "SELECT 1", in: table.database)
        var seen: Set<[[UInt8]?]> = []
        while try rows.step() {
            let row = rows.integer(0)
            let columns = [rows.text(1), rows.text(2), rows.text(3)]
            let record = try table.record(at: row, lookUp)
            found.add(record?.checksum ?? 0)
            guard found.records <= StoreLimits.maxRecords else { throw table.tooMany }
            guard let record, let expected = record.expected, record.fits || !hasChecksums,
                seen.insert(columns).inserted
            else {
                damaged.append(row)
                if let scope = Scope(name: columns[0], kind: columns[1], id: columns[2]) { scopes.append(scope) }
                continue
            }
            sound.append((row, expected))
            seal.add(expected)
            guard isIndexed, hasChecksums else { continue }
            for (index, text) in zip(Int32(1)..., columns) { try inIndex.bind(index, text ?? []) }
            try inIndex.bind(4, row)
            isIndexed = try inIndex.step()
            inIndex.reset()
        }
        guard hasChecksums else { return }
        let indexed = try table.database.integer("SELECT count(scope) FROM preferences INDEXED BY preferences_key")
        if indexed != found.records { isIndexed = false }
        stated = try Seal(table.database)
    }

    var isSound: Bool { damaged.isEmpty && (!hasChecksums || isIndexed && stated == found) }

    /// A description of the damage, without a full stop.
    var reason: String {
        if !damaged.isEmpty {
            let known = scopes.prefix(3).map(\.text).joined(separator: ", ")
            return "\(damaged.count) of \(found.records) records "
                + (hasChecksums ? "do not match their checksums or are duplicates" : "are not text or are too large")
                + (known.isEmpty ? "" : ", apparently \(known)")
        }
        if let stated, stated.records > found.records {
            return "\(stated.records &- found.records) records are missing"
        }
        return stated == found ? "its index does not cover all records" : "the checksum of all records does not match"
    }
}
