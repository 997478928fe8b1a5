// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Natural sort order for numbered files: page 2 comes before page 10, and case is ignored.
///
/// Sequences of digits are compared as numbers of any length, and paths component by component.  The order does not
/// depend on the locale, so an archive has the same order everywhere.
public enum NaturalOrder {
    /// Sorts items by their paths.  The key of each path is computed only once.
    public static func sorted<Item>(_ items: [Item], by path: (Item) -> String) -> [Item] {
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
    /// Stands for a slash, so that a folder comes before a name that it is a prefix of.
    private static let endOfName: UInt8 = 1

    /// A key that can be compared byte by byte.  Letters are in lower case, and numbers are preceded by their number of
    /// digits.
    static func key(of path: String) -> [UInt8] {
        let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
        var path = isASCII ? path : path.lowercased()
        return path.withUTF8 { key(of: $0) }
    }

    private static func key(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(bytes.count + 16)
        var place = 0
        while place < bytes.count {
            let start = place
            while place < bytes.count, ASCII.isDigit(bytes[place]) { place += 1 }
            if place > start {
                append(number: bytes[start..<place], to: &key)
            } else {
                key.append(bytes[place] == slash ? endOfName : ASCII.lowercased(bytes[place]))
                place += 1
            }
        }
        return key
    }

    /// Appends a number.  It begins with the lowest digit, which sorts numbers before letters, and the length, highest
    /// byte first.
    private static func append(number digits: Slice<UnsafeBufferPointer<UInt8>>, to key: inout [UInt8]) {
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        let count = UInt32(clamping: significant.count)
        key.append(UInt8(ascii: "0"))
        for shift in stride(from: 24, through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: count >> UInt32(shift)))
        }
        key.append(contentsOf: significant)
    }
}
