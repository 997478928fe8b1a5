// SPDX-License-Identifier: BSD-3-Clause

/// A named group of links (RWPM, Core Collection Model), such as a page list, landmarks or images.
public struct PublicationCollection: Sendable, Equatable {
    /// The name of its member.  Several collections may have the same role.
    public var role: String
    public var metadata: JSONObject
    public var links: [Link]
    public var collections: [PublicationCollection]
    /// Members that are not collections.
    public var other: JSONObject

    public init(
        role: String, links: [Link], metadata: JSONObject = JSONObject(), collections: [PublicationCollection] = [],
        other: JSONObject = JSONObject()
    ) {
        self.role = role
        self.metadata = metadata
        self.links = links
        self.collections = collections
        self.other = other
    }

    /// The roles that extensions of RWPM define as plain lists of links.
    private static let listRoles: Set<String> = ["pageList", "landmarks", "loa", "loi", "lot", "lov", "images"]

    private var isList: Bool {
        PublicationCollection.listRoles.contains(role) && metadata.isEmpty && collections.isEmpty && other.isEmpty
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("metadata")
        json.object(metadata)
        json.key("links")
        json.links(links)
        json.members(of: collections)
        json.members(of: other)
        json.endObject()
    }

    fileprivate static func write(_ group: [PublicationCollection], to json: inout JSONWriter) {
        if group.count == 1, let collection = group.first {
            if collection.isList { json.links(collection.links) } else { collection.write(to: &json) }
            return
        }
        json.array(group) { $0.write(to: &$1) }
    }
}

extension JSONWriter {
    /// Writes a member for each role, in the order of first occurrence.
    public mutating func members(of collections: [PublicationCollection]) {
        var places: [String: Int] = [:]
        var groups: [[PublicationCollection]] = []
        for collection in collections where !collection.links.isEmpty {
            if let place = places[collection.role] {
                groups[place].append(collection)
            } else {
                places[collection.role] = groups.count
                groups.append([collection])
            }
        }
        for group in groups {
            guard let role = group.first?.role else { continue }
            key(named: role)
            PublicationCollection.write(group, to: &self)
        }
    }
}
