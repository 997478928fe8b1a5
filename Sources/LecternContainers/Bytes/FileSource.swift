// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel
import LecternSystem

/// A regular file that is read with `pread`.
///
/// It is never mapped into memory: if another process truncated a mapped file, the next access would end the process
/// with SIGBUS.
public final class FileSource: ByteSource {
    private let descriptor: Int32
    private let length: UInt64

    /// Opens a file.  Fails without blocking if it is not a regular file.
    public convenience init(path: String) throws(Failure) {
        guard !path.utf8.contains(0) else { throw Failure(.argument, "A path cannot contain NUL.") }
        // The status is checked before opening, because opening a device can have side effects.
        try self.init(path: path, status: try FileStatus(path: path))
    }

    /// Opens a file whose status is already known.
    public convenience init(path: String, status: FileStatus) throws(Failure) {
        try status.requireFile()
        let descriptor = open(path, FileSource.flags)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be opened") }
        try self.init(adopting: descriptor)
    }

    /// Takes ownership of an open descriptor.  The descriptor is closed even if this throws.
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

    /// Opened with O_NONBLOCK, in case a FIFO replaces the file between the status check and `open`.
    public static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    public var stamp: FileStamp? {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return nil }
        return FileStamp(
            seconds: info.st_mtim.tv_sec, nanoseconds: info.st_mtim.tv_nsec, size: Int(clamping: info.st_size))
    }

    /// The size when the file was opened.
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
