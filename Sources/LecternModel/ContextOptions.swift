// SPDX-License-Identifier: BSD-3-Clause

/// What publications and stores share that are opened with one context (schema `context-options`).
public struct ContextOptions: Sendable {
    public var limits = Limits()
    /// The file of pdfium's shared library; nil looks in the usual places.
    public var pdfium: String?
    public var images = ImageLibraries()
    /// The file of SQLite's shared library; nil means the one of the system.
    public var sqlite: String?
    /// The directory where values are kept across runs; nil keeps none.
    public var cacheDirectory: String?
    /// Bytes of all files in it together.
    public var cacheSize: UInt64 = 64 << 20
    /// Of the library, which values that are kept depend on.
    public var version = ""
    /// The file of PCRE2's shared library; nil looks where the loader does.
    public var pcre2: String?

    public init() {}

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(
            Limits.names + ["pdfium", "sqlite", "pcre2", "cacheDirectory", "cacheSize"] + ImageLibraries.names)
        limits = try Limits(options: json)
        pdfium = try json.optionalMember("pdfium").map { member throws(Failure) in try member.string() }
        sqlite = try json.optionalMember("sqlite").map { member throws(Failure) in try member.string() }
        images = try ImageLibraries(options: json)
        if let member = try json.optionalMember("cacheSize") {
            cacheSize = try member.unsignedInteger(in: 0...(1 << 50))
        }
        cacheDirectory = try json.optionalMember("cacheDirectory").map { member throws(Failure) in
            let path = try member.string()
            guard !path.isEmpty, !path.utf8.contains(0) else { throw member.failure("This is no path.") }
            return path
        }
        pcre2 = try json.optionalMember("pcre2").map { member throws(Failure) in try member.string() }
    }
}
