// SPDX-License-Identifier: BSD-3-Clause

/// Steps over JSON text without making values of it, for data that is kept and passed on as the text that it is.
///
/// `JSONParser` accepts all that it accepts, and explains what is wrong with the rest.  Here a failure is nil or false,
/// and the place afterwards has no meaning.
public struct JSONScanner {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    /// The byte that is looked at next.
    public internal(set) var at = 0
    /// In the string that is being read.
    private var escapedAccents = 0

    /// Where something stands in the text.
    public typealias Place = Range<Int>

    /// A string without its quotes.  With escapes, its characters are not the bytes of the text.
    public struct Text {
        public let place: Place
        public let hasEscapes: Bool
    }

    /// - Parameter text: has to stay where it is for as long as this value is in use.
    /// - Returns: nil when it is not UTF-8, or not worth it.
    public init?(_ text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress,
            (try? UTF8Span(validating: text.assumingMemoryBound(to: UInt8.self).span)) != nil,
            StreamSafeText.contains(text.assumingMemoryBound(to: UInt8.self))
        else { return nil }
        bytes = start.assumingMemoryBound(to: UInt8.self)
        count = text.count
    }

    /// NUL behind the end: it is no token of JSON, so it never matches.
    @inline(__always)
    var current: UInt8 { at < count ? bytes[at] : 0 }

    public var isAtEnd: Bool { at == count }

    public mutating func space() {
        while current <= 0x20 {
            guard current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 else { return }
            at += 1
        }
    }

    /// Steps over white space and then over `byte`, if it stands there.
    public mutating func take(_ byte: UInt8) -> Bool {
        space()
        guard current == byte else { return false }
        at += 1
        return true
    }

    /// Steps over these bytes, if they come next.
    public mutating func take(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress, text.count <= count - at,
            SharedBytes.count(start, bytes + at, text.count) == text.count
        else { return false }
        at += text.count
        return true
    }

    /// Goes back to where it stood before.
    public mutating func back(to place: Int) { at = Swift.max(0, Swift.min(place, at)) }

    /// Whether a piece of the text is exactly this.
    public func text(at place: Place, is expected: StaticString) -> Bool {
        guard place.count == expected.utf8CodeUnitCount else { return false }
        for offset in 0..<place.count where bytes[place.lowerBound &+ offset] != expected.utf8Start[offset] {
            return false
        }
        return true
    }

    public func bytes(at place: Place) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + place.lowerBound, count: place.count)
    }

    // MARK: Values

    /// A name and the colon behind it.
    public mutating func name() -> Text? {
        guard let name = string(), take(UInt8(ascii: ":")) else { return nil }
        return name
    }

    /// Any value; with `depth`, how many levels of arrays and objects it may have.
    public mutating func value(depth: Int = 64) -> Place? {
        space()
        let start = at
        let isValue: Bool
        switch current {
        case UInt8(ascii: "\""): isValue = string() != nil
        case UInt8(ascii: "{"): isValue = container(depth: depth - 1, until: UInt8(ascii: "}"), named: true)
        case UInt8(ascii: "["): isValue = container(depth: depth - 1, until: UInt8(ascii: "]"), named: false)
        case UInt8(ascii: "t"): isValue = word("true")
        case UInt8(ascii: "f"): isValue = word("false")
        case UInt8(ascii: "n"): isValue = word("null")
        default: isValue = number()
        }
        return isValue ? start..<at : nil
    }

    private mutating func container(depth: Int, until close: UInt8, named: Bool) -> Bool {
        guard depth >= 0 else { return false }
        at += 1
        if take(close) { return true }
        repeat {
            if named && name() == nil { return false }
            guard value(depth: depth) != nil else { return false }
        } while take(UInt8(ascii: ","))
        return take(close)
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let end = at + word.utf8CodeUnitCount
        guard end <= count, text(at: at..<end, is: word) else { return false }
        at = end
        return true
    }

    private mutating func number() -> Bool {
        let start = at
        if current == UInt8(ascii: "-") { at += 1 }
        if current == UInt8(ascii: "0") {
            at += 1
        } else {
            guard digits() else { return false }
        }
        if current == UInt8(ascii: ".") {
            at += 1
            guard digits() else { return false }
        }
        // 300 digits cannot exceed a double; an exponent can.
        let isBounded = at - start <= 300 && current | 0x20 != UInt8(ascii: "e")
        return isBounded || exponent(ofNumberAt: start)
    }

    private mutating func digits() -> Bool {
        let start = at
        while ASCII.isDigit(current) { at += 1 }
        return at > start
    }

    private mutating func exponent(ofNumberAt start: Int) -> Bool {
        if current | 0x20 == UInt8(ascii: "e") {
            at += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { at += 1 }
            guard digits() else { return false }
        }
        return Double(String(decoding: bytes(at: start..<at), as: UTF8.self))?.isFinite ?? false
    }

    // MARK: Strings

    public mutating func string() -> Text? {
        space()
        guard current == UInt8(ascii: "\"") else { return nil }
        at += 1
        let start = at
        var hasEscapes = false
        escapedAccents = 0
        while true {
            at = JSONPlainRun.end(in: bytes, from: at, count: count)
            switch current {
            case UInt8(ascii: "\""):
                at += 1
                return Text(place: start..<(at - 1), hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                guard escape() else { return nil }
            default: return nil
            }
        }
    }

    private mutating func escape() -> Bool {
        at += 1
        let letter = current
        at += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return false
        }
    }

    private mutating func unicodeEscape() -> Bool {
        guard let first = fourHexDigits(), first & 0xFC00 != 0xDC00 else { return false }
        if first >= 0x300, let scalar = Unicode.Scalar(first), StreamSafeText.isCombining(scalar) {
            escapedAccents += 1
        }
        guard escapedAccents < StreamSafeText.maxRun else { return false }
        guard first & 0xFC00 == 0xD800 else { return true }
        guard current == UInt8(ascii: "\\") else { return false }
        at += 1
        guard current == UInt8(ascii: "u") else { return false }
        at += 1
        guard let second = fourHexDigits(), second & 0xFC00 == 0xDC00 else { return false }
        let value = 0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF)
        if let scalar = Unicode.Scalar(value), StreamSafeText.isCombining(scalar) { escapedAccents += 1 }
        return escapedAccents < StreamSafeText.maxRun
    }

    private mutating func fourHexDigits() -> UInt16? {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = ASCII.hexValue(current) else { return nil }
            value = value << 4 | UInt16(digit)
            at += 1
        }
        return value
    }
}
