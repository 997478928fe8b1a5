// SPDX-License-Identifier: BSD-3-Clause
import CSystem
import LecternModel

/// The status of a file, as `stat` reports it.
public struct FileStatus: Sendable {
    public enum Kind: Sendable {
        case file, directory, link, fifo, socket, device
    }

    public let kind: Kind
    public let size: UInt64
    public let modified: FileTime
    private let owner: uid_t
    private let mode: mode_t

    /// Whether it belongs to the user of this process, and no other user may read or write it.
    public var isPrivate: Bool { owner == geteuid() && mode & 0o077 == 0 }

    /// The status of the file at `path`; symbolic links are followed.
    public init(path: String) throws(Failure) { try self.init { stat(path, $0) } }

    /// The status of the file at `path`; a symbolic link is not followed.
    public init(link path: String) throws(Failure) { try self.init { lstat(path, $0) } }

    /// The status of an open file.
    init(descriptor: Int32) throws(Failure) { try self.init { fstat(descriptor, $0) } }

    /// The status of `name` in an open directory; a symbolic link is not followed.
    init(of name: String, in directory: Int32) throws(Failure) {
        try self.init { fstatat(directory, name, $0, AT_SYMLINK_NOFOLLOW) }
    }

    private init(_ ask: (UnsafeMutablePointer<stat>) -> Int32) throws(Failure) {
        var info = stat()
        guard ask(&info) == 0 else { throw SystemError.last.failure("The file cannot be opened") }
        kind =
            switch Int32(truncatingIfNeeded: info.st_mode) & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            default: .device
            }
        size = UInt64(clamping: info.st_size)
        let time = system_modified(&info)
        modified = FileTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
        owner = info.st_uid
        mode = info.st_mode
    }

    /// Throws if this is not a regular file.  Reading a FIFO or a device could block forever or never end.
    public func requireFile() throws(Failure) {
        switch kind {
        case .file: return
        case .directory: throw Failure(.io, "Expected a file, found a directory.")
        case .link: throw Failure(.io, "Expected a file, found a symbolic link.")
        case .fifo: throw Failure(.io, "Expected a file, found a FIFO.")
        case .socket: throw Failure(.io, "Expected a file, found a socket.")
        case .device: throw Failure(.io, "Expected a file, found a device.")
        }
    }
}

/// A point in time, since 1970.
public struct FileTime: Sendable, Hashable, Comparable {
    public let seconds: Int
    public let nanoseconds: Int

    public static func < (a: FileTime, b: FileTime) -> Bool {
        (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
}
