// SPDX-License-Identifier: BSD-3-Clause

/// A person, an organisation, or (in `belongsTo`) a collection (RWPM, Contributor Object).
public struct Contributor: Sendable, Equatable {
    /// Empty only in `belongsTo`, for a part of a series that has just a number.
    public var name: LocalizedString
    public var identifier: String?
    public var sortAs: LocalizedString?
    public var roles: [String]
    public var position: Double?
    public var links: [Link] = []
    /// Members that RWPM does not define.
    public var other = JSONObject()

    public init(
        name: LocalizedString, identifier: String? = nil, sortAs: String? = nil, roles: [String] = [],
        position: Double? = nil
    ) {
        self.name = name
        self.identifier = identifier
        self.sortAs = sortAs.map { LocalizedString($0) }
        self.roles = roles
        self.position = position
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", ifPresent: name)
        json.member("identifier", ifPresent: identifier)
        json.member("sortAs", ifPresent: sortAs)
        json.member("role", ifNotEmpty: roles)
        json.member("position", ifPresent: position)
        json.member("links", ifNotEmpty: links)
        json.members(of: other)
        json.endObject()
    }
}

extension Contributor {
    /// Reads a name, or an object with one; returns nil, with a warning, if there is no name.
    public init?(_ json: JSON, _ reader: inout ManifestReader) { self.init(json, needsName: true, &reader) }

    /// Reads a collection in `belongsTo`.  Seasons and volumes may have a number instead of a name.
    init?(collection json: JSON, kind: String, _ reader: inout ManifestReader) {
        self.init(json, needsName: kind == "collection" || kind == "series", &reader)
    }

    private init?(_ json: JSON, needsName: Bool, _ reader: inout ManifestReader) {
        self.init(name: .none)
        if let name = json.string {
            self.name = LocalizedString(name)
            return
        }
        if !needsName, let number = json.number {
            position = number
            return
        }
        guard let object = reader.expected("a name or an object", json.object, json) else { return nil }
        for member in object.members {
            reader.enter(member.key)
            read(member, &reader)
            reader.leave()
        }
        guard !name.isEmpty || !needsName && position != nil else {
            reader.warn(.minor, "The contributor has no name; it is ignored.")
            return nil
        }
    }

    private mutating func read(_ member: JSONObject.Member, _ reader: inout ManifestReader) {
        let json = member.value
        switch member.key {
        case "name": name = LocalizedString(json, &reader) ?? .none
        case "identifier": identifier = reader.string(json)
        case "sortAs": sortAs = LocalizedString(json, &reader)
        case "role": roles = reader.strings(json)
        case "position": position = reader.number(json)
        case "links": links = reader.links(json)
        default: other.append(member)
        }
    }
}
