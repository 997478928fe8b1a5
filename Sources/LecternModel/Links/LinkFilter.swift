// SPDX-License-Identifier: BSD-3-Clause

/// Which links are wanted (schema `link-filter`): those that have everything that is asked for.
package struct LinkFilter: Sendable {
    /// What a resource is, by its media type.
    package enum Kind: String, Sendable, CaseIterable { case bitmap, audio, video, html }

    /// The list that is searched: readingOrder, resources, links, toc, or the role of a collection.  nil for the first
    /// three of them.
    package let collection: String?
    private let rel: String?
    /// Any of them.
    private let types: [MediaTypeRange]?
    private let kind: Kind?
    private var href: HrefQuery?

    /// - Parameter types: media types, or ranges such as `image/*`.
    package init(
        collection: String? = nil, rel: String? = nil, types: [String]? = nil, kind: Kind? = nil, href: String? = nil
    ) {
        self.collection = collection
        self.rel = rel?.asciiLowercased
        self.types = types?.compactMap(MediaTypeRange.init)
        self.kind = kind
        self.href = href.map(HrefQuery.init)
    }

    package init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["collection", "rel", "type", "types", "kind", "href"])
        var types: [String]?
        if let member = try json.optionalMember("type") { types = [try LinkFilter.type(member)] }
        if let member = try json.optionalMember("types") {
            for element in try member.elements() { types = (types ?? []) + [try LinkFilter.type(element)] }
            types = types ?? []
        }
        self.init(
            collection: try LinkFilter.name("collection", in: json), rel: try LinkFilter.name("rel", in: json),
            types: types,
            kind: try json.optionalMember("kind").map { kind throws(Failure) in try kind.choice(Kind.self) },
            href: try json.optionalMember("href").map { href throws(Failure) in try href.string() })
    }

    private static func name(_ name: String, in json: JSONReader) throws(Failure) -> String? {
        guard let member = try json.optionalMember(name) else { return nil }
        let text = try member.string()
        guard !text.isEmpty else { throw member.failure("The name is empty.") }
        return text
    }

    private static func type(_ json: JSONReader) throws(Failure) -> String {
        let text = try json.string()
        guard MediaTypeRange(text) != nil else { throw json.failure("This is not a media type.") }
        return text
    }

    // MARK: Links

    package func matches(_ link: Link) -> Bool {
        if let href, !href.matches(link.href) { return false }
        if let rel, !link.rels.contains(where: { $0.asciiLowercased == rel }) { return false }
        if types == nil && kind == nil { return true }
        guard let type = link.type.flatMap(MediaType.essence) else { return false }
        if let types, !types.contains(where: { $0.contains(type) }) { return false }
        return kind?.includes(type) ?? true
    }

    /// Whether it looks for one resource, wherever it is.
    var isOfHref: Bool { href != nil }

    /// The same without query and fragment of the href; nil when there are none, and so nothing that could be left out.
    var shortened: LinkFilter? {
        guard let shorter = href?.shortened else { return nil }
        var filter = self
        filter.href = shorter
        return filter
    }
}

extension LinkFilter.Kind {
    /// - Parameter type: type/subtype in lower case.
    func includes(_ type: String) -> Bool {
        switch self {
        case .bitmap: MediaType.isBitmap(type)
        case .audio: type.utf8.starts(with: "audio/".utf8)
        case .video: type.utf8.starts(with: "video/".utf8)
        case .html: MediaType.isHTML(type)
        }
    }
}

/// A media type without its parameters, or all that begin with the same type (RFC 9110, 12.5.1).
struct MediaTypeRange: Sendable {
    private let essence: String
    private let isOfType: Bool
    private let isAny: Bool

    init?(_ text: String) {
        guard let essence = MediaType.essence(text) else { return nil }
        self.essence = essence
        isAny = essence == "*/*"
        isOfType = essence.utf8.suffix(2).elementsEqual("/*".utf8)
    }

    /// - Parameter type: type/subtype in lower case.
    func contains(_ type: String) -> Bool {
        isAny || (isOfType ? type.utf8.starts(with: essence.utf8.dropLast()) : type == essence)
    }
}

/// A href that is looked for, whatever its spelling.
private struct HrefQuery: Sendable {
    private let normalized: String

    init(_ href: String) { normalized = Href.normalized(href) }

    var shortened: HrefQuery? {
        let path = Href.path(normalized)
        return path.utf8.count == normalized.utf8.count ? nil : HrefQuery(String(path))
    }

    /// Nearly all hrefs are normal already, which is found out without making a string.
    func matches(_ href: String) -> Bool {
        href == normalized || (!Href.isPlainPath(href) && Href.normalized(href) == normalized)
    }
}
