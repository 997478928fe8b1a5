// SPDX-License-Identifier: BSD-3-Clause

/// The bytes of a JSON string that stand for themselves: everything but quotes, backslashes and control characters.
enum JSONPlainRun {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Where the run that begins at `start` ends, at most at `count`; eight bytes at a time.
    @inline(__always)
    static func end(in bytes: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
        var at = start
        while at + 8 <= count {
            let word = UInt64(littleEndian: UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            // The high bit of the lowest byte that ends the run is set; those of higher bytes may be wrong.
            let ends =
                ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word)
                & (ones &* 0x80)
            guard ends == 0 else { return at + ends.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < count, isPlain(bytes[at]) { at += 1 }
        return at
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
