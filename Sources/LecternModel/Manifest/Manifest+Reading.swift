// SPDX-License-Identifier: BSD-3-Clause

extension Manifest {
    /// Reads a manifest (RWPM).  Fails if it is not an object, or has no metadata, or no title and `rules` have no
    /// replacement; everything else is repaired with a warning in `log`.
    public static func read(
        _ json: JSONReader, _ rules: ManifestReader.Rules = ManifestReader.Rules(), log: inout WarningLog
    ) throws(Failure) -> Manifest {
        var reader = ManifestReader(json, rules, log: log)
        defer { log = reader.log }
        return try Manifest(json.value, &reader)
    }

    public init(_ json: JSON, _ reader: inout ManifestReader) throws(Failure) {
        guard let object = json.object else { throw reader.failure("Expected an object, found \(json.found).") }
        guard let metadata = object["metadata"] else { throw reader.failure("The manifest has no metadata.") }
        reader.enter("metadata")
        self.init(metadata: try Metadata(metadata, &reader))
        reader.leave()
        context = []
        for member in object.members {
            reader.enter(member.key)
            read(member, of: object, &reader)
            reader.leave()
        }
    }

    private mutating func read(_ member: JSONObject.Member, of object: JSONObject, _ reader: inout ManifestReader) {
        let json = member.value
        switch member.key {
        case "@context": context = reader.strings(json)
        case "metadata": break
        case "links": links = reader.links(json)
        case "readingOrder": readingOrder = reader.typedLinks(json)
        case "spine" where object["readingOrder"] == nil:
            reader.warn(.minor, "The reading order is named \"spine\", as in drafts of the specification.")
            readingOrder = reader.typedLinks(json)
        case "resources": resources = reader.typedLinks(json)
        case "toc": readContents(json, &reader)
        case "page-list" where object["pageList"] == nil: readCollections(member, role: "pageList", &reader)
        default: readCollections(member, role: member.key, &reader)
        }
    }

    /// Reads a list of links, or a collection with links.
    private mutating func readContents(_ json: JSON, _ reader: inout ManifestReader) {
        guard json.object != nil else {
            toc = reader.links(json)
            return
        }
        toc = PublicationCollection(json, role: "toc", &reader)?.links ?? []
        reader.warn(.minor, "The table of contents is not an array; only its links are read.")
    }

    private mutating func readCollections(_ member: JSONObject.Member, role: String, _ reader: inout ManifestReader) {
        let found = reader.collections(member.value, role: role)
        if found.isEmpty { other.append(member) } else { collections += found }
    }
}
