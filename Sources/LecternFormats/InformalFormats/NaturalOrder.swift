// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Natural sort order for numbered files: page 2 comes before page 10, and case is ignored.
///
/// Sequences of digits, of any script and width, are compared as numbers of any length, and paths component by component.
/// A name comes before longer ones that begin with it: "p 1.jpg" before "p 1 (2).jpg".  The order does not depend on the
/// locale, so an archive has the same order everywhere.
public enum NaturalOrder {
    /// Sorts items by their paths.  The key of each path is computed only once; all of them are in one array.
    public static func sorted<Item>(_ items: [Item], by path: (Item) -> String) -> [Item] {
        var keys: [UInt8] = []
        keys.reserveCapacity(items.count * 32)
        var rows: [(key: Range<Int>, place: Int)] = []
        rows.reserveCapacity(items.count)
        for place in items.indices {
            let start = keys.count
            append(keyOf: path(items[place]), to: &keys)
            rows.append((start..<keys.count, place))
        }
        keys.withUnsafeBufferPointer { keys in
            rows.sort { a, b in
                if let isBefore = precedes(keys, a.key, b.key) { return isBefore }
                let (one, other) = (path(items[a.place]), path(items[b.place]))
                if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
                return a.place < b.place
            }
        }
        return rows.map { items[$0.place] }
    }

    /// nil if they are equal.
    private static func precedes(_ keys: UnsafeBufferPointer<UInt8>, _ a: Range<Int>, _ b: Range<Int>) -> Bool? {
        for offset in 0..<min(a.count, b.count) {
            let (one, other) = (keys[a.lowerBound + offset], keys[b.lowerBound + offset])
            if one != other { return one < other }
        }
        return a.count == b.count ? nil : a.count < b.count
    }

    private static let slash: UInt8 = 0x2F
    /// Stands for a slash, so that a folder comes before a name that it is a prefix of.
    private static let endOfName: UInt8 = 1
    /// Stands for the dot before the extension of a file.
    private static let beginOfExtension: UInt8 = 2

    /// A key that can be compared byte by byte.  Letters are in lower case, and numbers are preceded by their number of
    /// digits.
    private static func append(keyOf path: String, to keys: inout [UInt8]) {
        var path = path
        if !path.withUTF8({ $0.allSatisfy { $0 < 0x80 } }) { path = withPlainDigits(path.lowercased()) }
        path.withUTF8 { append(keyOf: $0, to: &keys) }
    }

    private static func withPlainDigits(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isDigit = scalar.value >= 0x80 && scalar.properties.numericType == .decimal
            let value = isDigit ? scalar.properties.numericValue.flatMap(UInt8.init(exactly:)) : nil
            plain.append(value.map { Unicode.Scalar(UInt8(ascii: "0") &+ $0) } ?? scalar)
        }
        return String(plain)
    }

    /// The place of the dot before the extension: the last one of a name, before a few letters and digits.
    private static func dotOfExtension(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let dot = bytes.lastIndex(where: { !ASCII.isLetter($0) && !ASCII.isDigit($0) }),
            bytes[dot] == UInt8(ascii: "."), 1...5 ~= bytes.count - dot - 1
        else { return nil }
        return dot
    }

    private static func append(keyOf bytes: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        let dot = dotOfExtension(bytes)
        var place = 0
        while place < bytes.count {
            let start = place
            while place < bytes.count, ASCII.isDigit(bytes[place]) { place += 1 }
            if place > start {
                append(number: bytes[start..<place], to: &key)
            } else {
                key.append(
                    place == dot
                        ? beginOfExtension : bytes[place] == slash ? endOfName : ASCII.lowercased(bytes[place]))
                place += 1
            }
        }
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
