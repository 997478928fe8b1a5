// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Recognises decorations that can be kept just as they are written, which nearly all can.
///
/// It is a fast path: `Decoration.init(_: JSONReader)` reads all that it does not recognise, normalises it, and reports
/// errors.
struct DecorationScanner: ~Copyable {
    /// What a value has to be.
    enum Check {
        case id
        case href
        case mediaType
        case name
        case color
        /// The same as in the decoration that it is compared with.
        case same
    }

    private(set) var json: JSONScanner
    var resources = ResourceNames()
    /// Of decorations that were read member by member, or were like one of these.
    private var outlines: [DecorationOutline] = []
    /// The outline of the last one.
    private var recent = 0
    /// A host may write several kinds of decorations in turns, but hardly more.
    private static let mostOutlines = 4

    /// What was checked in the decoration that is being read, and where.
    private var checks: [(place: Int, check: Check)] = []
    /// The resource of the decoration that is being read.
    private var resource: UInt32 = 0

    /// - Parameter text: must be kept alive by the caller.
    /// - Returns: nil when it is not UTF-8.
    init?(_ text: ByteBuffer) {
        guard let json = JSONScanner(UnsafeRawBufferPointer(start: text.base, count: text.count)) else { return nil }
        self.json = json
    }

    /// Steps over a bracket or a comma, if it comes next.
    mutating func take(_ byte: UInt8) -> Bool { json.take(byte) }

    /// Steps over these bytes, if they come next.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        json.space()
        return json.take(bytes)
    }

    /// The byte that is looked at next.
    var at: Int { json.at }

    mutating func isAtEnd() -> Bool {
        json.space()
        return json.isAtEnd
    }

    /// Steps over any valid JSON value, which is returned.
    mutating func value() -> UnsafeBufferPointer<UInt8>? { json.value().map(json.bytes) }

    /// The decoration that comes next; with nil, nothing has been stepped over.
    @_optimize(speed)
    mutating func decoration() -> DecorationRecord? {
        json.space()
        if let found = alike() { return found }
        let start = json.at
        if let found = members() { return found }
        json.back(to: start)
        return nil
    }

    // MARK: Outlines

    @_optimize(speed)
    private mutating func alike() -> DecorationRecord? {
        for _ in outlines.indices {
            if recent >= outlines.count { recent = 0 }
            if let place = json.value(like: &outlines[recent].json) { return alike(at: place) }
            recent += 1
        }
        return nil
    }

    /// - Parameter place: of a value that has the outline that was found last.
    @_optimize(speed)
    private mutating func alike(at place: Range<Int>) -> DecorationRecord? {
        resource = outlines[recent].record.resource
        let changed = outlines[recent].json.changed & outlines[recent].checkedBits
        if changed != 0, !outlines[recent].differsInIDAlone(changed), !holds(changed, at: place.lowerBound) {
            // It has become that of a value that is no decoration.
            outlines.remove(at: recent)
            json.back(to: place.lowerBound)
            return nil
        }
        outlines[recent].update(at: place, resource: resource)
        return outlines[recent].record
    }

    /// Whether the leaves that changed are what they have to be.
    @_optimize(speed)
    private mutating func holds(_ changed: UInt64, at start: Int) -> Bool {
        let checked = outlines[recent].checked
        for leaf in checked where changed & leaf.bit != 0 {
            let place = outlines[recent].json.place(ofLeaf: leaf.number)
            let hasEscapes = outlines[recent].json.hasEscapes(inLeaf: leaf.number)
            guard holds(leaf.check, start + place.lowerBound..<start + place.upperBound, hasEscapes: hasEscapes)
            else { return false }
        }
        return true
    }

    private mutating func keepOutline(of record: DecorationRecord, at place: Range<Int>) {
        let outline = DecorationOutline(json.bytes(at: place), record, checks.map { ($0 - place.lowerBound, $1) })
        recent = min(outlines.count, DecorationScanner.mostOutlines - 1)
        if recent < outlines.count { outlines[recent] = outline } else { outlines.append(outline) }
    }

    // MARK: Members

    private mutating func members() -> DecorationRecord? {
        var id: Range<Int>?
        var locator: Range<Int>?
        var style: Range<Int>?
        var interactions: Decoration.Interactions?
        var extras: Range<Int>?
        checks.removeAll(keepingCapacity: true)
        let place = object { scanner, name in
            if scanner.json.text(at: name, is: "id") { return once(&id, scanner.id()) }
            if scanner.json.text(at: name, is: "locator") { return once(&locator, scanner.locator()) }
            if scanner.json.text(at: name, is: "style") { return once(&style, scanner.style()) }
            if scanner.json.text(at: name, is: "interactions") { return once(&interactions, scanner.interactions()) }
            if scanner.json.text(at: name, is: "extras") { return once(&extras, scanner.object()) }
            return false
        }
        guard let place, let id, let locator, let style else { return nil }
        let places = Decoration.Places(
            id: TextPlace(id), locator: TextPlace(locator), style: TextPlace(style),
            extras: extras.map { TextPlace($0) })
        let record = DecorationRecord(
            place: TextPlace(place), text: 0, resource: resource, places: places.moved(by: -place.lowerBound),
            interactions: interactions)
        keepOutline(of: record, at: place)
        return record
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

    private mutating func locator() -> Range<Int>? {
        var href: Range<Int>?
        var type: Range<Int>?
        var title: Range<Int>?
        var locations: Range<Int>?
        var quote: Range<Int>?
        let place = object { scanner, name in
            if scanner.json.text(at: name, is: "href") { return once(&href, scanner.string(.href)) }
            if scanner.json.text(at: name, is: "type") { return once(&type, scanner.string(.mediaType)) }
            if scanner.json.text(at: name, is: "title") { return once(&title, scanner.json.string()?.place) }
            if scanner.json.text(at: name, is: "locations") { return once(&locations, scanner.object()) }
            if scanner.json.text(at: name, is: "text") { return once(&quote, scanner.object()) }
            return scanner.json.value() != nil
        }
        return href == nil || type == nil ? nil : place
    }

    private mutating func style() -> Range<Int>? {
        var id: Range<Int>?
        var tint: Range<Int>?
        var isActive: Range<Int>?
        let place = object { scanner, name in
            if scanner.json.text(at: name, is: "id") { return once(&id, scanner.string(.name)) }
            if scanner.json.text(at: name, is: "tint") { return once(&tint, scanner.string(.color)) }
            if scanner.json.text(at: name, is: "isActive") { return once(&isActive, scanner.bool()) }
            return scanner.json.value() != nil
        }
        return id == nil ? nil : place
    }

    private mutating func interactions() -> Decoration.Interactions? {
        guard json.take(UInt8(ascii: "[")) else { return nil }
        if json.take(UInt8(ascii: "]")) { return [] }
        guard let name = string(.same), json.text(at: name, is: "activate") else { return nil }
        return json.take(UInt8(ascii: "]")) ? .activate : nil
    }

    /// Any object.
    private mutating func object() -> Range<Int>? {
        guard let place = json.value(), json.bytes(at: place).first == UInt8(ascii: "{") else { return nil }
        return place
    }

    private mutating func bool() -> Range<Int>? {
        guard let place = json.value() else { return nil }
        checks.append((place.lowerBound, .same))
        return json.text(at: place, is: "true") || json.text(at: place, is: "false") ? place : nil
    }

    /// With its quotes.
    private mutating func id() -> Range<Int>? {
        string(.id).map { $0.lowerBound - 1..<$0.upperBound + 1 }
    }

    private mutating func string(_ check: Check) -> Range<Int>? {
        guard let text = json.string() else { return nil }
        checks.append((text.place.lowerBound, check))
        let isRight = check == .same || holds(check, text.place, hasEscapes: text.hasEscapes)
        return isRight ? text.place : nil
    }

    // MARK: Checks

    /// - Parameter place: of a string, without its quotes.
    @_optimize(speed)
    private mutating func holds(_ check: Check, _ place: Range<Int>, hasEscapes: Bool) -> Bool {
        let text = json.bytes(at: place)
        switch check {
        case .id: return !hasEscapes
        case .href:
            guard !hasEscapes, let number = resources.number(of: text) else { return false }
            resource = number
            return true
        case .mediaType: return DecorationScanner.isMediaType(text)
        case .name: return !text.isEmpty
        case .color: return DecorationScanner.isColor(text)
        case .same: return false
        }
    }

    /// #RRGGBB or #RRGGBBAA.
    private static func isColor(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == 7 || text.count == 9, text[0] == UInt8(ascii: "#") else { return false }
        return text.dropFirst().allSatisfy { ASCII.hexValue($0) != nil }
    }

    /// Two names of lower case letters, digits and `.+-`, with a slash between them.
    private static func isMediaType(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var slashes = 0
        for byte in text {
            if byte == UInt8(ascii: "/") {
                slashes += 1
                continue
            }
            let isNameByte =
                byte &- 0x61 < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard isNameByte else { return false }
        }
        return slashes == 1 && text.first != UInt8(ascii: "/") && text.last != UInt8(ascii: "/")
    }
}

/// A member that occurs twice, or is not as expected, is left to the slow path.
private func once<T>(_ place: inout T?, _ value: T?) -> Bool {
    guard place == nil, let value else { return false }
    place = value
    return true
}
