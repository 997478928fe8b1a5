// SPDX-License-Identifier: BSD-3-Clause
import CSystem
import LecternModel

/// Files by their paths.
public enum FileSystem {
    /// The absolute path without symbolic links (`realpath`); nil if nothing exists there.
    public static func resolve(_ path: String) throws(Failure) -> String? {
        guard let found = realpath(path, nil) else {
            let error = SystemError.last
            guard error.number == ENOENT else { throw error.failure("The path cannot be resolved") }
            return nil
        }
        defer { free(found) }
        guard let text = String(validatingCString: found) else {
            throw Failure(.io, "The resolved path is not valid UTF-8.")
        }
        return text
    }

    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Moves a file; a file at the new path is replaced.
    public static func move(_ path: String, to new: String) throws(SystemError) {
        guard rename(path, new) == 0 else { throw .last }
    }

    /// Removes a file, if it is there.
    public static func remove(_ path: String) { unlink(path) }

    /// The number of this process.
    public static var process: Int { Int(getpid()) }

    /// Lets this thread sleep.
    public static func pause(milliseconds: Int) { usleep(useconds_t(clamping: 1000 * milliseconds)) }
}
