// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel
import LecternSystem

/// A regular file, read with `pread`.
///
/// It is never mapped into memory: a mapped file that somebody truncates kills the process.
public final class FileSource: ByteSource {
    private let descriptor: Int32
    private let length: UInt64

    /// Opens a file; refuses, without waiting, everything that is not a regular one.
    public convenience init(path: String) throws(Failure) {
        guard !path.utf8.contains(0) else { throw Failure(.argument, "A path cannot contain NUL.") }
        // Asking first leaves devices alone: opening some of them does something.
        try self.init(path: path, status: try FileStatus(path: path))
    }

    /// Opens a file that has been looked at.
    public convenience init(path: String, status: FileStatus) throws(Failure) {
        try status.requireFile()
        let descriptor = open(path, FileSource.flags)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be opened") }
        try self.init(adopting: descriptor)
    }

    /// Takes over an open descriptor, and closes it also when it refuses it.
    public init(adopting descriptor: Int32) throws(Failure) {
        do throws(Failure) {
            let status = try FileStatus(descriptor: descriptor)
            try status.requireFile()
            self.descriptor = descriptor
            self.length = status.size
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Non-blocking, in case that a FIFO took the place of the file between two looks at it.
    public static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    public var stamp: FileStamp? {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return nil }
        return FileStamp(
            seconds: info.st_mtim.tv_sec, nanoseconds: info.st_mtim.tv_nsec, size: Int(clamping: info.st_size))
    }

    /// The size at the time of opening.
    public func size() -> UInt64 { length }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var done = 0
        while done < buffer.count, let base = buffer.baseAddress {
            let (position, overflow) = offset.addingReportingOverflow(UInt64(done))
            guard !overflow, let place = off_t(exactly: position) else { return done }
            let count = pread(descriptor, base + done, buffer.count - done, place)
            if count > 0 {
                done += count
            } else if count == 0 {
                return done
            } else if errno != EINTR {
                throw systemFailure(errno, "It cannot be read")
            }
        }
        return done
    }
}
