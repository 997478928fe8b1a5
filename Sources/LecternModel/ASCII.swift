// SPDX-License-Identifier: BSD-3-Clause

/// ASCII classes of single bytes, which every parser here uses.
public enum ASCII {
    /// Space, tab, line feed, form feed, carriage return: the white space of XML, HTML and CSS.
    @inline(__always)
    public static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    @inline(__always)
    public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inline(__always)
    public static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    public static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// Upper case, as RFC 3986 recommends for percent-encoding.
    public static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}

extension String {
    /// Without white space at both ends.
    public var trimmed: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
            let last = bytes.lastIndex(where: { !ASCII.isSpace($0) })
        else { return "" }
        return first == bytes.startIndex && bytes.index(after: last) == bytes.endIndex
            ? self : String(self[first...last])
    }

    /// Its words: what stands between runs of white space.
    public var words: [String] {
        utf8.split(whereSeparator: ASCII.isSpace).map { String(Substring($0)) }
    }

    /// Trimmed, and with each run of white space turned into one space, as a browser would show it.
    public var collapsed: String { words.joined(separator: " ") }

    /// A to Z in lower case, every other character as it is: the case folding of media types, schemes and names in
    /// HTML, which must not depend on a language.
    public var asciiLowercased: String {
        guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
        return String(decoding: utf8.map(ASCII.lowercased), as: UTF8.self)
    }
}
