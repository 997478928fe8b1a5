// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A character reference in markup, as the tokenizer of the HTML Standard reads it: with or without semicolon, and
/// never a failure.
public struct CharacterReference {
    /// How many bytes it takes in the source, `&` included.
    public private(set) var length: Int
    /// What it stands for in UTF-8, lowest byte first: two code points at most, so eight bytes suffice.
    private var utf8: UInt64 = 0
    private var count = 0

    /// - Parameters:
    ///   - bytes: what follows, beginning with `&`.
    ///   - inAttribute: where `&copy=1` is part of a query rather than a reference.
    /// - Returns: `nil` where the ampersand stands for itself.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
        guard bytes.count >= 3 else { return nil }
        length = 0
        let begins = bytes[1] == UInt8(ascii: "#")
            ? readNumber(bytes) : readName(bytes, inAttribute: inAttribute)
        guard begins else { return nil }
    }

    public func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        withUnsafeBytes(of: utf8.littleEndian) {
            $0.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[0..<count])) }
        }
    }

    private mutating func readName(_ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool) -> Bool {
        // No name is longer than 31 letters; a longer run can still begin with one.
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
            // It stays above the last code point once it is there.
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
            end += 1
        }
        guard end > first else { return false }
        length = end < bytes.count && bytes[end] == UInt8(ascii: ";") ? end + 1 : end
        append(CharacterReference.codePoint(of: value))
        return true
    }

    /// What a number stands for: those of the C1 controls were always meant as windows-1252.
    private static func codePoint(of value: UInt32) -> UInt32 {
        switch value {
        case 0, 0xD800...0xDFFF, 0x110000...: return 0xFFFD
        case 0x80...0x9F:
            let codePoint = SingleByteEncoding.windows1252[Int(value)]
            return codePoint < 0 ? value : UInt32(codePoint)
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
