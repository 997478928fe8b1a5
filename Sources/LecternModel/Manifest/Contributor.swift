// SPDX-License-Identifier: BSD-3-Clause

/// A person, an organisation, or (in `belongsTo`) a collection.
package struct Contributor: Sendable, Equatable {
    package var name: LocalizedString
    package var identifier: String?
    package var sortAs: String?
    package var roles: [String]
    package var position: Double?

    package init(
        name: LocalizedString, identifier: String? = nil, sortAs: String? = nil, roles: [String] = [],
        position: Double? = nil
    ) {
        self.name = name
        self.identifier = identifier
        self.sortAs = sortAs
        self.roles = roles
        self.position = position
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", ifPresent: name)
        json.member("identifier", ifPresent: identifier)
        json.member("sortAs", ifPresent: sortAs)
        json.member("role", ifNotEmpty: roles)
        json.member("position", ifPresent: position)
        json.endObject()
    }
}

/// What a publication is about.
package struct Subject: Sendable, Equatable {
    package var name: LocalizedString
    package var sortAs: String?
    package var code: String?
    package var scheme: String?

    package init(name: LocalizedString, sortAs: String? = nil, code: String? = nil, scheme: String? = nil) {
        self.name = name
        self.sortAs = sortAs
        self.code = code
        self.scheme = scheme
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", ifPresent: name)
        json.member("sortAs", ifPresent: sortAs)
        json.member("code", ifPresent: code)
        json.member("scheme", ifPresent: scheme)
        json.endObject()
    }
}

extension JSONWriter {
    /// An array of strings; nothing at all when it is empty.
    package mutating func member(_ name: StaticString, ifNotEmpty values: [String]) {
        guard !values.isEmpty else { return }
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    package mutating func member(_ name: StaticString, ifNotEmpty object: JSONObject) {
        guard !object.isEmpty else { return }
        key(name)
        self.object(object)
    }
}
