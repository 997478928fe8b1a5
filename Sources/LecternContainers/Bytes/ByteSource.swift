// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// Bytes with random access: a file, a region of memory, or a stream of the host.
///
/// Many threads may read from a source at once.  A source that does not support this serialises the reads itself.
public protocol ByteSource: AnyObject, Sendable {
    /// The number of bytes.
    func size() throws(Failure) -> UInt64

    /// Reads bytes starting at `offset`, and returns how many were read.  The result is less than the size of `buffer`
    /// only at the end of the source, and 0 past the end.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    /// All bytes, if the source has them in memory anyway.  They stay valid as long as the source lives.
    var bytes: PinnedBytes? { get }

    /// The time of the last modification, if the source knows it.
    var stamp: FileStamp? { get }
}

/// The modification time and size of a file.
public struct FileStamp: Sendable, Equatable {
    public let modified: FileTime
    let size: UInt64
}

extension SHA256 {
    public mutating func update(_ stamp: FileStamp) {
        update(number: UInt64(bitPattern: Int64(stamp.modified.seconds)))
        update(number: UInt64(bitPattern: Int64(stamp.modified.nanoseconds)))
        update(number: stamp.size)
    }
}

extension ByteSource {
    public var bytes: PinnedBytes? { nil }
    public var stamp: FileStamp? { nil }

    /// Fills `buffer`, or throws if the source ends before that.
    public func readExactly(
        at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Failure) {
        guard try read(at: offset, into: buffer) == buffer.count else {
            throw Failure(.io, "Unexpected end of the file.")
        }
    }

    /// Reads `count` bytes starting at `offset`.  The caller has checked that `count` is within the limits.
    public func buffer(at offset: UInt64, count: UInt64) throws(Failure) -> ByteBuffer {
        try ByteBuffer(claiming: count) { (space) throws(Failure) in
            try readExactly(at: offset, into: space)
        }
    }
}

extension ByteSource {
    /// Reads a range that is inside the source, and charges it to the budget.
    public func buffer(_ range: Range<UInt64>, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        let count = range.upperBound - range.lowerBound
        try budget.charge(file: count)
        return try buffer(at: range.lowerBound, count: count)
    }
}
