// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel

/// What the file system knows of a file, before or after it is opened.
public struct FileStatus {
    public enum Kind: Sendable {
        case file, directory, link, fifo, socket, device
    }

    public let kind: Kind
    public let size: UInt64

    /// Of what is at `path`, at the end of all symbolic links.
    public init(path: String) throws(Failure) {
        var info = stat()
        guard stat(path, &info) == 0 else { throw systemFailure(errno, "It cannot be opened") }
        self.init(info)
    }

    /// Of an open file.
    public init(descriptor: Int32) throws(Failure) {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw systemFailure(errno, "It cannot be opened") }
        self.init(info)
    }

    /// Of `name` in an open directory; a link is not followed.
    public init(of name: UnsafePointer<CChar>, in directory: Int32) throws(Failure) {
        var info = stat()
        guard fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw systemFailure(errno, "It cannot be opened")
        }
        self.init(info)
    }

    private init(_ info: stat) {
        kind =
            switch info.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            default: .device
            }
        size = UInt64(clamping: info.st_size)
    }

    /// Only files are read: a FIFO or a device could block for ever, or never end.
    public func requireFile() throws(Failure) {
        switch kind {
        case .file: return
        case .directory: throw Failure(.io, "It is a directory, not a file.")
        case .link: throw Failure(.io, "It is a symbolic link, not a file.")
        case .fifo: throw Failure(.io, "It is a FIFO, not a file.")
        case .socket: throw Failure(.io, "It is a socket, not a file.")
        case .device: throw Failure(.io, "It is a device, not a file.")
        }
    }
}
