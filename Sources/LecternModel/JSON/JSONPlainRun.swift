// SPDX-License-Identifier: BSD-3-Clause

/// Finds runs of unescaped bytes in JSON strings: everything but quotes, backslashes and control characters.
enum JSONPlainRun {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns the end of the run that begins at `start`, at most `count`.  Scans eight bytes at a time.
    @inline(__always)
    static func end(in bytes: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
        var at = start
        while at + 8 <= count {
            let ends = ends(in: word(bytes + at))
            guard ends == 0 else { return at + ends.trailingZeroBitCount / 8 }
            at += 8
        }
        // Scan the last bytes together with those before them.
        if count - start >= 8, ends(in: word(bytes + count - 8)) == 0 { return count }
        while at < count, isPlain(bytes[at]) { at += 1 }
        return at
    }

    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// Sets the high bit of the first byte that ends a run; the bits of later bytes may be wrong.
    @inline(__always)
    private static func ends(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* 0x22)
        let slashes = word ^ (ones &* 0x5C)
        return ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word)
            & (ones &* 0x80)
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
