// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel

/// The status of a file, as `stat` reports it.
public struct FileStatus {
    public enum Kind: Sendable {
        case file, directory, link, fifo, socket, device
    }

    public let kind: Kind
    public let size: UInt64

    /// The status of the file at `path`; symbolic links are followed.
    public init(path: String) throws(Failure) {
        var info = stat()
        guard stat(path, &info) == 0 else { throw systemFailure(errno, "It cannot be opened") }
        self.init(info)
    }

    /// The status of an open file.
    public init(descriptor: Int32) throws(Failure) {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw systemFailure(errno, "It cannot be opened") }
        self.init(info)
    }

    /// The status of `name` in an open directory; a symbolic link is not followed.
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

    /// Throws if this is not a regular file.  Reading a FIFO or a device could block forever or never end.
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
