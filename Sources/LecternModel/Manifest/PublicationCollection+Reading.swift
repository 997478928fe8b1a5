// SPDX-License-Identifier: BSD-3-Clause

extension PublicationCollection {
    /// Reads a collection from a list of links or an object with links; returns nil if there are no links.
    public init?(_ json: JSON, role: String, _ reader: inout ManifestReader) {
        self.init(role: role, links: [])
        if json.array != nil {
            links = reader.links(json)
        } else if let object = reader.object(json) {
            for member in object.members {
                reader.enter(member.key)
                read(member, &reader)
                reader.leave()
            }
        }
        if links.isEmpty { return nil }
    }

    private mutating func read(_ member: JSONObject.Member, _ reader: inout ManifestReader) {
        switch member.key {
        case "links": links = reader.links(member.value)
        case "metadata": metadata = reader.object(member.value) ?? JSONObject()
        default:
            let found = reader.collections(member.value, role: member.key)
            if found.isEmpty { other.append(member) } else { collections += found }
        }
    }
}

extension ManifestReader {
    /// Reads the collections of a role from a list of links, an object, or a list of objects.  Empty for any other
    /// value.
    public mutating func collections(_ json: JSON, role: String) -> [PublicationCollection] {
        guard ManifestReader.mayBeCollection(json) else { return [] }
        return nested { reader in
            guard let list = json.array, !list.contains(where: ManifestReader.mayBeLink) else {
                return PublicationCollection(json, role: role, &reader).map { [$0] } ?? []
            }
            return reader.elements(json) { reader, json in
                let collection = PublicationCollection(json, role: role, &reader)
                if collection == nil { reader.warn(.minor, "The collection has no links; it is ignored.") }
                return collection
            }
        } ?? []
    }

    private static func mayBeLink(_ json: JSON) -> Bool { json.object?["href"]?.string != nil }

    private static func hasLinks(_ json: JSON) -> Bool {
        json.object?["links"]?.array?.contains(where: mayBeLink) ?? false
    }

    private static func mayBeCollection(_ json: JSON) -> Bool {
        json.array?.contains { mayBeLink($0) || hasLinks($0) } ?? hasLinks(json)
    }
}
