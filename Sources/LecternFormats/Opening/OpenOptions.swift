// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How a publication is to be opened (schema `open-options`).
public struct OpenOptions: Sendable {
    /// How errors call the publication, instead of the name of its file.  Its extension is a hint at the format.
    public var name: String?
    /// What the host was told that the file is.  A hint only: the bytes decide.
    public var mediaType: String?
    /// Opens a document that asks for one.
    public var password: String?

    public init() {}

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["name", "mediaType", "password"])
        name = try json.optionalMember("name").map { member throws(Failure) in
            let name = try member.string()
            guard !name.isEmpty else { throw member.failure("A name needs at least one character.") }
            return name
        }
        mediaType = try json.optionalMember("mediaType").map { member throws(Failure) in
            guard let type = MediaType.essence(try member.string()) else {
                throw member.failure("This is not a media type.")
            }
            return type
        }
        password = try json.optionalMember("password").map { member throws(Failure) in try member.string() }
    }
}
