// SPDX-License-Identifier: BSD-3-Clause

/// A filter for links (schema `link-filter`).  A link must meet all criteria.
public struct LinkFilter: Sendable {
    /// Kinds of resources, by media type.
    public enum Kind: String, Sendable, CaseIterable { case bitmap, audio, video, html }

    /// The list to search: readingOrder, resources, links, toc, or the role of a collection. nil searches the first
    /// three.
    public let collection: String?
    /// Relations, in lower case, of which a link must have at least one.
    private let rels: Set<String>?
    /// Media types, of which a link must match at least one.
    private let types: [MediaType]?
    private let kind: Kind?
    private var href: HrefQuery?

    /// - Parameter types: media types, or ranges such as `image/*`.
    public init(
        collection: String? = nil, rel: String? = nil, types: [MediaType]? = nil, kind: Kind? = nil,
        href: String? = nil
    ) {
        self.init(
            collection: collection, rels: rel.map { [$0.asciiLowercased] }, types: types, kind: kind,
            href: href.map(HrefQuery.init))
    }

    private init(collection: String?, rels: Set<String>?, types: [MediaType]?, kind: Kind?, href: HrefQuery?) {
        self.collection = collection
        self.rels = rels
        self.types = types
        self.kind = kind
        self.href = href
    }

    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["collection", "rel", "type", "kind", "href"])
        self.init(
            collection: try json.optionalMember("collection").map(LinkFilter.text),
            rels: try json.optionalMember("rel").map { rel throws(Failure) in
                Set(try rel.oneOrMore(LinkFilter.text).map(\.asciiLowercased))
            },
            types: try json.optionalMember("type").map { type throws(Failure) in
                try type.oneOrMore(LinkFilter.mediaType)
            },
            kind: try json.optionalMember("kind").map { kind throws(Failure) in try kind.choice(Kind.self) },
            href: try json.optionalMember("href").map { href throws(Failure) in
                HrefQuery(try LinkFilter.text(href))
            })
    }

    private static func text(_ json: JSONReader) throws(Failure) -> String {
        let text = try json.string()
        guard !text.isEmpty else { throw json.failure("The text must not be empty.") }
        return text
    }

    private static func mediaType(_ json: JSONReader) throws(Failure) -> MediaType {
        guard let type = MediaType(try json.string()) else {
            throw json.failure("Expected a media type such as \"text/html\".")
        }
        return type
    }

    // MARK: Links

    public func matches(_ link: Link) -> Bool {
        if let href, !href.matches(link.href) { return false }
        if let rels, !link.rels.contains(where: { rels.contains($0.asciiLowercased) }) { return false }
        if let kind, !kind.includes(link.type) { return false }
        if let types, !LinkFilter.matches(link.type, types) { return false }
        return true
    }

    private static func matches(_ text: String?, _ types: [MediaType]) -> Bool {
        guard let text, let type = MediaType(text) else { return false }
        return type.matches(any: types)
    }

    /// Whether the filter asks for one resource, which may also be an alternate or a child.
    var isOfHref: Bool { href != nil }

    /// The filter without the fragment of its href, or without its query if there is no fragment; nil if it has
    /// neither.
    var shortened: LinkFilter? {
        guard let shorter = href?.shortened else { return nil }
        var filter = self
        filter.href = shorter
        return filter
    }
}

extension LinkFilter.Kind {
    /// Whether the media type is of this kind.
    public func includes(_ type: String?) -> Bool {
        guard let essence = type.flatMap(MediaType.essence) else { return false }
        return switch self {
        case .bitmap: MediaType.isBitmap(essence)
        case .audio: essence.utf8.starts(with: "audio/".utf8)
        case .video: essence.utf8.starts(with: "video/".utf8)
        case .html: MediaType.isHTML(essence)
        }
    }
}

/// An href to search for, in any spelling.
private struct HrefQuery: Sendable {
    private let normalized: String

    init(_ href: String) { normalized = Href.normalized(href) }

    var shortened: HrefQuery? {
        if let mark = normalized.utf8.firstIndex(of: UInt8(ascii: "#")) {
            return HrefQuery(String(normalized[..<mark]))
        }
        let path = Href.path(normalized)
        return path.utf8.count == normalized.utf8.count ? nil : HrefQuery(String(path))
    }

    /// Nearly all hrefs are already normal, which can be checked without allocating.
    func matches(_ href: String) -> Bool {
        href == normalized || (!Href.isNormalPath(href) && Href.normalized(href) == normalized)
    }
}
