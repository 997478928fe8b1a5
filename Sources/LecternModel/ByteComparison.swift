// SPDX-License-Identifier: BSD-3-Clause

extension UnsafeBufferPointer<UInt8> {
    /// Eight bytes at a time: the standard library compares one by one.
    public func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        count == other.count && sharedPrefix(with: other) == count
    }

    /// How many bytes at the beginning are the same.
    public func sharedPrefix(with other: UnsafeBufferPointer<UInt8>) -> Int {
        guard let a = baseAddress, let b = other.baseAddress else { return 0 }
        return SharedBytes.count(a, b, Swift.min(count, other.count))
    }
}

enum SharedBytes {
    /// How many bytes are the same, of at most `end`.
    @inline(__always)
    static func count(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ end: Int) -> Int {
        var at = 0
        while at + 32 <= end,
            difference(a, b, at) | difference(a, b, at + 8) | difference(a, b, at + 16)
                | difference(a, b, at + 24) == 0
        { at += 32 }
        while at + 8 <= end {
            let bits = difference(a, b, at)
            guard bits == 0 else { return at + bits.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < end, a[at] == b[at] { at += 1 }
        return at
    }

    @inline(__always)
    private static func difference(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ at: Int) -> UInt64 {
        let x = UnsafeRawPointer(a + at).loadUnaligned(as: UInt64.self)
        let y = UnsafeRawPointer(b + at).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: x ^ y)
    }
}
