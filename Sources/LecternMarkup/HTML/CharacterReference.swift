// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// A character reference, parsed by the rules of the HTML Standard: the semicolon may be missing, and errors are
/// tolerated.
public struct CharacterReference {
    /// The length in the source, including `&`.
    public private(set) var length: Int
    /// The characters in UTF-8, lowest byte first.  A reference expands to at most two code points, so eight bytes
    /// suffice.
    private var utf8: UInt64 = 0
    private var count = 0

    /// - Parameters:
    ///   - bytes: the source, beginning with `&`.
    ///   - inAttribute: whether this is an attribute value, where `&copy=1` is part of a query and not a reference.
    /// - Returns: nil if the ampersand is a literal character.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
        guard bytes.count >= 3 else { return nil }
        length = 0
        let begins =
            bytes[1] == UInt8(ascii: "#")
            ? readNumber(bytes) : readName(bytes, inAttribute: inAttribute)
        guard begins else { return nil }
    }

    public func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        withUnsafeBytes(of: utf8.littleEndian) {
            $0.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[0..<count])) }
        }
    }

    private mutating func readName(_ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool) -> Bool {
        // The longest name has 31 letters, but a longer run may still begin with a name.
        let most = min(bytes.count, 40)
        var end = 1
        while end < most && (ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end])) { end += 1 }
        let name = UnsafeBufferPointer(rebasing: bytes[1..<end])
        if end < bytes.count && bytes[end] == UInt8(ascii: ";"), let entry = NamedCharacterReference.entry(for: name) {
            length = end + 1
            append(entry)
            return true
        }
        guard let (entry, count) = NamedCharacterReference.longestPrefix(of: name) else { return false }
        length = count + 1
        if inAttribute && length < bytes.count {
            let next = bytes[length]
            if next == UInt8(ascii: "=") || ASCII.isLetter(next) || ASCII.isDigit(next) { return false }
        }
        append(entry)
        return true
    }

    private mutating func readNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let isHexadecimal = bytes[2] | 0x20 == UInt8(ascii: "x")
        let first = isHexadecimal ? 3 : 2
        var end = first
        var value: UInt32 = 0
        while end < bytes.count, let digit = ASCII.hexValue(bytes[end]), isHexadecimal || digit < 10 {
            // Clamped just above the last code point, so that this cannot overflow.
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
            end += 1
        }
        guard end > first else { return false }
        length = end < bytes.count && bytes[end] == UInt8(ascii: ";") ? end + 1 : end
        append(CharacterReference.codePoint(of: value))
        return true
    }

    /// The code point for a number.  C1 controls are mapped as in windows-1252.
    private static func codePoint(of value: UInt32) -> UInt32 {
        switch value {
        case 0, 0xD800...0xDFFF, 0x110000...: return 0xFFFD
        case 0x80...0x9F: return UInt32(SingleByteEncoding.windows1252[Int(value)])
        default: return value
        }
    }

    private mutating func append(_ entry: NamedCharacterReference.Entry) {
        append(entry.first)
        if let second = entry.second { append(second) }
    }

    private mutating func append(_ codePoint: UInt32) {
        UTF8Encoding.encode(codePoint) { byte in
            utf8 |= UInt64(byte) << UInt64(count * 8)
            count += 1
        }
    }
}
