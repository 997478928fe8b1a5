// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Where something stands in the text of decorations: half the size of a range, as there are many.
struct TextPlace: Sendable {
    /// No text is longer, so that no number here is too large.
    static let maxTextSize = 1 << 30

    private let first: UInt32
    private let length: UInt32

    init(_ range: Range<Int>) {
        first = UInt32(truncatingIfNeeded: range.lowerBound)
        length = UInt32(truncatingIfNeeded: range.count)
    }

    var start: Int { Int(first) }
    var count: Int { Int(length) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Eight bytes at a time: the standard library compares one by one.
    func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        count == other.count && sharedPrefix(with: other) == count
    }

    /// How many bytes at the beginning are the same.
    func sharedPrefix(with other: UnsafeBufferPointer<UInt8>) -> Int {
        let end = Swift.min(count, other.count)
        let a = UnsafeRawBufferPointer(self)
        let b = UnsafeRawBufferPointer(other)
        var at = 0
        while at + 8 <= end {
            let x = a.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let y = b.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            guard x == y else { break }
            at += 8
        }
        while at < end, self[at] == other[at] { at += 1 }
        return at
    }
}
