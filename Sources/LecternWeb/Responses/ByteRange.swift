// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The first range of a `Range` header (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// `bytes=5-9`, or `bytes=5-`.
    case from(UInt64, through: UInt64?)
    /// `bytes=-5`: the last bytes.
    case last(UInt64)

    /// Parses a header.  Returns nil for headers that a server may ignore: other units, several ranges, malformed ones.
    init?(_ text: String) {
        let sides = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, String(Substring(sides[0])).asciiLowercased == "bytes" else { return nil }
        let ends = sides[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard ends.count == 2 else { return nil }
        switch (ByteRange.number(ends[0]), ByteRange.number(ends[1])) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where ends[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// Parses digits.  A number that does not fit counts as infinite.
    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(text) ?? .max
    }

    /// The range in a file of this size; nil if it does not overlap the file.
    func resolved(in size: UInt64) -> Range<UInt64>? {
        switch self {
        case .from(let first, let last):
            guard first < size else { return nil }
            return first..<(min(last ?? .max, size - 1) + 1)
        case .last(let count):
            guard count > 0, size > 0 else { return nil }
            return (size - min(count, size))..<size
        }
    }
}
