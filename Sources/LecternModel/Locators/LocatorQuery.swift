// SPDX-License-Identifier: BSD-3-Clause

/// A description of a place (schema `locator-query`): a locator, a part of one, or a link to it.
///
/// The members of `locations` may also be direct members.
public struct LocatorQuery: Sendable {
    /// The normalised resource, without a fragment.
    public let href: String?
    public let type: String?
    public let title: String?
    public var locations: Locator.Locations
    public private(set) var text: Locator.Text
    /// The end of the text, if `text` is only its beginning.
    public private(set) var textEnd: Locator.Text?
    /// Whether the text is from a text fragment, which is ignored if it is not found, like other fragments.
    public private(set) var hasTextOfFragment = false
    /// Whether the result should have a CFI.
    public let asksForCFI: Bool
    /// Whether the result should have an XPointer of KOReader.
    public let asksForXPointer: Bool
    /// Whether the result should have the label of the page.
    public let asksForPage: Bool

    private static let links = [
        "templated", "rel", "properties", "height", "width", "size", "bitrate", "duration", "language", "alternate",
        "children",
    ]
    private static let shortcuts = [
        "fragments", "progression", "position", "totalProgression", "cssSelector", "partialCfi", "domRange", pageLabel,
    ]
    private static let pageLabel = "pageLabel"

    /// Creates a query for the place of a locator.
    public init(_ locator: Locator) {
        href = locator.href
        type = locator.type
        title = locator.title
        locations = locator.locations
        text = locator.text
        asksForCFI = false
        asksForXPointer = false
        asksForPage = false
        takeTextFragment()
    }

    /// Creates a query for the place of a locator that asks for the same results as `query`.
    public init(_ locator: Locator, like query: LocatorQuery) {
        href = locator.href
        type = query.type
        title = query.title
        locations = locator.locations
        text = query.text
        asksForCFI = query.asksForCFI
        asksForXPointer = query.asksForXPointer
        asksForPage = query.asksForPage
    }

    /// Reads a query.  Null members count as absent.
    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(
            ["href", "type", "title", "locations", "text", "cfi", "xPointer", "fit", "matches", "others", "page"]
                + LocatorQuery.shortcuts
                + LocatorQuery.links)
        var locations = LocatorQuery.Reading(try json.optionalValue("locations")?.object() ?? JSONObject())
        if let places = try json.optionalValue("locations") {
            try locations.check(places)
            try locations.checkOther(places)
        }
        for name in LocatorQuery.shortcuts {
            guard let member = try json.optionalValue(name) else { continue }
            guard locations.object[name] == nil else { throw member.failure("The member is also in \"locations\".") }
            locations.object[name] = member.value
        }
        try locations.check(json)
        let reference = try json.optionalValue("href").map(LocatorQuery.reference)
        if let fragment = reference?.fragment, locations.object["fragments"] == nil, locations.object["fragment"] == nil
        {
            locations.object["fragments"] = .array([.string(fragment)])
        }
        href = reference?.href
        type = try json.optionalValue("type").map { type throws(Failure) in
            guard MediaType.essence(try type.string()) != nil else {
                throw type.failure("Expected a media type such as \"text/html\".")
            }
            return try type.string()
        }
        title = try json.optionalValue("title").map { title throws(Failure) in try title.string() }
        self.locations = Locator.Locations(locations.object)
        text = try json.optionalValue("text").map(LocatorQuery.text) ?? Locator.Text()
        asksForCFI = try json.optionalValue("cfi").map { cfi throws(Failure) in try cfi.bool() } ?? false
        asksForXPointer =
            try json.optionalValue("xPointer").map { pointer throws(Failure) in try pointer.bool() } ?? false
        asksForPage = try json.optionalValue("page").map { page throws(Failure) in try page.bool() } ?? false
        guard href != nil || saysWhere || self.locations.pageLabel != nil else {
            throw json.failure("The query does not describe a place.")
        }
        takeTextFragment()
    }

    /// Uses the text of a text fragment, unless the query has a text already.
    private mutating func takeTextFragment() {
        var fragments = locations.fragments
        let found = TextFragment.take(from: &fragments)
        if fragments != locations.fragments { locations.fragments = fragments }
        guard let found, !isQuote else { return }
        text = found.start
        textEnd = found.end
        hasTextOfFragment = true
    }

    /// Whether the query specifies more than the resource.
    public var saysWhere: Bool { saysMoreThanFragments || !locations.fragments.isEmpty }

    /// Whether the query specifies a place other than by fragments.
    public var saysMoreThanFragments: Bool {
        isQuote && !hasTextOfFragment || locations.xPointer != nil
            || LocatorQuery.shortcuts.contains { name in
                name != "fragments" && name != LocatorQuery.pageLabel && locations.json[name] != nil
            }
    }

    /// Whether the query has the text at the place, or around it.
    public var isQuote: Bool {
        [text.highlight, text.before, text.after].contains { $0?.isEmpty == false }
    }

    private static func reference(_ json: JSONReader) throws(Failure) -> (href: String, fragment: String?) {
        let reference = Locator.reference(try json.string())
        guard !reference.href.isEmpty else { throw json.failure("The href does not name a resource.") }
        return reference
    }

    private static func text(_ json: JSONReader) throws(Failure) -> Locator.Text {
        for name in ["before", "highlight", "after"] { _ = try json.optionalValue(name)?.string() }
        return Locator.Text(try json.object()).normalized
    }

    /// The members of `locations`; the known ones must have the right type.
    private struct Reading {
        var object: JSONObject

        init(_ object: JSONObject) {
            self.object = JSONObject(object.members.filter { !$0.value.isNull })
        }

        func check(_ json: JSONReader) throws(Failure) {
            for name in ["progression", "totalProgression"] {
                _ = try json.optionalValue(name)?.number(in: 0...1)
            }
            _ = try json.optionalValue("position")?.unsignedInteger(in: 1...UInt64(Int64.max))
            for name in ["cssSelector", "partialCfi", "fragment", LocatorQuery.pageLabel] {
                _ = try json.optionalValue(name)?.string()
            }
            for fragment in try json.optionalValue("fragments")?.elements() ?? [] { _ = try fragment.string() }
            if let range = try json.optionalValue("domRange") { _ = try DOMRange(range) }
        }

        /// Checks the members that are only allowed in `locations`.
        func checkOther(_ json: JSONReader) throws(Failure) {
            guard let range = try json.optionalValue("xPointer") else { return }
            _ = try range.member("start").string()
            _ = try range.optionalValue("end")?.string()
        }
    }
}

extension JSONReader {
    /// Returns the member, or nil if it is absent or null.
    public func optionalValue(_ name: String) throws(Failure) -> JSONReader? {
        try optionalMember(name).flatMap { $0.value.isNull ? nil : $0 }
    }
}
