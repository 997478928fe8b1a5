// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// Bytes that a host delivers through functions of its own.
///
/// The functions are called by one thread at a time; other threads wait.  A host that comes back to the same
/// stream from inside one of its functions would wait for itself, and gets a failure instead; so do two threads that are
/// each inside of the stream that the other one wants.
public final class StreamSource: ByteSource {
    public typealias Size = @Sendable () throws(Failure) -> UInt64
    public typealias Read = @Sendable (UInt64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int

    private let sizeOfHost: Size
    private let readOfHost: Read
    private let lock = DeadlockDetectingLock()
    /// Asked once; only used while this thread holds the lock.
    nonisolated(unsafe) private var knownSize: UInt64?

    /// `read` says how many bytes it has put in the buffer, 0 at the end.  What the functions keep, they release.
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
                throw Failure(.callback, "The stream says that it delivered more bytes than there was room for.")
            }
            if count == 0 { break }
            done += count
        }
        return done
    }
}
