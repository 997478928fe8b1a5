// SPDX-License-Identifier: BSD-3-Clause

/// The limits of a store.  Preferences usually take a kilobyte.
enum StoreLimits {
    /// Size of the preferences of one scope, as JSON text, in bytes.
    static let maxDocument = 4 << 20
    /// Size of all preferences returned by one call, in bytes.
    static let maxTotal = 16 << 20
    /// Size of the identifier of a publication, in bytes.
    static let maxIdentifier = 8192
    /// Size of a file in bytes, since it is fully checked when it is opened.
    static let maxFile: Int64 = 1 << 30
    /// Number of records in a file, since each is verified when the file is opened.
    static let maxRecords: Int64 = 100_000
    /// Number of notes and publication records in a file.
    static let maxNotes: Int64 = 250_000
    /// Number of quarantined files with the same base name.
    static let maxSetAside = 10_000
}
