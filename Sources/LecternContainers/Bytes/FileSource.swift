// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// A regular file.
public final class FileSource: ByteSource {
    private let file: OpenFile
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
        try self.init(try OpenFile(path: path))
    }

    public init(_ file: OpenFile) throws(Failure) {
        let status = try file.status
        try status.requireFile()
        self.file = file
        length = status.size
    }

    public var stamp: FileStamp? {
        guard let status = try? file.status else { return nil }
        return FileStamp(modified: status.modified, size: status.size)
    }

    /// The size when the file was opened.
    public func size() -> UInt64 { length }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        try file.read(at: offset, into: buffer)
    }
}
