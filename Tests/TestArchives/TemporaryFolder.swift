// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel

/// A temporary folder that is removed with the last reference to it.
public final class TemporaryFolder {
    public let path: String

    public init() throws {
        var template = Array("/tmp/lectern-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(.io, "There is no temporary folder.") }
        path = String(cString: made)
    }

    deinit { TemporaryFolder.remove(path) }

    /// Writes a file, creating folders as needed.  Returns its path.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        var folder = path
        for part in name.utf8.split(separator: 0x2F).dropLast() {
            folder += "/" + String(Substring(part))
            mkdir(folder, 0o700)
        }
        let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw Failure(.io, "The file \(name) could not be written.")
        }
        return path + "/" + name
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                var info = stat()
                guard name != ".", name != "..", lstat(path + "/" + name, &info) == 0 else { continue }
                if info.st_mode & S_IFMT == S_IFDIR { remove(path + "/" + name) } else { unlink(path + "/" + name) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
