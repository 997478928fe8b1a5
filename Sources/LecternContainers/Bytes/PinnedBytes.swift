// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Bytes at a fixed address, with the object that keeps them alive.
///
/// It is `Sendable` because the bytes do not change while `owner` lives.
public struct PinnedBytes: @unchecked Sendable {
    /// Valid while `owner` lives.  Only use it inside `withBytes`.
    private let bytes: UnsafeRawBufferPointer
    private let owner: AnyObject

    public init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) {
        self.bytes = bytes
        self.owner = owner
    }

    public init(_ buffer: ByteBuffer) {
        self.init(UnsafeRawBufferPointer(start: buffer.base, count: buffer.count), owner: buffer)
    }

    public var count: Int { bytes.count }

    /// The bytes in `range`, or nil if the range is out of bounds.
    public func slice(_ range: Range<Int>) -> PinnedBytes? {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        return PinnedBytes(UnsafeRawBufferPointer(rebasing: bytes[range]), owner: owner)
    }

    @inline(__always)
    public func withBytes<T: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> T
    ) throws(E) -> T {
        defer { withExtendedLifetime(owner) {} }
        return try body(bytes)
    }
}
