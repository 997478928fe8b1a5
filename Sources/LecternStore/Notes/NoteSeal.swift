// SPDX-License-Identifier: BSD-3-Clause

/// The combined checksum of all notes in a file.
struct NoteSeal: Equatable {
    private(set) var records: Int64 = 0
    private(set) var checksum: Int64 = 0
    /// The sum of the hashes of the ids, which the index of ids must match.
    private(set) var ids: Int64 = 0
    var revision: Int64 = 0
    /// The last change in the full-text index; -1 without an index.
    var indexed: Int64 = -1

    init() {}

    /// Returns nil unless the table has exactly one row.
    init?(_ database: Database) throws(StoreError) {
        let statement = try Statement("SELECT records, checksum, ids, revision, indexed FROM note_seal", in: database)
        guard try statement.step(), let records = statement.optionalInteger(0),
            let checksum = statement.optionalInteger(1), let ids = statement.optionalInteger(2),
            let revision = statement.optionalInteger(3), 0...(1 << 53) ~= revision,
            let indexed = statement.optionalInteger(4)
        else { return nil }
        (self.records, self.checksum, self.ids) = (records, checksum, ids)
        (self.revision, self.indexed) = (revision, indexed)
        if try statement.step() { return nil }
    }

    /// Also records the revision, so that it is never reused.
    mutating func add(_ id: [UInt8], _ checksum: Int64, revision: Int64) {
        records &+= 1
        self.checksum &+= checksum
        ids &+= NoteSeal.hash(id)
        self.revision = Swift.max(self.revision, revision)
    }

    mutating func remove(_ id: [UInt8], _ checksum: Int64) {
        records &-= 1
        self.checksum &-= checksum
        ids &-= NoteSeal.hash(id)
    }

    static func hash(_ id: [UInt8]) -> Int64 { Checksum.of([id]) }

    /// Whether both seals are for the same notes.
    func agrees(with other: NoteSeal) -> Bool {
        records == other.records && checksum == other.checksum && ids == other.ids
    }

    func write(to database: Database) throws(StoreError) {
        try database.run("DELETE FROM note_seal")
        let statement = try Statement(
            "INSERT INTO note_seal (records, checksum, ids, revision, indexed) VALUES (?1, ?2, ?3, ?4, ?5)",
            in: database)
        for (index, number) in zip(Int32(1)..., [records, checksum, ids, revision, indexed]) {
            try statement.bind(index, number)
        }
        _ = try statement.step()
    }
}
