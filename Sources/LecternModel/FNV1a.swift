// SPDX-License-Identifier: BSD-3-Clause

/// The 64-bit FNV-1a hash.  A change of any single byte changes the value, but it does not resist an attacker.
public struct FNV1a {
    public var value: UInt64

    /// - Parameter start: the offset basis, or another one for a second, independent hash.
    public init(start: UInt64 = 0xCBF2_9CE4_8422_2325) { value = start }

    @inlinable
    public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
