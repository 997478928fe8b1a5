// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads little-endian integers and runs of bytes in order, and throws at the end of the data.
public struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the next read; never past the end.
    public private(set) var position = 0

    /// The bytes must stay valid while the reader is used.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    public var remaining: Int { bytes.count - position }

    public mutating func u16() throws(Failure) -> UInt16 { try number() }
    public mutating func u32() throws(Failure) -> UInt32 { try number() }
    public mutating func u64() throws(Failure) -> UInt64 { try number() }

    /// The next `count` bytes, without copying them.
    public mutating func slice(_ count: Int) throws(Failure) -> UnsafeRawBufferPointer {
        let start = position
        try skip(count)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    public mutating func skip(_ count: Int) throws(Failure) {
        guard count >= 0, count <= remaining else { throw ended }
        position += count
    }

    @inline(__always)
    private mutating func number<T: FixedWidthInteger & BitwiseCopyable>() throws(Failure) -> T {
        guard MemoryLayout<T>.size <= remaining else { throw ended }
        let value = bytes.loadUnaligned(fromByteOffset: position, as: T.self)
        position += MemoryLayout<T>.size
        return T(littleEndian: value)
    }

    private var ended: Failure { Failure(.format, "Unexpected end of the data.") }
}
