// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Recognises decorations that can be kept just as they are written, which nearly all can.
///
/// It is a fast path: `Decoration.init(_: JSONReader)` reads all that it does not recognise, normalises it, and reports
/// errors.
struct DecorationScanner {
    private var json: JSONScanner
    private let text: ByteBuffer
    private var resources: ResourceNames

    /// - Parameter text: must be kept alive by the caller.
    /// - Returns: nil when it is not UTF-8.
    init?(_ text: ByteBuffer) {
        guard let json = JSONScanner(UnsafeRawBufferPointer(start: text.base, count: text.count)) else { return nil }
        self.json = json
        self.text = text
        resources = ResourceNames()
    }

    /// Steps over a bracket or a comma, if it comes next.
    mutating func take(_ byte: UInt8) -> Bool { json.take(byte) }

    mutating func isAtEnd() -> Bool {
        json.space()
        return json.isAtEnd
    }

    /// Steps over any valid JSON value, which is returned.
    mutating func value() -> UnsafeBufferPointer<UInt8>? { json.value().map(json.bytes) }

    /// The decoration that comes next; with nil, nothing has been stepped over.
    mutating func decoration() -> Decoration? {
        let start = json.at
        if let found = members() { return found }
        json.back(to: start)
        return nil
    }

    private mutating func members() -> Decoration? {
        var id: Range<Int>?
        var locator: (place: Range<Int>, resource: String)?
        var style: Range<Int>?
        var interactions: Decoration.Interactions?
        var extras: Range<Int>?
        let place = object { scanner, name in
            if scanner.json.text(at: name, is: "id") { return once(&id, scanner.plainString()) }
            if scanner.json.text(at: name, is: "locator") { return once(&locator, scanner.locator()) }
            if scanner.json.text(at: name, is: "style") { return once(&style, scanner.style()) }
            if scanner.json.text(at: name, is: "interactions") { return once(&interactions, scanner.interactions()) }
            if scanner.json.text(at: name, is: "extras") { return once(&extras, scanner.object()) }
            return false
        }
        guard place != nil, let id, let locator, let style else { return nil }
        let places = Decoration.Places(
            id: TextPlace(id), locator: TextPlace(locator.place), style: TextPlace(style),
            extras: extras.map { TextPlace($0) })
        return Decoration(text: text, places: places, interactions: interactions, resource: locator.resource)
    }

    /// Steps over an object, and hands over the names of its members; `member` steps over their values.
    private mutating func object(_ member: (inout DecorationScanner, Range<Int>) -> Bool) -> Range<Int>? {
        guard json.take(UInt8(ascii: "{")) else { return nil }
        let start = json.at - 1
        repeat {
            guard let name = json.name(), !name.hasEscapes, member(&self, name.place) else { return nil }
        } while json.take(UInt8(ascii: ","))
        return json.take(UInt8(ascii: "}")) ? start..<json.at : nil
    }

    // MARK: Members

    private mutating func locator() -> (place: Range<Int>, resource: String)? {
        var resource: String?
        var type: Range<Int>?
        var title: Range<Int>?
        var locations: Range<Int>?
        var quote: Range<Int>?
        let place = object { scanner, name in
            if scanner.json.text(at: name, is: "href") { return once(&resource, scanner.resource()) }
            if scanner.json.text(at: name, is: "type") { return once(&type, scanner.mediaType()) }
            if scanner.json.text(at: name, is: "title") { return once(&title, scanner.json.string()?.place) }
            if scanner.json.text(at: name, is: "locations") { return once(&locations, scanner.object()) }
            if scanner.json.text(at: name, is: "text") { return once(&quote, scanner.object()) }
            return scanner.json.value() != nil
        }
        guard let place, let resource, type != nil else { return nil }
        return (place, resource)
    }

    private mutating func style() -> Range<Int>? {
        var id: Range<Int>?
        var tint: Range<Int>?
        var isActive: Range<Int>?
        let place = object { scanner, name in
            if scanner.json.text(at: name, is: "id") { return once(&id, scanner.json.string()?.place) }
            if scanner.json.text(at: name, is: "tint") { return once(&tint, scanner.color()) }
            if scanner.json.text(at: name, is: "isActive") { return once(&isActive, scanner.bool()) }
            return scanner.json.value() != nil
        }
        return id?.isEmpty ?? true ? nil : place
    }

    private mutating func interactions() -> Decoration.Interactions? {
        guard json.take(UInt8(ascii: "[")) else { return nil }
        if json.take(UInt8(ascii: "]")) { return [] }
        guard let name = json.string(), json.text(at: name.place, is: "activate") else { return nil }
        return json.take(UInt8(ascii: "]")) ? .activate : nil
    }

    /// Any object.
    private mutating func object() -> Range<Int>? {
        guard let place = json.value(), json.bytes(at: place).first == UInt8(ascii: "{") else { return nil }
        return place
    }

    private mutating func bool() -> Range<Int>? {
        guard let place = json.value() else { return nil }
        return json.text(at: place, is: "true") || json.text(at: place, is: "false") ? place : nil
    }

    // MARK: Strings

    /// A string without escapes, quotes included.
    private mutating func plainString() -> Range<Int>? {
        guard let string = json.string(), !string.hasEscapes else { return nil }
        return (string.place.lowerBound - 1)..<(string.place.upperBound + 1)
    }

    /// A normalised href.
    private mutating func resource() -> String? {
        guard let href = json.string(), !href.hasEscapes else { return nil }
        return resources.resource(of: json.bytes(at: href.place))
    }

    /// #RRGGBB or #RRGGBBAA.
    private mutating func color() -> Range<Int>? {
        guard let string = json.string(), string.place.count == 7 || string.place.count == 9 else { return nil }
        for (index, byte) in json.bytes(at: string.place).enumerated() {
            guard index == 0 ? byte == UInt8(ascii: "#") : ASCII.hexValue(byte) != nil else { return nil }
        }
        return string.place
    }

    /// Two names of lower case letters, digits and `.+-`, with a slash between them.
    private mutating func mediaType() -> Range<Int>? {
        guard let string = json.string() else { return nil }
        let bytes = json.bytes(at: string.place)
        var slashes = 0
        for byte in bytes {
            if byte == UInt8(ascii: "/") {
                slashes += 1
                continue
            }
            let isNameByte =
                byte &- 0x61 < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard isNameByte else { return nil }
        }
        let isType = slashes == 1 && bytes.first != UInt8(ascii: "/") && bytes.last != UInt8(ascii: "/")
        return isType ? string.place : nil
    }
}

/// A member that occurs twice, or is not as expected, is left to the slow path.
private func once<T>(_ place: inout T?, _ value: T?) -> Bool {
    guard place == nil, let value else { return false }
    place = value
    return true
}
