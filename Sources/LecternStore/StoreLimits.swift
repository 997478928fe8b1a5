// SPDX-License-Identifier: BSD-3-Clause

/// The limits of a store.  Preferences usually take a kilobyte.
enum StoreLimits {
    /// Bytes of the preferences of one scope, as JSON text.
    static let maxDocument = 4 << 20
    /// Bytes of all preferences that one call asks for.
    static let maxTotal = 16 << 20
    /// Bytes of the identifier of a publication.
    static let maxIdentifier = 8192
    /// Bytes of a file, all of which is checked when it is opened.
    static let maxFile: Int64 = 1 << 30
    /// Records of a file: each is compared with its checksum when the file is opened.
    static let maxRecords: Int64 = 100_000
    /// Notes of a file, and records of publications.
    static let maxNotes: Int64 = 250_000
    /// How many files may be set aside under one name.
    static let maxSetAside = 10_000
}
