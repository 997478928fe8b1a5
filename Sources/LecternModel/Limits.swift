// SPDX-License-Identifier: BSD-3-Clause

/// What a publication may cost.  Every loop over untrusted sizes is bounded by one of these.
public struct Limits: Sendable, Equatable {
    /// Bytes of one entry after inflation, when it is read whole.
    public var maxEntrySize: UInt64 = 256 << 20
    /// Bytes inflated for one call, over all entries that it reads.
    public var maxTotalInflated: UInt64 = 1 << 30
    /// Inflated bytes per stored byte of one entry.  DEFLATE itself cannot exceed 1032.
    public var maxRatio: UInt64 = 1100
    /// Entries of one archive or files of one directory.
    public var maxEntries: UInt64 = 250_000
    /// Depth of elements, links and media sequences.
    public var maxNesting: UInt64 = 128
    /// Depth of arrays and objects in JSON text.
    public var maxJSONDepth: UInt64 = 128
    /// Pixels of an image that is decoded: each takes four bytes of memory, in some formats more.
    public var maxPixels: UInt64 = 100_000_000

    public init() {}

    /// One row for each member of context-options: its name, its property, and the range that is safe for the process.
    /// Nesting is capped because it is walked by recursion on a thread whose stack belongs to the host.
    private static var rows: [(name: String, place: WritableKeyPath<Limits, UInt64>, range: ClosedRange<UInt64>)] {
        [
            ("maxEntrySize", \.maxEntrySize, 1...(1 << 40)),
            ("maxTotalInflated", \.maxTotalInflated, 1...(1 << 50)),
            ("maxRatio", \.maxRatio, 1...1_000_000),
            ("maxEntries", \.maxEntries, 1...10_000_000),
            ("maxNesting", \.maxNesting, 1...256),
            ("maxJSONDepth", \.maxJSONDepth, 1...512),
            ("maxPixels", \.maxPixels, 1...(1 << 32)),
        ]
    }

    /// The members of context-options that are limits.
    public static var names: [String] { rows.map(\.name) }

    /// Reads them from context-options; members that are absent keep their default.
    public init(options: JSONReader) throws(Failure) {
        self.init()
        for row in Limits.rows {
            if let member = try options.optionalMember(row.name) {
                self[keyPath: row.place] = try member.unsignedInteger(in: row.range)
            }
        }
    }
}
