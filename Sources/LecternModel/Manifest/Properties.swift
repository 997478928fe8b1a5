// SPDX-License-Identifier: BSD-3-Clause

/// The properties of a linked resource: an extensible map (RWPM, Properties) with accessors for known members.  A
/// member that is not understood counts as absent, but is kept.
package struct Properties: Sendable, Equatable {
    package private(set) var json: JSONObject

    package init(_ json: JSONObject = JSONObject()) { self.json = json }

    /// With these members as well; where both have one, the new one counts.
    package func adding(_ members: JSONObject) -> Properties {
        var properties = self
        properties.json.merge(members)
        return properties
    }

    private func value<T>(_ name: String, _ read: (JSONReader) throws(Failure) -> T) -> T? {
        json[name].flatMap { try? read(JSONReader($0, source: name)) }
    }

    private func count(_ name: String) -> Int? { json[name]?.count }

    // MARK: Presentation

    package var presentation: Presentation { Presentation(json) }
    package var clipped: Bool? { json["clipped"]?.bool }
    package var fit: Presentation.Fit? { json.choice("fit") }
    package var orientation: Presentation.Orientation? { json.choice("orientation") }
    package var overflow: Presentation.Overflow? { json.choice("overflow") }
    package var page: Presentation.Page? { json.choice("page") }
    package var spread: Presentation.Spread? { json.choice("spread") }

    // MARK: EPUB

    package var layout: Layout? { json.choice("layout") }

    /// What is in the resource that its media type does not say, such as `mathml`, `onix`, `remote-resources`, `js`,
    /// `svg` and `xmp`, each once.
    package var contains: [String] {
        var seen: Set<String> = []
        return (json["contains"]?.array ?? []).compactMap(\.string).filter { seen.insert($0).inserted }
    }

    package var encryption: Encryption? { value("encrypted", Encryption.init) }

    // MARK: Archives

    /// How the resource is stored in its archive.
    package struct Archive: Sendable, Equatable {
        package let entryLength: UInt64
        package let isEntryCompressed: Bool

        package var json: JSON {
            [
                "entryLength": .integer(Int64(clamping: entryLength)), "isEntryCompressed": .bool(isEntryCompressed),
            ]
        }
    }

    package var archive: Archive? {
        guard let object = json["https://readium.org/webpub-manifest/properties#archive"]?.object,
            let length = object["entryLength"]?.count, let isCompressed = object["isEntryCompressed"]?.bool
        else { return nil }
        return Archive(entryLength: UInt64(length), isEntryCompressed: isCompressed)
    }

    // MARK: OPDS

    package var numberOfItems: Int? { count("numberOfItems") }
    package var price: Price? { value("price", Price.init) }
    package var indirectAcquisitions: [Acquisition] { json["indirectAcquisition"].map(Acquisition.list) ?? [] }
    package var holds: Holds? { value("holds", Holds.init) }
    package var copies: Copies? { value("copies", Copies.init) }
    package var availability: Availability? { value("availability", Availability.init) }

    /// Where the user can sign in.
    package var authenticate: Link? {
        guard let json = json["authenticate"] else { return nil }
        var reader = ManifestReader(JSONReader(json, source: "authenticate"))
        return Link(json, &reader)
    }
}
