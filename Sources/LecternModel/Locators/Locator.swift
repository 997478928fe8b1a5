// SPDX-License-Identifier: BSD-3-Clause

/// A place in a publication (Readium Locator).
///
/// `href` is normalised.  Everything else is kept as the JSON that it was read from, so that no member is lost, and
/// is parsed on access.
public struct Locator: Sendable, Equatable {
    /// The resource, normalised.
    public var href: String
    public var type: String
    public var title: String?
    public var locations: Locations
    public var text: Text
    /// The remaining members.
    public var other: JSONObject

    private static let known = ["href", "type", "title", "locations", "text"]

    public init(
        href: String, type: String, title: String? = nil, locations: Locations = Locations(), text: Text = Text()
    ) {
        self.href = href
        self.type = type
        self.title = title
        self.locations = locations
        self.text = text
        other = JSONObject()
    }

    /// Creates the locator of a link's target: the fragment of the href becomes a location.  Returns nil without a
    /// type.
    public init?(_ link: Link) {
        guard let type = link.type else { return nil }
        var locations = Locations()
        if let fragment = Href.fragment(link.href), !fragment.isEmpty { locations.fragments = [String(fragment)] }
        self.init(href: Href.withoutFragment(link.href), type: type, title: link.title, locations: locations)
    }

    /// The resource of an href, normalised, and its fragment, as it is among the fragments of locations.
    static func reference(_ href: String) -> (href: String, fragment: String?) {
        let reference = Href.normalized(href)
        guard let fragment = Href.fragment(reference), !fragment.isEmpty else {
            return (Href.withoutFragment(reference), nil)
        }
        let isCFI = fragment.hasPrefix(CFIParser.scheme)
        let text = isCFI ? PercentEncoding.decoded(fragment) ?? String(fragment) : String(fragment)
        return (Href.withoutFragment(reference), text)
    }

    /// Reads a locator; href and type are required.  The fragment of an href is a location, unless there are others.
    public init(_ json: JSONReader) throws(Failure) {
        let reference = Locator.reference(try json.member("href").string())
        href = reference.href
        let type = try json.member("type")
        guard MediaType.essence(try type.string()) != nil else {
            throw type.failure("Expected a media type such as \"text/html\".")
        }
        self.type = try type.string()
        title = try json.optionalMember("title").map { reader throws(Failure) in try reader.string() }
        locations = Locations(try Locator.optionalObject("locations", of: json))
        if let fragment = reference.fragment, locations.fragments.isEmpty { locations.fragments = [fragment] }
        text = Text(try Locator.optionalObject("text", of: json))
        other = try json.object().without(Locator.known)
    }

    private static func optionalObject(_ name: String, of json: JSONReader) throws(Failure) -> JSONObject {
        try json.optionalMember(name)?.object() ?? JSONObject()
    }

    /// The locator with current names, without invalid locations and texts.
    public var normalized: Locator {
        var locator = self
        locator.locations = locations.normalized
        locator.text = text.normalized
        return locator
    }

    public var json: JSONObject {
        var json = JSONObject([.init(key: "href", value: .string(href)), .init(key: "type", value: .string(type))])
        json["title"] = title.map(JSON.string)
        if !locations.json.isEmpty { json["locations"] = .object(locations.json) }
        if !text.json.isEmpty { json["text"] = .object(text.json) }
        json.merge(other)
        return json
    }

    public func write(to writer: inout JSONWriter) { writer.object(json) }
}
