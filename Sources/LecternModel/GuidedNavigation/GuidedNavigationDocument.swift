// SPDX-License-Identifier: BSD-3-Clause

/// What is read, shown and played together, step by step (Readium, Guided Navigation Document).
package struct GuidedNavigationDocument: Sendable, Equatable {
    package static let mediaType = "application/guided-navigation+json"

    package var guided: [GuidedNavigationObject]
    /// Members that are not listed here, as they came.
    package var other: JSONObject

    /// nil if there is nothing to read, show or play.
    package init?(guided: [GuidedNavigationObject], other: JSONObject = JSONObject()) {
        guard !guided.isEmpty else { return nil }
        self.guided = guided
        self.other = other
    }

    /// Reads a document leniently: objects that say nothing are left out.
    ///
    /// - Parameter base: what its references are relative to.
    package init?(_ json: JSON, base: HrefBase = HrefBase(href: "")) {
        guard let object = json.object else { return nil }
        self.init(
            guided: GuidedNavigationObject.list(object["guided"], base: base), other: object.without(["guided"]))
    }

    /// Where the document itself is found, and what belongs to it.
    package var links: [Link] {
        guard let json = other["links"] else { return [] }
        var reader = ManifestReader(JSONReader(json, source: "links"))
        return reader.links(json)
    }

    package func write(to json: inout JSONWriter) {
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
package struct GuidedNavigationObject: Sendable, Equatable {
    package var id: String?
    package var refs: GuidedNavigationRefs
    package var text: GuidedNavigationText?
    /// What it is: names of the Guided Navigation roles, or URIs.
    package var roles: [String]
    package var description: GuidedNavigationDescription?
    package var children: [GuidedNavigationObject]
    package var other: JSONObject

    /// nil when it has neither a reference nor a text nor children.
    package init?(
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

    private static let known: Set<String> = [
        "id", "textref", "imgref", "audioref", "videoref", "text", "role", "description", "children",
    ]

    package init?(_ json: JSON, base: HrefBase = HrefBase(href: "")) {
        guard let object = json.object else { return nil }
        self.init(
            id: object["id"]?.string, refs: GuidedNavigationRefs(object, base: base),
            text: object["text"].flatMap(GuidedNavigationText.init), roles: GuidedNavigationObject.roles(object["role"]),
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

    package func write(to json: inout JSONWriter) {
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
