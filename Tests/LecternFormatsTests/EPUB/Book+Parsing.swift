// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import TestArchives

extension Book {
    func parse(_ limits: Limits = Limits()) throws(Failure) -> ParsedPublication {
        try EPUBFormat.parse(try open(), limits: limits)
    }
}

extension ParsedPublication {
    var messages: [String] { warnings.map(\.message) }

    /// A member of the metadata, as written.
    func metadata(_ key: String) throws(Failure) -> JSON? {
        var json = JSONWriter()
        manifest.metadata.write(to: &json)
        return try JSONParser.parse(json.finish().text, source: "metadata").object?[key]
    }
}
