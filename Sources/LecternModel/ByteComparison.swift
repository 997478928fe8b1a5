// SPDX-License-Identifier: BSD-3-Clause

extension UnsafeBufferPointer<UInt8> {
    /// Compares eight bytes at a time; the standard library compares byte by byte.
    public func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        let (a, b) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
        guard a.count == b.count else { return false }
        var at = 0
        while at + 8 <= a.count {
            let isSame =
                a.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                == b.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            guard isSame else { return false }
            at += 8
        }
        while at < a.count, a[at] == b[at] { at += 1 }
        return at == a.count
    }
}
