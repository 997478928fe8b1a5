// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The named character references of the HTML Standard, which include the entities of the XHTML 1.0 DTDs.
public enum NamedCharacterReference {
    /// The code points of a name: one or two.
    struct Entry {
        var first: UInt32
        var second: UInt32?
        /// Whether the name needs a semicolon.  HTML also recognises the oldest names without one.
        var needsSemicolon: Bool
    }

    /// - Parameter name: the text between `&` and `;`.
    public static func text(for name: UnsafeBufferPointer<UInt8>) -> String? {
        guard let entry = entry(for: name) else { return nil }
        var text = String.UnicodeScalarView()
        for value in [entry.first, entry.second] {
            if let value, let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }

    static func entry(for name: UnsafeBufferPointer<UInt8>) -> Entry? {
        frequentEntry(for: name) ?? tableEntry(for: name)
    }

    /// A shortcut for the most frequent references in books.
    private static func frequentEntry(for name: UnsafeBufferPointer<UInt8>) -> Entry? {
        guard name.count <= 4 else { return nil }
        switch name.reduce(0 as UInt32, { $0 << 8 | UInt32($1) }) {
        case 0x61_6D70: return Entry(first: 0x26, second: nil, needsSemicolon: false)  // amp
        case 0x6C74: return Entry(first: 0x3C, second: nil, needsSemicolon: false)  // lt
        case 0x6774: return Entry(first: 0x3E, second: nil, needsSemicolon: false)  // gt
        case 0x7175_6F74: return Entry(first: 0x22, second: nil, needsSemicolon: false)  // quot
        case 0x6170_6F73: return Entry(first: 0x27, second: nil, needsSemicolon: true)  // apos
        case 0x6E62_7370: return Entry(first: 0xA0, second: nil, needsSemicolon: false)  // nbsp
        default: return nil
        }
    }

    /// Binary search over the bytes of the table.  It bisects the text and moves back to the beginning of an entry, so
    /// it needs no index.
    private static func tableEntry(for name: UnsafeBufferPointer<UInt8>) -> Entry? {
        let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var low = 0
        var high = bytes.count
        while low < high {
            var start = low + (high - low) / 2
            while start > low && !isSeparator(bytes[start - 1]) { start -= 1 }
            let (order, end) = compare(name, with: bytes, at: start)
            if order == 0 { return Entry(bytes, at: end) }
            if order < 0 {
                high = start
            } else {
                low = end
                while low < high && !isSeparator(bytes[low]) { low += 1 }
                low += 1
            }
        }
        return nil
    }

    /// The longest name at the beginning of `bytes` that does not need a semicolon.
    static func longestPrefix(of bytes: UnsafeBufferPointer<UInt8>) -> (entry: Entry, length: Int)? {
        var length = min(bytes.count, longestWithoutSemicolon)
        while length >= 2 {
            let name = UnsafeBufferPointer(rebasing: bytes[0..<length])
            if let entry = entry(for: name), !entry.needsSemicolon { return (entry, length) }
            length -= 1
        }
        return nil
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

    /// Compares `name` with the name of the entry at `start`.  If they are equal, also returns the end of that name.
    private static func compare(
        _ name: UnsafeBufferPointer<UInt8>, with bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (order: Int, end: Int) {
        var position = start
        var index = 0
        while position < bytes.count {
            let byte = bytes[position]
            let ends = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
            if index == name.count { return (ends ? 0 : -1, position) }
            if ends || name[index] > byte { return (1, position) }
            if name[index] < byte { return (-1, position) }
            position += 1
            index += 1
        }
        return (1, position)
    }
}

extension NamedCharacterReference.Entry {
    /// Parses the value of an entry, such as ":1D504", "=C6" or ":2A7D+338".
    fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        needsSemicolon = bytes[start] == UInt8(ascii: ":")
        first = 0
        var value: UInt32 = 0
        for byte in bytes[(start + 1)...] {
            if let digit = ASCII.hexValue(byte) {
                value = value << 4 | UInt32(digit)
            } else if byte == UInt8(ascii: "+") {
                first = value
                second = 0
                value = 0
            } else {
                break
            }
        }
        if second == nil { first = value } else { second = value }
    }
}
