// SPDX-License-Identifier: BSD-3-Clause

/// A sequence of resources to be read, shown and played in sync (Readium, Guided Navigation Document).
public struct GuidedNavigationDocument: Sendable, Equatable {
    public static let mediaType = "application/guided-navigation+json"

    public var guided: [GuidedNavigationObject]
    /// The remaining members, unchanged.
    public var other: JSONObject

    /// Returns nil if there are no guided navigation objects.
    public init?(guided: [GuidedNavigationObject], other: JSONObject = JSONObject()) {
        guard !guided.isEmpty else { return nil }
        self.guided = guided
        self.other = other
    }

    /// Reads a document leniently: empty objects are left out.
    ///
    /// - Parameter base: the document that references are relative to.
    public init?(_ json: JSON, base: HrefBase = HrefBase(href: "")) {
        guard let object = json.object else { return nil }
        self.init(
            guided: GuidedNavigationObject.list(object["guided"], base: base), other: object.without(["guided"]))
    }

    /// The links of the document, such as `self` and related resources.
    public var links: [Link] {
        guard let json = other["links"] else { return [] }
        var reader = ManifestReader(JSONReader(json, source: "links"))
        return reader.links(json)
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.members(of: other)
        json.member("guided", guided)
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ objects: [GuidedNavigationObject]) {
        key(name)
        beginArray()
        for object in objects { object.write(to: &self) }
        endArray()
    }
}

/// A step, or a group of steps.
public struct GuidedNavigationObject: Sendable, Equatable {
    public var id: String?
    public var refs: GuidedNavigationRefs
    public var text: GuidedNavigationText?
    /// Guided Navigation roles, or URIs.
    public var roles: [String]
    public var description: GuidedNavigationDescription?
    public var children: [GuidedNavigationObject]
    public var other: JSONObject

    /// Returns nil if there is neither a reference, nor a text, nor a child.
    public init?(
        id: String? = nil, refs: GuidedNavigationRefs = GuidedNavigationRefs(), text: GuidedNavigationText? = nil,
        roles: [String] = [], description: GuidedNavigationDescription? = nil, children: [GuidedNavigationObject] = [],
        other: JSONObject = JSONObject()
    ) {
        guard !refs.isEmpty || text != nil || !children.isEmpty else { return nil }
        self.id = id
        self.refs = refs
        self.text = text
        self.roles = roles
        self.description = description
        self.children = children
        self.other = other
    }

    private static let known = [
        "id", "textref", "imgref", "audioref", "videoref", "text", "role", "description", "children",
    ]

    public init?(_ json: JSON, base: HrefBase = HrefBase(href: "")) {
        guard let object = json.object else { return nil }
        self.init(
            id: object["id"]?.string, refs: GuidedNavigationRefs(object, base: base),
            text: object["text"].flatMap(GuidedNavigationText.init),
            roles: GuidedNavigationObject.roles(object["role"]),
            description: object["description"].flatMap { GuidedNavigationDescription($0, base: base) },
            children: GuidedNavigationObject.list(object["children"], base: base),
            other: object.without(GuidedNavigationObject.known))
    }

    fileprivate static func list(_ json: JSON?, base: HrefBase) -> [GuidedNavigationObject] {
        (json?.array ?? []).compactMap { GuidedNavigationObject($0, base: base) }
    }

    private static func roles(_ json: JSON?) -> [String] {
        if let role = json?.string { return [role] }
        return (json?.array ?? []).compactMap(\.string)
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", ifPresent: id)
        refs.writeMembers(to: &json)
        json.member("text", text)
        json.member("role", ifNotEmpty: roles)
        if let description {
            json.key("description")
            description.write(to: &json)
        }
        if !children.isEmpty { json.member("children", children) }
        json.members(of: other)
        json.endObject()
    }
}
