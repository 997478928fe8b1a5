// SPDX-License-Identifier: BSD-3-Clause

/// A subject of a publication (RWPM, Subject Object).
public struct Subject: Sendable, Equatable {
    public var name: LocalizedString
    public var sortAs: LocalizedString?
    public var code: String?
    public var scheme: String?
    public var links: [Link] = []
    /// Members that RWPM does not define.
    public var other = JSONObject()

    public init(name: LocalizedString, sortAs: String? = nil, code: String? = nil, scheme: String? = nil) {
        self.name = name
        self.sortAs = sortAs.map { LocalizedString($0) }
        self.code = code
        self.scheme = scheme
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", ifPresent: name)
        json.member("sortAs", ifPresent: sortAs)
        json.member("code", ifPresent: code)
        json.member("scheme", ifPresent: scheme)
        json.member("links", ifNotEmpty: links)
        json.members(of: other)
        json.endObject()
    }
}

extension Subject {
    /// Reads a name, or an object with one; returns nil, with a warning, if there is no name.
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        self.init(name: .none)
        if let name = json.string {
            self.name = LocalizedString(name)
            return
        }
        guard let object = reader.expected("a name or an object", json.object, json) else { return nil }
        for member in object.members {
            reader.enter(member.key)
            read(member, &reader)
            reader.leave()
        }
        guard !name.isEmpty else {
            reader.warn(.minor, "The subject has no name; it is ignored.")
            return nil
        }
    }

    private mutating func read(_ member: JSONObject.Member, _ reader: inout ManifestReader) {
        let json = member.value
        switch member.key {
        case "name": name = LocalizedString(json, &reader) ?? .none
        case "sortAs": sortAs = LocalizedString(json, &reader)
        case "code": code = reader.string(json)
        case "scheme": scheme = reader.string(json)
        case "links": links = reader.links(json)
        default: other.append(member)
        }
    }
}
