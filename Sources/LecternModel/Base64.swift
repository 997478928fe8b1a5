// SPDX-License-Identifier: BSD-3-Clause

/// Base64 (RFC 4648, 4).
public enum Base64 {
    /// Encodes a multiple of three bytes as lines of 76 characters.
    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + bytes.count / 57 + 1)
        for start in stride(from: 0, to: bytes.count - 2, by: 3) {
            let bits = UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
            for shift in [18, 12, 6, 0] as [UInt32] { text.append(alphabet[Int(bits >> shift & 63)]) }
            if start % 57 == 54 { text.append(0x0A) }
        }
        if text.last != 0x0A { text.append(0x0A) }
        return text
    }

    /// Ignores white space.
    public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var isPadded = false
        for byte in text where !ASCII.isSpace(byte) {
            if byte == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let value = value(byte) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return count < 6 ? bytes : nil
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - 65)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - 97 + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - 48 + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
