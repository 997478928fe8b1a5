// SPDX-License-Identifier: BSD-3-Clause

extension NameIndex {
    /// The seed of the process.  It affects the speed of lookups, but never their results.
    static let seed = UInt64.random(in: .min ... .max)

    /// Mixes eight bytes at a time: multiplies, and folds the two halves of the product together.
    @inline(__always)
    static func hash(_ name: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt32 {
        let odd: UInt64 = 0x9E37_79B9_7F4A_7C15
        var state = seed ^ (UInt64(truncatingIfNeeded: name.count) &* odd)
        var offset = 0
        while offset &+ 8 <= name.count {
            let word = name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            state = fold(state ^ word, odd)
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < name.count {
            rest = rest << 8 | UInt64(name[offset])
            offset &+= 1
        }
        state = fold(state ^ rest, seed | 1)
        return UInt32(truncatingIfNeeded: state ^ state >> 32)
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
