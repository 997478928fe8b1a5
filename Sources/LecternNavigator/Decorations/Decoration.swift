// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Something drawn over a place in a publication, such as a highlight.
///
/// A host may hand over a hundred thousand of them each time one changes, and nearly all are only compared and passed
/// on.  So a decoration is the JSON text that it came as, checked once, with the places of its members; values are
/// parsed when they are accessed.
public struct Decoration: Sendable {
    /// What a reader may do with a decoration.
    public struct Interactions: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The primary one, such as a tap or a click.
        public static let activate = Interactions(rawValue: 1)
    }

    /// Where the values of the members stand in the text.
    struct Places: Sendable {
        let id: TextPlace
        let locator: TextPlace
        let style: TextPlace
        let extras: TextPlace?
    }

    /// Shared with the decorations that came with it.
    let text: ByteBuffer
    let places: Places
    /// nil when the member is absent.
    let declaredInteractions: Interactions?
    /// The href of its locator without query and fragment: the resource that it is drawn in.
    public let resource: String

    /// The caller guarantees the text at these places: an id as `JSONWriter` spells it, and all that the other
    /// initialisers check.
    init(text: ByteBuffer, places: Places, interactions: Interactions?, resource: String) {
        self.text = text
        self.places = places
        self.declaredInteractions = interactions
        self.resource = resource
    }

    public init(
        id: String, locator: Locator, style: DecorationStyle, interactions: Interactions? = nil,
        extras: JSONObject? = nil
    ) {
        var json = JSONWriter(capacity: 256)
        json.beginArray()
        let places = Places(
            id: Decoration.place(in: &json) { $0.string(id) },
            locator: Decoration.place(in: &json) { locator.write(to: &$0) },
            style: Decoration.place(in: &json) { style.write(to: &$0) },
            extras: extras.map { extras in Decoration.place(in: &json) { $0.object(extras) } })
        json.endArray()
        self.init(
            text: json.finish(), places: places, interactions: interactions,
            resource: Decoration.resource(of: locator.href))
    }

    /// Writes a comma and then a value; the place is that of the value alone.
    private static func place(in json: inout JSONWriter, of write: (inout JSONWriter) -> Void) -> TextPlace {
        let isFirst = json.count == 1
        let start = json.count + (isFirst ? 0 : 1)
        write(&json)
        return TextPlace(start..<json.count)
    }

    /// The resource behind a normalised href.
    static func resource(of href: String) -> String { String(Href.path(href)) }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("id")
        write(places.id, to: &json)
        json.key("locator")
        write(places.locator, to: &json)
        json.key("style")
        write(places.style, to: &json)
        if let interactions = declaredInteractions {
            json.key("interactions")
            json.beginArray()
            if interactions.contains(.activate) { json.string("activate") }
            json.endArray()
        }
        if let extras = places.extras {
            json.key("extras")
            write(extras, to: &json)
        }
        json.endObject()
    }

    func write(_ place: TextPlace, to json: inout JSONWriter) {
        withExtendedLifetime(text) { json.verbatim(bytes(at: place)) }
    }

    /// Valid for as long as this decoration, or another one from the same text, is alive.
    func bytes(at place: TextPlace) -> UnsafeBufferPointer<UInt8> { text.bytes(at: place) }

    /// About as many bytes as `write` writes, but not fewer.
    var size: Int { places.size }
}
