// SPDX-License-Identifier: BSD-3-Clause

/// Searches text for certain bytes, many bytes at a time.
///
/// Bytes are compared within words: in `(x - 1) & ~x`, the lowest top bit that is set belongs to the lowest zero byte.
/// Comparing SIMD vectors of bytes would be equivalent, but Swift only compiles this form to vector instructions.
public enum ByteSearch {
    @usableFromInline typealias Words = SIMD4<UInt64>

    @inlinable static var tops: UInt64 { 0x8080_8080_8080_8080 }

    @inlinable @inline(__always)
    static func word(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    @inlinable @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

    @inlinable @inline(__always)
    static func zeros(_ words: Words) -> Words {
        (words &- Words(repeating: 0x0101_0101_0101_0101)) & ~words
    }

    /// The first `wanted` byte at or after `start`, or `end`.
    @inlinable @inline(__always)
    public static func first(
        _ wanted: UInt8, in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
    ) -> Int {
        first(
            in: bytes, from: start, to: end, inWords: { zeros($0 ^ Words(repeating: word(wanted))) },
            inWord: { zeros($0 ^ word(wanted)) }, is: { $0 == wanted })
    }

    /// The first byte at or after `start` that is not greater than a space, or `end`.
    @inlinable @inline(__always)
    public static func firstBlank(in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        nearby(
            in: bytes, from: start, to: end, inWord: { ($0 &- word(0x21)) & ~$0 }, is: { $0 <= 0x20 })
    }

    /// The first byte at or after `start` that is one of two or not ASCII, or `end`.
    @inlinable @inline(__always)
    public static func first(
        _ a: UInt8, or b: UInt8, in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
    ) -> Int {
        nearby(
            in: bytes, from: start, to: end, inWord: { zeros($0 ^ word(a)) | zeros($0 ^ word(b)) | $0 },
            is: { $0 == a || $0 == b || $0 >= 0x80 })
    }

    /// The first byte at or after `start` that must be rewritten in text (an ampersand, a carriage return or NUL), or
    /// `end`.
    @inlinable @inline(__always)
    public static func firstToRewrite(in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        let ampersand = word(UInt8(ascii: "&"))
        let carriageReturn = word(0x0D)
        return first(
            in: bytes, from: start, to: end,
            inWords: {
                zeros($0) | zeros($0 ^ Words(repeating: ampersand)) | zeros($0 ^ Words(repeating: carriageReturn))
            },
            inWord: { zeros($0) | zeros($0 ^ ampersand) | zeros($0 ^ carriageReturn) }, is: mustBeRewritten)
    }

    @inlinable @inline(__always)
    public static func mustBeRewritten(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == 0x0D || byte == 0 }

    /// The first byte that is not ASCII.
    @inlinable @inline(__always)
    public static func firstNonASCII(in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        first(in: bytes, from: start, to: end, inWords: { $0 }, inWord: { $0 }, is: { $0 >= 0x80 })
    }

    /// Searches 32 bytes at a time, then 8, then one.  `inWords` and `inWord` set the top bits of the matching bytes.
    @inlinable @inline(__always)
    static func first(
        in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int,
        inWords: (Words) -> Words, inWord: (UInt64) -> UInt64, is isWanted: (UInt8) -> Bool
    ) -> Int {
        let raw = UnsafeRawPointer(bytes)
        var position = start
        while end - position >= 32 {
            let hits = inWords(raw.loadUnaligned(fromByteOffset: position, as: Words.self))
            if (hits[0] | hits[1] | hits[2] | hits[3]) & tops != 0 { break }
            position += 32
        }
        return nearby(in: bytes, from: position, to: end, inWord: inWord, is: isWanted)
    }

    /// Same result, for bytes that are usually found within a few words.
    @inlinable @inline(__always)
    static func nearby(
        in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, inWord: (UInt64) -> UInt64,
        is isWanted: (UInt8) -> Bool
    ) -> Int {
        let raw = UnsafeRawPointer(bytes)
        var position = start
        while end - position >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let hits = inWord(word) & tops
            if hits != 0 { return position + hits.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < end && !isWanted(bytes[position]) { position += 1 }
        return position
    }
}
