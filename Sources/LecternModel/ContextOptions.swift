// SPDX-License-Identifier: BSD-3-Clause

/// Options shared by all publications and stores that are opened with a context (schema `context-options`).
public struct ContextOptions: Sendable {
    public var limits = Limits()
    /// The path of pdfium's shared library; nil searches the usual places.
    public var pdfium: String?
    public var images = ImageLibraries()
    /// The path of libarchive's shared library; nil uses the one of the system.
    public var libarchive: String?
    /// The path of cmark's shared library; nil uses the one of the system.
    public var cmark: String?
    /// The path of SQLite's shared library; nil uses the one of the system.
    public var sqlite: String?
    /// The directory for values that are cached across runs; nil disables the cache.
    public var cacheDirectory: String?
    /// The maximum total size of the cached files, in bytes.
    public var cacheSize: UInt64 = 64 << 20
    /// The version of the library, which is part of the keys of cached values.
    public var version = ""
    /// The path of PCRE2's shared library; nil uses the loader's search path.
    public var pcre2: String?

    public init() {}

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(
            Limits.names + ["pdfium", "libarchive", "cmark", "sqlite", "pcre2", "cacheDirectory", "cacheSize"]
                + ImageLibraries.names)
        limits = try Limits(options: json)
        pdfium = try json.optionalMember("pdfium").map { member throws(Failure) in try member.string() }
        sqlite = try json.optionalMember("sqlite").map { member throws(Failure) in try member.string() }
        libarchive = try json.optionalMember("libarchive").map { member throws(Failure) in try member.string() }
        cmark = try json.optionalMember("cmark").map { member throws(Failure) in try member.string() }
        images = try ImageLibraries(options: json)
        if let member = try json.optionalMember("cacheSize") {
            cacheSize = try member.unsignedInteger(in: 0...(1 << 50))
        }
        cacheDirectory = try json.optionalMember("cacheDirectory").map { member throws(Failure) in
            let path = try member.string()
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw member.failure("The path must not be empty or contain NUL.")
            }
            return path
        }
        pcre2 = try json.optionalMember("pcre2").map { member throws(Failure) in try member.string() }
    }
}
