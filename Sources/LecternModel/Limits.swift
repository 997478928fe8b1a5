// SPDX-License-Identifier: BSD-3-Clause

/// Resource limits of a publication.  Every loop over untrusted sizes is bounded by one of these.
public struct Limits: Sendable, Equatable {
    /// Inflated size of an entry that is read as a whole, in bytes.
    public var maxEntrySize: UInt64 = 256 << 20
    /// Bytes inflated by one call, over all entries that it reads.
    public var maxTotalInflated: UInt64 = 1 << 30
    /// Compression ratio of an entry.  DEFLATE itself cannot exceed 1032.
    public var maxRatio: UInt64 = 1100
    /// Number of entries in an archive, or of files in a directory.
    public var maxEntries: UInt64 = 250_000
    /// Nesting of elements, links and media sequences.
    public var maxNesting: UInt64 = 128
    /// Nesting of arrays and objects in JSON text.
    public var maxJSONDepth: UInt64 = 128
    /// Size of a decoded image in pixels, each of which takes at least four bytes of memory.
    public var maxPixels: UInt64 = 100_000_000

    public init() {}

    /// The members of context-options: name, property, and the range that is safe for the process.  Nesting is capped
    /// because it is walked recursively, on a thread whose stack size the host determines.
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

    /// The names of the members of context-options that are limits.
    public static var names: [String] { rows.map(\.name) }

    /// Reads the limits from context-options; absent members keep their defaults.
    public init(options: JSONReader) throws(Failure) {
        self.init()
        for row in Limits.rows {
            if let member = try options.optionalMember(row.name) {
                self[keyPath: row.place] = try member.unsignedInteger(in: row.range)
            }
        }
    }
}
