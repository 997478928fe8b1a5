// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// Bytes that can be read at any place: a file, a piece of memory, or what a host delivers.
///
/// A source may be read by many threads at once; one that cannot bear this waits by itself.
public protocol ByteSource: AnyObject, Sendable {
    /// How many bytes there are.
    func size() throws(Failure) -> UInt64

    /// Reads the bytes from `offset` on; fewer than `buffer` holds only at the end, 0 behind it.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    /// All bytes, for a source that has them in memory anyway.  They stay valid as long as the source lives.
    var bytes: PinnedBytes? { get }

    /// When the bytes were changed last, for a source that knows it.
    var stamp: FileStamp? { get }
}

/// When a file was changed.
public struct FileStamp: Sendable, Equatable {
    public let seconds: Int
    public let nanoseconds: Int
    let size: Int
}

extension ByteSource {
    public var bytes: PinnedBytes? { nil }
    public var stamp: FileStamp? { nil }

    /// Fills `buffer`; a source that ends before that is an error.
    public func readExactly(
        at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Failure) {
        guard try read(at: offset, into: buffer) == buffer.count else {
            throw Failure(.io, "The file ended early.")
        }
    }

    /// `count` bytes from `offset` on.  The caller has made sure that `count` is affordable.
    public func buffer(at offset: UInt64, count: UInt64) throws(Failure) -> ByteBuffer {
        try ByteBuffer(claiming: count) { (space) throws(Failure) in
            try readExactly(at: offset, into: space)
        }
    }
}

extension ByteSource {
    /// A part that is there, within what one call may read.
    public func buffer(_ range: Range<UInt64>, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        let count = range.upperBound - range.lowerBound
        try budget.charge(file: count)
        return try buffer(at: range.lowerBound, count: count)
    }
}
