// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The options for opening a publication (schema `open-options`).
public struct OpenOptions: Sendable {
    /// The name of the publication in errors, instead of its file name.  Its extension is a hint at the format.
    public var name: String?
    /// The media type that the host knows.  It is only a hint: the content takes precedence.
    public var mediaType: String?
    /// The password for a document that needs one.
    public var password: String?
    /// What the reader has already copied and printed of this publication.
    public var consumed = ConsumedRights()
    /// Whether PDFs are shown as reflowable documents with their text.
    public var reflow = false

    public init() {}

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["name", "mediaType", "password", "consumed", "reflow"])
        name = try json.optionalMember("name").map { member throws(Failure) in
            let name = try member.string()
            guard !name.isEmpty else { throw member.failure("The name must not be empty.") }
            return name
        }
        mediaType = try json.optionalMember("mediaType").map { member throws(Failure) in
            guard let type = MediaType.essence(try member.string()) else {
                throw member.failure("Expected a media type such as \"text/html\".")
            }
            return type
        }
        password = try json.optionalMember("password").map { member throws(Failure) in try member.string() }
        reflow = try json.optionalMember("reflow").map { member throws(Failure) in try member.bool() } ?? false
        if let member = try json.optionalMember("consumed") { consumed = try ConsumedRights(member) }
    }
}

/// Amounts that count against the rights of a licence.
public struct ConsumedRights: Sendable {
    /// The number of characters that were copied.
    public var copy: UInt64 = 0
    /// The number of pages that were printed.
    public var print: UInt64 = 0

    /// Other programs read the numbers as doubles.
    public static let most: UInt64 = 1 << 53

    init() {}

    init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["copy", "print"])
        func amount(_ name: String) throws(Failure) -> UInt64 {
            try json.optionalMember(name)?.unsignedInteger(in: 0...ConsumedRights.most) ?? 0
        }
        copy = try amount("copy")
        print = try amount("print")
    }
}
