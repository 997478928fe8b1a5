// SPDX-License-Identifier: BSD-3-Clause

/// A place in a publication (Readium Locator).
///
/// `href` is normalised; everything else is kept as the JSON that it came as, so that nothing is lost on the way.
package struct Locator: Sendable, Equatable {
    package let href: String
    package let type: String
    package let title: String?
    package let locations: JSONObject
    package let text: JSONObject
    private let other: JSONObject

    private static let known: Set<String> = ["href", "type", "title", "locations", "text"]

    /// Reads a locator; href and type are required.
    package init(_ json: JSONReader) throws(Failure) {
        href = Href.normalized(try json.member("href").string())
        let type = try json.member("type")
        guard MediaType.essence(try type.string()) != nil else { throw type.failure("This is not a media type.") }
        self.type = try type.string()
        title = try json.optionalMember("title").flatMap { reader throws(Failure) in
            reader.value.isNull ? nil : try reader.string()
        }
        locations = try Locator.optionalObject("locations", of: json)
        text = try Locator.optionalObject("text", of: json)
        other = try json.object().without(Locator.known)
    }

    private static func optionalObject(_ name: String, of json: JSONReader) throws(Failure) -> JSONObject {
        guard let member = try json.optionalMember(name), !member.value.isNull else { return JSONObject() }
        return try member.object()
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("href", href)
        json.member("type", type)
        json.member("title", ifPresent: title)
        json.member("locations", ifNotEmpty: locations)
        json.member("text", ifNotEmpty: text)
        json.members(of: other)
        json.endObject()
    }
}
