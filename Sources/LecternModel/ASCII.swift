// SPDX-License-Identifier: BSD-3-Clause

/// ASCII character classes, tested on single bytes.
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

    /// Returns the digit in upper case, as RFC 3986 recommends for percent-encoding.
    public static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}

extension String {
    /// The string without leading and trailing white space.
    public var trimmed: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
            let last = bytes.lastIndex(where: { !ASCII.isSpace($0) })
        else { return "" }
        return first == bytes.startIndex && bytes.index(after: last) == bytes.endIndex
            ? self : String(self[first...last])
    }

    /// The words of the string, separated by white space.
    public var words: [String] {
        utf8.split(whereSeparator: ASCII.isSpace).map { String(Substring($0)) }
    }

    /// The string trimmed, with each run of white space collapsed into one space, as a browser would render it.
    public var collapsed: String { words.joined(separator: " ") }

    /// The string with A to Z in lower case and all other characters unchanged: the locale-independent case folding
    /// of media types, schemes and HTML names.
    public var asciiLowercased: String {
        guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
        return String(decoding: utf8.map(ASCII.lowercased), as: UTF8.self)
    }
}
