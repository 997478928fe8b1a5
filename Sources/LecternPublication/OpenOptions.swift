// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How a publication is to be opened (schema `open-options`).
package struct OpenOptions: Sendable {
    /// How errors call the publication, instead of the name of its file.
    package var name: String?

    package init() {}

    package init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["name"])
        guard let name = try json.optionalMember("name") else { return }
        self.name = try name.string()
        guard self.name != "" else { throw name.failure("A name needs at least one character.") }
    }
}
