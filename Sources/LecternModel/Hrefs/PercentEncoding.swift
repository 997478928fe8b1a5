// SPDX-License-Identifier: BSD-3-Clause

/// Percent-encoding of RFC 3986, byte by byte: no byte sequence is invalid here, so nothing can fail.
public enum PercentEncoding {
    /// Which bytes a part of a URL may hold as they are.
    public struct Allowed: Sendable {
        private let low: UInt64
        private let high: UInt64

        init(_ punctuation: StaticString) {
            var low: UInt64 = 0
            var high: UInt64 = 0
            func insert(_ byte: UInt8) {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
            for byte in UInt8(0)..<128 where ASCII.isLetter(byte) || ASCII.isDigit(byte) { insert(byte) }
            for index in 0..<punctuation.utf8CodeUnitCount { insert(punctuation.utf8Start[index] & 127) }
            self.low = low
            self.high = high
        }

        @inline(__always)
        public func contains(_ byte: UInt8) -> Bool {
            byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte & 63) & 1 == 1
        }

        public static let path = Allowed("-._~!$&'()*+,;=:@/")
        public static let query = Allowed("-._~!$&'()*+,;=:@/?")
        static let unreserved = Allowed("-._~")
        /// Browsers leave the brackets of fragments alone, and EPUB's CFIs are full of them.
        public static let fragment = Allowed("-._~!$&'()*+,;=:@/?[]")
        /// User, host and port; the brackets of an IPv6 address.
        public static let authority = Allowed("-._~!$&'()*+,;=:@[]")
        /// All characters that a URL may have, for URLs that are only passed on.
        public static let url = Allowed("-._~!$&'()*+,;=:@/?#[]")
    }

    /// Decodes the escapes of characters in `allowed`, encodes characters outside of it, and keeps the rest: so two
    /// spellings of the same path become one.  A `%` that begins no escape is itself encoded.
    static func normalize(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowed: Allowed, into out: inout [UInt8], decode: Bool
    ) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "%") else {
                append(byte, allowed, to: &out)
                continue
            }
            guard index + 1 < bytes.count, let high = ASCII.hexValue(bytes[index]),
                let low = ASCII.hexValue(bytes[index + 1])
            else {
                append(byte, allowed, to: &out)
                continue
            }
            let value = high << 4 | low
            if decode && allowed.contains(value) {
                out.append(value)
            } else if decode {
                encode(value, to: &out)
            } else {
                out.append(contentsOf: bytes[(index - 1)...(index + 1)])
            }
            index += 2
        }
    }

    /// The same for a text whose escapes stay as they are.
    static func normalize(_ text: String, _ allowed: Allowed, into out: inout [UInt8]) {
        var text = text
        text.withUTF8 { normalize($0, allowed, into: &out, decode: false) }
    }

    private static func append(_ byte: UInt8, _ allowed: Allowed, to out: inout [UInt8]) {
        if allowed.contains(byte) { out.append(byte) } else { encode(byte, to: &out) }
    }

    private static func encode(_ byte: UInt8, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "%"))
        out.append(ASCII.hexDigit(byte >> 4))
        out.append(ASCII.hexDigit(byte & 15))
    }

    /// The decoded text; nil if it is not UTF-8, or cannot be the name of a file.
    public static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let escape = rest.prefix(2)
            if byte == UInt8(ascii: "%"), escape.count == 2, let high = escape.first.flatMap(ASCII.hexValue),
                let low = escape.last.flatMap(ASCII.hexValue)
            {
                out.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                out.append(byte)
            }
        }
        return String(validating: out, as: UTF8.self).flatMap { StreamSafeText.contains($0) ? $0 : nil }
    }

    /// A decoded path, such as the name of a file, as it stands in a URL; a name in front that could be taken for a
    /// scheme has its colon encoded.
    public static func encodedPath(_ path: String) -> String {
        var path = path
        let encoded = path.withUTF8 { bytes -> String? in
            var escapes = 0
            for byte in bytes where !Allowed.path.contains(byte) { escapes += 1 }
            if escapes == 0 { return nil }
            return String(unsafeUninitializedCapacity: bytes.count + 2 * escapes) { out in
                var count = 0
                for byte in bytes {
                    if Allowed.path.contains(byte) {
                        out[count] = byte
                        count += 1
                    } else {
                        out[count] = UInt8(ascii: "%")
                        out[count + 1] = ASCII.hexDigit(byte >> 4)
                        out[count + 2] = ASCII.hexDigit(byte & 15)
                        count += 3
                    }
                }
                return count
            }
        }
        return colonEncoded(encoded ?? path)
    }

    /// An encoded relative path whose first name cannot be taken for a scheme: there its colon is an escape.
    static func colonEncoded(_ path: String) -> String {
        var path = path
        guard path.withUTF8({ $0.contains(UInt8(ascii: ":")) }), let colon = Href.colonOfScheme(path) else {
            return path
        }
        let place = path.utf8.index(path.startIndex, offsetBy: colon)
        return String(path[..<place]) + "%3A" + String(path[path.utf8.index(after: place)...])
    }

    /// The text with all characters encoded that are not in `allowed`.
    static func encode(_ text: some StringProtocol, _ allowed: Allowed, into out: inout [UInt8]) {
        for byte in text.utf8 { append(byte, allowed, to: &out) }
    }
}
