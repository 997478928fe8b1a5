// SPDX-License-Identifier: BSD-3-Clause
import CSystem
import LecternModel

/// An open file, which is closed when this object is released.
///
/// It is never mapped into memory: if another process truncated a mapped file, the next access would end the process
/// with SIGBUS.
public final class OpenFile: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32, _ action: String) throws(Failure) {
        guard descriptor >= 0 else { throw SystemError.last.failure(action) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opened with O_NONBLOCK, in case a FIFO replaces the file after its status was checked.
    private static let reading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    /// Opens a file for reading.
    public convenience init(path: String) throws(Failure) {
        try self.init(system_open(AT_FDCWD, path, OpenFile.reading, 0), "The file cannot be opened")
    }

    /// Opens a file in a directory for reading; a symbolic link is not followed.
    public convenience init(_ name: String, in directory: OpenDirectory) throws(Failure) {
        try self.init(
            system_open(directory.descriptor, name, OpenFile.reading | O_NOFOLLOW, 0), "The file cannot be opened")
    }

    /// Creates a file for writing, which only this user may read.  Fails if there is one with this name.
    public convenience init(creating name: String, in directory: OpenDirectory) throws(Failure) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
        try self.init(system_open(directory.descriptor, name, flags, 0o600), "The file cannot be written")
    }

    /// Creates an empty file that only this user may read.  Fails if there is one at this path.
    public static func create(path: String) throws(SystemError) {
        let flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW
        let descriptor = system_open(AT_FDCWD, path, flags, 0o600)
        guard descriptor >= 0 else { throw .last }
        close(descriptor)
    }

    public var status: FileStatus { get throws(Failure) { try FileStatus(descriptor: descriptor) } }

    // MARK: Data

    /// Reads the bytes starting at `offset`.  Returns fewer than `buffer` holds only at the end, and 0 past it.
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
            } else if system_error() != EINTR {
                throw SystemError.last.failure("The file cannot be read")
            }
        }
        return done
    }

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        do throws(SystemError) {
            try OpenFile.write(bytes, to: descriptor)
        } catch {
            throw error.failure("The file cannot be written")
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let count = append(base, rest.count, to: descriptor)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if system_error() != EINTR {
                throw .last
            }
        }
    }

    /// Replaces the content of a file, and waits until it is on the device.
    ///
    /// - Parameter next: returns the next bytes, or nil at the end.
    public static func overwrite(
        path: String, _ next: () throws(SystemError) -> [UInt8]?
    ) throws(SystemError) {
        let descriptor = system_open(AT_FDCWD, path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        while let bytes = try next() {
            try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try write(UnsafeRawBufferPointer(bytes), to: descriptor)
            }
        }
        guard fsync(descriptor) == 0 else { throw .last }
    }

    // MARK: Marks for other processes

    /// Locks the file against other processes that lock it, until it is closed.  Returns false if it is locked already.
    @discardableResult
    public func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Sets the time of the last modification to now.
    public func touch() { futimens(descriptor, nil) }
}

/// A method of the same name would hide the function of the C library.
private func append(_ bytes: UnsafeRawPointer, _ count: Int, to descriptor: Int32) -> Int {
    write(descriptor, bytes, count)
}
