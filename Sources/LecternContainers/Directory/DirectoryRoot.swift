// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel
import LecternSystem

/// An open directory.  Paths below it are resolved without following symbolic links.
public final class DirectoryRoot: Sendable {
    /// The open descriptor; closed when this object is released.
    public let descriptor: Int32

    /// Opens the directory at `path`.  The path may itself be a symbolic link, because the caller asked for it.
    public init(path: String) throws(Failure) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be opened") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Calls `body` with the open directory that the components lead to.  The components are names, never "..".
    func descend<T>(
        _ components: some Sequence<String>, _ body: (Int32) throws(Failure) -> T
    ) throws(Failure) -> T {
        var current = descriptor
        defer { if current != descriptor { close(current) } }
        for component in components {
            let next = try DirectoryRoot.open(component, in: current)
            if current != descriptor { close(current) }
            current = next
        }
        return try body(current)
    }

    /// Opens a directory inside another one.  The caller closes it.
    public static func open(_ name: String, in directory: Int32) throws(Failure) -> Int32 {
        let descriptor = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be opened") }
        return descriptor
    }
}
