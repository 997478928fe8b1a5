// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A bookmark, a highlight, a note or a reading position (schema `note`).
///
/// Stored as the original JSON, which is checked once, without null members.  Members that the schema does not define
/// are kept.
public struct Note: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case bookmark, highlight, note
        /// The place where a device stopped reading.
        case position
    }

    public private(set) var json: JSONObject

    /// The caller guarantees that the JSON satisfies the checks of `init(_:)`.
    init(trusted json: JSONObject) { self.json = json }

    /// Reads and checks a note.  Only its id is required: a host may keep notes without a place.
    public init(_ reader: JSONReader) throws(Failure) {
        json = try reader.object()
        _ = try NoteRules.identifier(reader.required("id"))
        for (name, check) in NoteRules.members {
            if let member = try reader.optionalMember(name) { try check(member) }
        }
        json = NoteRules.withoutNull(json)
    }

    public var id: String { string("id") ?? "" }
    public var kind: Kind { string("kind").flatMap(Kind.init(rawValue:)) ?? .bookmark }
    public var style: String? { string("style") }
    public var color: String? { string("color") }
    public var tags: [String] { (json["tags"]?.array ?? []).compactMap(\.string) }
    public var creator: JSON? { json["creator"] }
    public var headings: [JSON] { json["headings"]?.array ?? [] }
    public var page: String? { string("page") }
    /// The label of the page, of the note or of its locator.
    public var pageLabel: String? { page ?? locations.pageLabel }
    /// The nearest heading before the note.
    public var heading: String? { headings.last?.object?["text"]?.string ?? locator?["title"]?.string }
    public var created: String? { string("created") }
    public var modified: String? { string("modified") }
    public var deleted: String? { string("deleted") }
    public var publication: String? { string("publication") }
    public var device: String? { string("device") }
    public var body: JSONObject? { json["body"]?.object }
    public var locator: JSONObject? { json["locator"]?.object }
    public var origin: JSONObject? { json["origin"]?.object }

    public var text: String? { body?["text"]?.string }
    public var href: String? { locator?["href"]?.string }
    /// The href, if it names a resource.
    var resource: String? { href.flatMap { Href.withoutFragment($0).isEmpty ? nil : $0 } }
    public var locations: Locator.Locations { Locator.Locations(locator?["locations"]?.object ?? JSONObject()) }
    /// The place within the resource, from a partial or complete CFI.
    var cfi: CFI? {
        let texts = [locations.partialCfi].compactMap { $0 } + locations.fragments.filter { $0.hasPrefix("epubcfi(") }
        return texts.lazy.compactMap { CFI(partial: $0) }.first
    }
    public var quote: Locator.Text { Locator.Text(locator?["text"]?.object ?? JSONObject()) }

    public subscript(name: String) -> JSON? {
        get { json[name] }
        set { json[name] = newValue }
    }

    private func string(_ name: String) -> String? { json[name]?.string }

    public func write(to writer: inout JSONWriter) { writer.object(json) }
}

extension JSONReader {
    /// Returns a required member.  The path of a failure includes the member.
    func required(_ name: String) throws(Failure) -> JSONReader {
        guard let member = try object()[name], !member.isNull else {
            throw step(name, .null).failure("The member \"\(name)\" is missing.")
        }
        return step(name, member)
    }

    /// Returns the failure for a value that is too large.
    func limit(_ message: String) -> Failure { Failure(.limit, message, path: path) }
}
