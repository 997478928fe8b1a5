// SPDX-License-Identifier: BSD-3-Clause

/// Writes JSON text directly into memory: members in the order of the calls, no white space, always the same bytes.
///
/// All JSON text of the library is written by this type.
public struct JSONWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    /// The number of bytes written so far.
    public private(set) var count = 0
    private var capacity: Int
    private var needsComma = false

    public init(capacity: Int = 1024) {
        self.capacity = Swift.max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Returns the text and consumes the writer.
    public consuming func finish() -> ByteBuffer {
        reserve(1)
        let buffer = ByteBuffer(adopting: base, count: count)
        discard self
        return buffer
    }

    public static func text(of value: JSON) -> ByteBuffer {
        var json = JSONWriter()
        json.value(value)
        return json.finish()
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a key that is not known at compile time; the value follows.
    public mutating func key(named key: String) {
        comma()
        quoted(key)
        byte(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key in plain ASCII that needs no escaping, such as all names in our schemas.  The overload for
    /// `String` has another name, because the compiler would prefer it for literals, and each key would be scanned
    /// for characters to escape.
    public mutating func key(_ key: StaticString) {
        comma()
        let length = key.utf8CodeUnitCount
        reserve(length + 3)
        base[count] = UInt8(ascii: "\"")
        (base + count + 1).update(from: key.utf8Start, count: length)
        base[count + length + 1] = UInt8(ascii: "\"")
        base[count + length + 2] = UInt8(ascii: ":")
        count += length + 3
        needsComma = false
    }

    // MARK: Values

    public mutating func string(_ value: String) {
        comma()
        quoted(value)
    }

    public mutating func integer(_ value: Int64) {
        comma()
        // 20 characters are enough for any Int64; digits are written from the right.
        reserve(20)
        var digits = (value < 0 ? 1 : 0)
        var rest = value.magnitude
        repeat {
            digits += 1
            rest /= 10
        } while rest > 0
        rest = value.magnitude
        var at = count + digits
        repeat {
            at -= 1
            base[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if value < 0 { base[count] = UInt8(ascii: "-") }
        count += digits
    }

    public mutating func integer(_ value: Int) { integer(Int64(value)) }

    /// Writes the shortest decimal that reads back as the same double, or null if it is not finite.
    public mutating func double(_ value: Double) {
        comma()
        guard value.isFinite else { return word("null") }
        reserve(Digits.most)
        var digits = Digits(place: base + count)
        value.write(to: &digits)
        count += digits.count
    }

    /// Receives the digits of a number without an intermediate string.
    private struct Digits: TextOutputStream {
        /// No double is longer.
        static let most = 32
        let place: UnsafeMutablePointer<UInt8>
        var count = 0

        mutating func write(_ text: String) {
            var text = text
            text.withUTF8 { _writeASCII($0) }
        }

        /// Called by the standard library when it has ASCII bytes.
        mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) {
            guard let start = text.baseAddress, text.count <= Digits.most - count else { return }
            (place + count).update(from: start, count: text.count)
            count += text.count
        }
    }

    public mutating func bool(_ value: Bool) {
        comma()
        word(value ? "true" : "false")
    }

    public mutating func null() {
        comma()
        word("null")
    }

    public mutating func value(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .double(let value): double(value)
        case .literal(let text):
            comma()
            raw(text)
        case .string(let value): string(value)
        case .array(let values):
            beginArray()
            for value in values { self.value(value) }
            endArray()
        case .object(let object): self.object(object)
        }
    }

    /// Writes a value that is already valid JSON text.
    public mutating func verbatim(_ text: UnsafeBufferPointer<UInt8>) {
        comma()
        append(text)
    }

    /// Writes the output of another writer: a value, or members without the braces around them.
    public mutating func verbatim(_ text: ByteBuffer) {
        text.withBytes { verbatim($0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// Writes the beginning of a value that a writer wrote before; the following calls continue it.
    public mutating func verbatim(beginning text: UnsafeBufferPointer<UInt8>) {
        comma()
        append(text)
        needsComma = false
    }

    public mutating func object(_ object: JSONObject) {
        beginObject()
        members(of: object)
        endObject()
    }

    /// Writes the members, without braces, into the current object.
    public mutating func members(of object: JSONObject) {
        for member in object.members {
            key(named: member.key)
            value(member.value)
        }
    }

    // MARK: Members, for the common cases

    /// Most of a manifest is written here, so the room for key and value is reserved at once.
    public mutating func member(_ name: StaticString, _ value: String) {
        var value = value
        value.withUTF8 { text in
            let nameCount = name.utf8CodeUnitCount
            reserve(nameCount + text.count + 6)
            if needsComma { put(UInt8(ascii: ",")) }
            put(UInt8(ascii: "\""))
            (base + count).update(from: name.utf8Start, count: nameCount)
            count += nameCount
            put(UInt8(ascii: "\""))
            put(UInt8(ascii: ":"))
            put(UInt8(ascii: "\""))
            if let start = text.baseAddress { characters(start, text.count) }
            byte(UInt8(ascii: "\""))
        }
        needsComma = true
    }

    /// Writes a string of valid UTF-8.
    public mutating func member(_ name: StaticString, _ text: UnsafeBufferPointer<UInt8>) {
        member(name, text, inLine: false)
    }

    /// Writes a string of valid UTF-8, with line feeds and NUL replaced by spaces.
    public mutating func member(_ name: StaticString, inLine text: UnsafeBufferPointer<UInt8>) {
        member(name, text, inLine: true)
    }

    private mutating func member(_ name: StaticString, _ text: UnsafeBufferPointer<UInt8>, inLine: Bool) {
        key(name)
        reserve(text.count + 2)
        put(UInt8(ascii: "\""))
        if let start = text.baseAddress { characters(start, text.count, inLine: inLine) }
        byte(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Omits the member if the value is nil.
    public mutating func member(_ name: StaticString, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    public mutating func member(_ name: StaticString, _ value: JSON) {
        key(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    public mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    public mutating func member(_ name: StaticString, ifPresent value: Int?) {
        if let value { member(name, value) }
    }

    public mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        double(value)
    }

    public mutating func member(_ name: StaticString, ifPresent value: Double?) {
        if let value { member(name, value) }
    }

    // MARK: Bytes

    private mutating func open(_ bracket: UInt8) {
        comma()
        byte(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        byte(bracket)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { byte(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Makes room for this many bytes, which saves memory before a long value: otherwise the room is doubled.
    @inline(__always)
    public mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let larger = Swift.max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }

    private mutating func byte(_ value: UInt8) {
        reserve(1)
        put(value)
    }

    /// Writes a byte that room has been reserved for.
    @inline(__always)
    private mutating func put(_ value: UInt8) {
        base[count] = value
        count += 1
    }

    private mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    private mutating func word(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    private mutating func quoted(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            reserve(bytes.count + 2)
            base[count] = UInt8(ascii: "\"")
            count += 1
            if let start = bytes.baseAddress { characters(start, bytes.count) }
            byte(UInt8(ascii: "\""))
        }
    }

    /// - Parameter inLine: whether line feeds and NUL are replaced by spaces.
    private mutating func characters(_ text: UnsafePointer<UInt8>, _ length: Int, inLine: Bool = false) {
        var at = 0
        while true {
            let end = JSONPlainRun.end(in: text, from: at, count: length)
            append(UnsafeBufferPointer(start: text + at, count: end - at))
            guard end < length else { return }
            if inLine && (text[end] == 0x0A || text[end] == 0) {
                byte(UInt8(ascii: " "))
            } else {
                escape(text[end])
            }
            at = end + 1
        }
    }

    private mutating func escape(_ value: UInt8) {
        byte(UInt8(ascii: "\\"))
        switch value {
        case 0x08: byte(UInt8(ascii: "b"))
        case 0x09: byte(UInt8(ascii: "t"))
        case 0x0A: byte(UInt8(ascii: "n"))
        case 0x0C: byte(UInt8(ascii: "f"))
        case 0x0D: byte(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte(value)
        default:
            word("u00")
            byte(ASCII.hexDigit(value >> 4))
            byte(ASCII.hexDigit(value & 15))
        }
    }
}
