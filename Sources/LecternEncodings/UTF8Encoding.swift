// SPDX-License-Identifier: BSD-3-Clause

/// Encodes and validates UTF-8.
public enum UTF8Encoding {
    /// U+FFFD, the replacement for invalid sequences.
    public static let replacement: StaticString = "\u{FFFD}"

    /// Passes the bytes of a code point to `emit`.  A surrogate or a number beyond Unicode becomes U+FFFD.
    @inlinable @inline(__always)
    public static func encode(_ codePoint: UInt32, _ emit: (UInt8) -> Void) {
        let value = codePoint > 0x10FFFF || codePoint & 0xFFFF_F800 == 0xD800 ? 0xFFFD : codePoint
        if value < 0x80 {
            emit(UInt8(truncatingIfNeeded: value))
            return
        }
        if value < 0x800 {
            emit(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
        } else {
            if value < 0x10000 {
                emit(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
            } else {
                emit(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
                emit(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
            }
            emit(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
        }
        emit(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    }

    /// The first position from `start` on where `bytes` is not valid UTF-8, or the count if there is none.
    public static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let count = bytes.count
        var position = start
        while position < count {
            position = ByteSearch.firstNonASCII(in: base, from: position, to: count)
            // Text in non-Latin scripts stays in this loop for whole words.
            while position < count && base[position] >= 0x80 {
                let length = sequenceLength(base + position, count - position)
                if length <= 0 { return position }
                position += length
            }
        }
        return count
    }

    /// The length of the valid sequence at `bytes`.  If there is none, the negated number of bytes that one U+FFFD
    /// replaces: the longest prefix of a valid sequence, and at least one byte.
    @inlinable @inline(__always)
    public static func sequenceLength(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let lead = bytes[0]
        if lead < 0x80 { return 1 }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead >= 0xC2 && lead <= 0xF4, count > 1 else { return -1 }
        // The range of the second byte excludes surrogates, overlong forms, and numbers beyond Unicode.
        let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard bytes[1] >= low && bytes[1] <= high else { return -1 }
        var index = 2
        while index < length {
            guard index < count, bytes[index] & 0xC0 == 0x80 else { return -index }
            index += 1
        }
        return length
    }
}
