// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

/// The path of a file of preferences, with all symbolic links resolved.
struct FilePath: Sendable {
    /// Absolute.
    let path: String
    /// The name that the host uses, for failures and warnings.
    let place: [String]

    /// SQLite allows 512 bytes, including the suffix of its journal.  The suffix of a quarantined file is as long.
    private static let maxLength = 480

    /// Throws if this cannot be the path of a file.
    init(_ path: String) throws(Failure) {
        place = [path]
        do throws(Failure) {
            self.path = try FilePath.resolve(path)
        } catch {
            throw error.within(path)
        }
    }

    private static func resolve(_ path: String) throws(Failure) -> String {
        guard !path.isEmpty else { throw Failure(.argument, "The path is empty.") }
        guard !path.utf8.contains(0) else { throw Failure(.argument, "A path cannot contain NUL.") }
        if let found = try real(path) {
            do throws(Failure) {
                try FileStatus(path: found).requireFile()
            } catch {
                // Another process may have quarantined it in the meantime.
                guard error.status == .notFound else { throw error }
            }
            return found
        }
        // The file does not exist yet, so its folder must exist.
        let (folder, name) = parts(of: path)
        guard !["", ".", ".."].contains(name) else {
            throw Failure(.io, "Expected the path of a file, found that of a directory.")
        }
        guard let folder = try real(folder) else {
            throw Failure(.notFound, "The directory does not exist.")
        }
        let made = (folder == "/" ? "" : folder) + "/" + name
        // Another process may have created it in the meantime.
        guard let status = try? FileStatus(link: made) else { return try short(made) }
        guard status.kind != .link else { throw Failure(.io, "The symbolic link leads to a path that does not exist.") }
        try status.requireFile()
        return try short(made)
    }

    /// Returns the path with all links resolved; nil if it does not exist.
    private static func real(_ path: String) throws(Failure) -> String? {
        guard let found = try FileSystem.resolve(path) else { return nil }
        return try short(found)
    }

    private static func short(_ path: String) throws(Failure) -> String {
        guard path.utf8.count <= maxLength else {
            throw Failure(.io, "The path is longer than \(maxLength) bytes, the limit of SQLite.")
        }
        return path
    }

    /// Splits a path into folder and name.
    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
    }

    var name: String { FilePath.parts(of: path).name }
}
