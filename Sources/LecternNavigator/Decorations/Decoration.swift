// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A mark over a place in a publication, such as a highlight.
///
/// Immutable, so that lists and differences can share it.
public final class Decoration: Sendable {
    /// Unique within its group.
    public let id: String
    public let locator: Locator
    public let style: DecorationStyle
    /// nil if the member is absent.
    private let declaredInteractions: Interactions?
    /// Data of the host; nil if the member is absent.
    public let extras: JSONObject?
    /// The resource that it is drawn in: the href of its locator, without query and fragment.
    public let resource: String
    /// The original JSON.
    let source: JSON

    /// Reads a decoration (schema `decoration`).  Members of the style and the locator that the schema does not
    /// define are kept.
    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["id", "locator", "style", "interactions", "extras"])
        locator = try Locator(json.member("locator"))
        resource = Decoration.resource(of: locator.href)
        guard !resource.isEmpty else {
            throw try json.member("locator").member("href").failure("The href does not name a resource.")
        }
        id = try json.member("id").string()
        style = try DecorationStyle(json.member("style"))
        declaredInteractions = try json.optionalMember("interactions").map(Interactions.init)
        extras = try json.optionalMember("extras").map { extras throws(Failure) in try extras.object() }
        source = json.value
    }

    public var interactions: Interactions { declaredInteractions ?? [] }

    /// Returns the resource of a normalised href.
    static func resource(of href: String) -> String { String(Href.path(href)) }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id)
        json.key("locator")
        locator.write(to: &json)
        json.key("style")
        style.write(to: &json)
        declaredInteractions?.write(to: &json)
        if let extras { json.member("extras", .object(extras)) }
        json.endObject()
    }
}

extension Decoration: Equatable {
    /// Whether all members are equal.
    public static func == (a: Decoration, b: Decoration) -> Bool {
        a.id.isExactly(b.id) && a.isDrawn(like: b, by: nil) && a.hasSameExtras(as: b)
    }

    /// Whether both look and behave the same: equal locator, style and interactions, and equal values of the extras
    /// that the template uses.
    ///
    /// - Parameter templates: nil where extras are not rendered.
    func isDrawn(like other: Decoration, by templates: DecorationTemplates?) -> Bool {
        if self === other { return true }
        guard interactions == other.interactions, style == other.style, locator == other.locator else { return false }
        guard let templates, !hasSameExtras(as: other) else { return true }
        switch templates[style.id]?.usedExtras {
        case nil: return true
        case .all: return false
        case .named(let names): return names.isEmpty || hasSameExtras(as: other, named: names)
        }
    }

    private func hasSameExtras(as other: Decoration) -> Bool {
        (extras ?? JSONObject()) == (other.extras ?? JSONObject())
    }

    private func hasSameExtras(as other: Decoration, named names: Set<ExactText>) -> Bool {
        let (a, b) = (extras?.dictionary ?? [:], other.extras?.dictionary ?? [:])
        return names.allSatisfy { a[$0] == b[$0] }
    }
}
