// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// A stream that the host implements with callbacks.
///
/// The callbacks are called by one thread at a time; other threads wait.  If a callback uses its own stream again, it
/// gets a failure, because it would wait for itself.  The same happens when two threads are inside callbacks of two
/// streams and each wants to read the stream of the other.
public final class StreamSource: ByteSource {
    public typealias Size = @Sendable () throws(Failure) -> UInt64
    public typealias Read = @Sendable (UInt64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    private let sizeOfHost: Size
    private let readOfHost: Read
    private let lock = DeadlockDetectingLock()
    /// Determined once, and only accessed while this thread holds the lock.
    nonisolated(unsafe) private var knownSize: UInt64?

    /// Creates a stream.  `read` returns the number of bytes that it has put into the buffer, or 0 at the end.  The
    /// closures own everything that they capture.
    public init(size: @escaping Size, read: @escaping Read) {
        sizeOfHost = size
        readOfHost = read
    }

    public func size() throws(Failure) -> UInt64 {
        try lock.take("A publication cannot be read from inside its own stream.")
        defer { lock.give() }
        if let knownSize { return knownSize }
        let size = try sizeOfHost()
        knownSize = size
        return size
    }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        try lock.take("A publication cannot be read from inside its own stream.")
        defer { lock.give() }
        var done = 0
        while done < buffer.count {
            let (position, overflow) = offset.addingReportingOverflow(UInt64(done))
            if overflow { break }
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try readOfHost(position, rest)
            guard count >= 0, count <= rest.count else {
                throw Failure(.callback, "The stream returned more bytes than fit into the buffer.")
            }
            if count == 0 { break }
            done += count
        }
        return done
    }
}
