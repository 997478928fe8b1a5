// SPDX-License-Identifier: BSD-3-Clause

/// Decodes single scalars anywhere in a UTF-8 text.  A byte that is not part of a valid sequence counts as U+FFFD.
public enum UTF8Scalar {
    /// Returns the scalar that begins at `offset`, and its length in bytes; nil at the end.
    @inlinable @inline(__always)
    public static func decode(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> (
        scalar: Unicode.Scalar, count: Int
    )? {
        guard offset >= 0, offset < text.count else { return nil }
        let lead = text[offset]
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        return decodeLong(text, at: offset)
    }

    @usableFromInline
    static func decodeLong(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> (scalar: Unicode.Scalar, count: Int) {
        let lead = text[offset]
        let length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1
        guard length > 1, text.count - offset >= length else { return ("\u{FFFD}", 1) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for byte in text[offset + 1..<offset + length] {
            guard isContinuation(byte) else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
        return (scalar, length)
    }

    /// Returns the scalar that ends at `offset`, and its length in bytes; nil at the beginning.
    public static func decode(
        _ text: UnsafeBufferPointer<UInt8>, before offset: Int
    ) -> (scalar: Unicode.Scalar, count: Int)? {
        guard offset > 0, offset <= text.count else { return nil }
        var start = offset - 1
        while start > 0, offset - start < 4, isContinuation(text[start]) { start -= 1 }
        guard let found = decode(text, at: start), start + found.count == offset else { return ("\u{FFFD}", 1) }
        return found
    }

    /// Returns the length of the text in UTF-16 code units, in which toolkits measure progressions.
    @inlinable
    public static func utf16Count(_ text: some Sequence<UInt8>) -> Int {
        text.withContiguousStorageIfAvailable(utf16Count(ofBytes:)) ?? Array(text).withUnsafeBufferPointer(utf16Count)
    }

    @usableFromInline
    static func utf16Count(ofBytes text: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        var at = 0
        let bytes = UnsafeRawBufferPointer(text)
        while at < text.count {
            if text.count - at >= 8, bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) & nonASCII == 0 {
                count += 8
                at += 8
            } else {
                count += isContinuation(text[at]) ? 0 : text[at] >= 0xF0 ? 2 : 1
                at += 1
            }
        }
        return count
    }

    /// The high bits of eight bytes, which are zero in ASCII.
    private static let nonASCII: UInt64 = 0x8080_8080_8080_8080

    @inlinable
    public static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Whether a scalar is Unicode white space, which includes the no-break space and the ideographic space.
    @inlinable @inline(__always)
    public static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? scalar.value == 0x20 || scalar.value &- 9 < 5 : scalar.properties.isWhitespace
    }

    /// Whether a scalar has no width and is not a letter, such as the soft hyphen and zero-width spaces and marks.
    public static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF: true
        default: false
        }
    }
}
