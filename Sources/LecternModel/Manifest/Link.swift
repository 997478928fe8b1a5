// SPDX-License-Identifier: BSD-3-Clause

/// A reference to a resource (RWPM, Link Object).
package struct Link: Sendable, Equatable {
    /// Relative to the root of the publication and normalised (see `Href`), or absolute.
    package var href: String
    package var type: String?
    package var title: String?
    package var rels: [String] = []
    package var properties = JSONObject()
    /// Seconds.
    package var duration: Double?
    package var alternates: [Link] = []
    package var children: [Link] = []

    package init(
        href: String, type: String? = nil, title: String? = nil, rels: [String] = [], children: [Link] = []
    ) {
        self.href = href
        self.type = type
        self.title = title
        self.rels = rels
        self.children = children
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("href", href)
        json.member("type", ifPresent: type)
        json.member("title", ifPresent: title)
        json.member("rel", ifNotEmpty: rels)
        json.member("properties", ifNotEmpty: properties)
        json.member("duration", ifPresent: duration)
        json.member("alternate", ifNotEmpty: alternates)
        json.member("children", ifNotEmpty: children)
        json.endObject()
    }

    /// The layout that this resource asks for itself, `fixed` or `reflowable`.
    package var layout: Layout? { properties["layout"]?.string.flatMap(Layout.init(rawValue:)) }
}

/// How the text of a resource is laid out.
package enum Layout: String, Sendable, CaseIterable {
    case fixed
    case reflowable
}

extension JSONWriter {
    package mutating func links(_ links: [Link]) {
        beginArray()
        for link in links { link.write(to: &self) }
        endArray()
    }

    package mutating func member(_ name: StaticString, ifNotEmpty links: [Link]) {
        guard !links.isEmpty else { return }
        key(name)
        self.links(links)
    }
}
