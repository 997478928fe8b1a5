// SPDX-License-Identifier: BSD-3-Clause

/// The number of records and the sum of their checksums, which reveal a missing record.
struct Seal: Equatable {
    var records: Int64 = 0
    var checksum: Int64 = 0

    init() {}

    /// Reads the seal of a file; nil unless there is exactly one.
    init?(_ database: Database) throws(StoreError) {
        let statement = try Statement("SELECT records, checksum FROM seal", in: database)
        guard try statement.step(), let records = statement.optionalInteger(0),
            let checksum = statement.optionalInteger(1)
        else { return nil }
        self.records = records
        self.checksum = checksum
        if try statement.step() { return nil }
    }

    mutating func add(_ checksum: Int64) {
        records &+= 1
        self.checksum &+= checksum
    }

    mutating func remove(_ checksum: Int64) {
        records &-= 1
        self.checksum &-= checksum
    }

    func write(to database: Database) throws(StoreError) {
        try database.run("DELETE FROM seal")
        let statement = try Statement("INSERT INTO seal (records, checksum) VALUES (?1, ?2)", in: database)
        try statement.bind(1, records)
        try statement.bind(2, checksum)
        _ = try statement.step()
    }
}
