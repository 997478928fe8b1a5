// SPDX-License-Identifier: BSD-3-Clause

/// Percent-encoding of RFC 3986, byte by byte: every byte sequence is accepted, so encoding cannot fail.
public enum PercentEncoding {
    /// The bytes that a component of a URL may contain unescaped.
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
        /// Browsers leave brackets in fragments alone, and the CFIs of EPUB are full of them.
        public static let fragment = Allowed("-._~!$&'()*+,;=:@/?[]")
        /// User, host and port, including the brackets of an IPv6 address.
        public static let authority = Allowed("-._~!$&'()*+,;=:@[]")
        /// All characters that are valid in URLs, for URLs that are only passed on.
        public static let url = Allowed("-._~!$&'()*+,;=:@/?#[]")
    }

    /// Decodes the escapes of characters in `allowed`, encodes all characters outside of it, and keeps the rest, so
    /// that all spellings of a path become the same.  A `%` that does not begin an escape is encoded.
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

    /// Encodes the characters outside of `allowed` and keeps existing escapes.
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

    /// Returns the decoded text, or nil if it is not UTF-8 or not a valid file name.
    public static func decoded(_ text: Substring) -> String? {
        var text = text
        guard let bytes = text.withUTF8(decodedBytes) else { return String(text) }
        return String(validating: bytes, as: UTF8.self).flatMap { StreamSafeText.contains($0) ? $0 : nil }
    }

    /// Returns nil if there is no `%`, as in most texts.
    private static func decodedBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard bytes.contains(UInt8(ascii: "%")) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), bytes.count - index > 2,
                let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }

    /// Encodes a decoded path, such as a file name, for use in a URL. If the first segment looks like a scheme, its
    /// colon is encoded.
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

    /// Encodes the colon of a relative path whose first segment looks like a scheme.
    static func colonEncoded(_ path: String) -> String {
        var path = path
        guard path.withUTF8({ $0.contains(UInt8(ascii: ":")) }), let colon = Href.colonOfScheme(path) else {
            return path
        }
        let place = path.utf8.index(path.startIndex, offsetBy: colon)
        return String(path[..<place]) + "%3A" + String(path[path.utf8.index(after: place)...])
    }

    /// Appends the text with all characters outside of `allowed` encoded.
    static func encode(_ text: some StringProtocol, _ allowed: Allowed, into out: inout [UInt8]) {
        for byte in text.utf8 { append(byte, allowed, to: &out) }
    }
}
