// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The order in which people expect numbered files: page 2 comes before page 10, and case does not count.
///
/// Digits are compared as one number of any length, folders level by level.  It depends on no locale, so the same archive
/// has the same order everywhere.
enum NaturalOrder {
    /// Sorts items by their paths.  Each path is looked at once, however many items there are.
    static func sorted<Item>(_ items: [Item], by path: (Item) -> String) -> [Item] {
        items.enumerated()
            .map { (place: $0.offset, key: key(of: path($0.element)), path: path($0.element)) }
            .sorted { a, b in
                if a.key != b.key { return a.key.lexicographicallyPrecedes(b.key) }
                if a.path != b.path { return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
                return a.place < b.place
            }
            .map { items[$0.place] }
    }

    private static let slash: UInt8 = 0x2F
    /// Stands for a slash: a folder comes before one whose name goes on.
    private static let endOfName: UInt8 = 1

    /// Bytes that are in the order of the bytes of other keys: letters in lower case, and before the digits of a number
    /// how many there are.
    static func key(of path: String) -> [UInt8] {
        let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
        var rest = isASCII ? path.utf8[...] : path.lowercased().utf8[...]
        var key: [UInt8] = []
        key.reserveCapacity(rest.count + 16)
        while let byte = rest.first {
            if ASCII.isDigit(byte) {
                let digits = rest.prefix(while: ASCII.isDigit)
                append(number: digits, to: &key)
                rest = rest[digits.endIndex...]
            } else {
                key.append(byte == slash ? endOfName : ASCII.lowercased(byte))
                rest = rest.dropFirst()
            }
        }
        return key
    }

    /// The lowest digit keeps numbers before letters; then comes the length, the highest byte first.
    private static func append(number digits: Substring.UTF8View, to key: inout [UInt8]) {
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        let count = UInt32(clamping: significant.count)
        key.append(UInt8(ascii: "0"))
        for shift in stride(from: 24, through: 0, by: -8) { key.append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
        key.append(contentsOf: significant)
    }
}
