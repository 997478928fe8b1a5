// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The values of a decoration.  The text was checked when it came in, so the accessors do not fail in practice.
extension Decoration {
    /// Unique in its group.
    public var id: String {
        get throws(Failure) { try reader(places.id, "id").string() }
    }

    public var locator: Locator {
        get throws(Failure) { try Locator(reader(places.locator, "locator")) }
    }

    public var style: DecorationStyle {
        get throws(Failure) { try DecorationStyle(reader(places.style, "style")) }
    }

    public var interactions: Interactions { declaredInteractions ?? [] }

    /// Data of the host.
    public var extras: JSONObject {
        get throws(Failure) {
            guard let place = places.extras else { return JSONObject() }
            return try reader(place, "extras").object()
        }
    }

    /// Whether there may be a CFI or an XPointer in the locator, and no range.
    var mentionsCFI: Bool {
        withExtendedLifetime(text) {
            var hasCFI = false
            let bytes = bytes(at: places.locator)
            for at in bytes.indices
            where bytes[at] == UInt8(ascii: "f") || bytes[at] == UInt8(ascii: "m") || bytes[at] == UInt8(ascii: "x") {
                let rest = bytes[at...]
                // epubcfi( and partialCfi; xPointer; domRange.
                if rest.starts(with: "mRange".utf8) { return false }
                if rest.starts(with: "fi".utf8), at > 0, bytes[at - 1] | 0x20 == UInt8(ascii: "c") { hasCFI = true }
                if rest.starts(with: "xPointer".utf8) { hasCFI = true }
            }
            return hasCFI
        }
    }

    /// The same decoration in another place.
    func with(_ locator: Locator) throws(Failure) -> Decoration {
        Decoration(
            id: try id, locator: locator, style: try style, interactions: declaredInteractions,
            extras: places.extras == nil ? nil : try extras)
    }

    private func reader(_ place: TextPlace, _ name: String) throws(Failure) -> JSONReader {
        let value = try withExtendedLifetime(text) { () throws(Failure) in
            try JSONParser.parse(UnsafeRawBufferPointer(bytes(at: place)), source: "decoration")
        }
        return JSONReader(.null, source: "decoration").step(name, value)
    }
}

extension Decoration {
    /// Reads a decoration (schema `decoration`).  What its style and its locator have beyond the schema is kept.
    public init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["id", "locator", "style", "interactions", "extras"])
        let locator = try Locator(json.member("locator"))
        guard !Decoration.resource(of: locator.href).isEmpty else {
            throw try json.member("locator").member("href").failure("The href does not name a resource.")
        }
        self.init(
            id: try json.member("id").string(),
            locator: locator,
            style: try DecorationStyle(json.member("style")),
            interactions: try json.presentMember("interactions").map(Decoration.interactions),
            extras: try json.presentMember("extras").map { extras throws(Failure) in try extras.object() })
    }

    private static func interactions(_ json: JSONReader) throws(Failure) -> Interactions {
        var interactions: Interactions = []
        for element in try json.elements() {
            let name = try element.string()
            guard name == "activate" else { throw element.failure("The interaction \"\(name)\" is unknown.") }
            interactions.insert(.activate)
        }
        return interactions
    }
}

extension JSONReader {
    /// The member, or nil when it is absent or null.
    func presentMember(_ name: String) throws(Failure) -> JSONReader? {
        guard let member = try optionalMember(name), !member.value.isNull else { return nil }
        return member
    }
}
