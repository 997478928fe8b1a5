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

    public init() {}

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["name", "mediaType", "password"])
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
    }
}
