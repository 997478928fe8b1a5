// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel
import LecternSystem

/// An open directory, and a way down from it that follows no symbolic link.
public final class DirectoryRoot: Sendable {
    /// Open as long as this lives.
    public let descriptor: Int32

    /// The path may itself be a link: it is what somebody asked for.
    public init(path: String) throws(Failure) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be opened") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Runs `body` with the open directory that the components lead to.  They are names, none of them "..".
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

    /// An open directory inside of another one, which the caller closes.
    public static func open(_ name: String, in directory: Int32) throws(Failure) -> Int32 {
        let descriptor = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be opened") }
        return descriptor
    }
}
