// SPDX-License-Identifier: BSD-3-Clause

/// Options shared by all publications and stores that are opened with a context (schema `context-options`).
public struct ContextOptions: Sendable {
    public var limits = Limits()
    /// The path of pdfium's shared library; nil searches the usual places.
    public var pdfium: String?
    /// The paths of other shared libraries; nil uses the one of the system.
    public var libarchive: String?
    public var cmark: String?
    public var sqlite: String?
    public var pcre2: String?
    public var images = ImageLibraries()
    /// The directory for values that are cached across runs; nil disables the cache.
    public var cacheDirectory: String?
    /// The maximum total size of the cached files, in bytes.
    public var cacheSize: UInt64 = 64 << 20
    /// The version of the library, which is part of the keys of cached values.
    public var version = ""

    public init() {}

    /// The shared libraries that are loaded on demand, by the names of the options for their files.
    private static var libraries: [(name: String, place: WritableKeyPath<ContextOptions, String?>)] {
        [
            ("pdfium", \.pdfium), ("libarchive", \.libarchive), ("cmark", \.cmark), ("sqlite", \.sqlite),
            ("pcre2", \.pcre2), ("turbojpeg", \.images.turbojpeg), ("png", \.images.png), ("webp", \.images.webp),
            ("gif", \.images.gif), ("rsvg", \.images.rsvg),
        ]
    }

    public static var libraryNames: [String] { libraries.map(\.name) }

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(Limits.names + ContextOptions.libraryNames + ["cacheDirectory", "cacheSize"])
        limits = try Limits(options: json)
        for library in ContextOptions.libraries {
            self[keyPath: library.place] = try json.optionalMember(library.name).map { member throws(Failure) in
                try member.string()
            }
        }
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
    }
}
