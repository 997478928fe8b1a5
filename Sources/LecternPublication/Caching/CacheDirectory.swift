// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternSystem

/// A directory with the files of the cache.  Other processes may use it too, and its contents are not trusted.
///
/// All file names are created by Lectern, and other files are left alone.  A file is written under a temporary name and
/// renamed when it is complete, so that no reader sees a part of it.  Nothing is synced to disk: files that a crash
/// leaves incomplete are detected by their checksum.
struct CacheDirectory {
    private let root: OpenDirectory

    private static let prefix = "lectern-"
    private static let suffix = ".cache"
    private static let temporary = ".new"
    /// If there are more files than this, not all of them are from Lectern.
    private static let maxNames = 1 << 16

    /// Opens the directory, and creates it if only the last component is missing.
    init(path: String) throws(Failure) {
        try OpenDirectory.create(path: path)
        root = try OpenDirectory(path: path)
    }

    private static func name(_ key: [UInt8]) -> String { prefix + key.hexadecimal + suffix }

    /// Whether a name was created by `name(_:)`, or is that of a temporary file.
    private static func isOurs(_ name: String, ending: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(ending),
            name.utf8.count == prefix.utf8.count + 64 + ending.utf8.count
        else { return false }
        return name.utf8.dropFirst(prefix.utf8.count).prefix(64).allSatisfy {
            ASCII.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
    }

    // MARK: Files

    /// Reads the file for a key, if only this user can have written it.
    func read(_ key: [UInt8], most: UInt64) -> ByteBuffer? {
        guard let file = try? OpenFile(CacheDirectory.name(key), in: root), let status = try? file.status,
            status.kind == .file, status.isPrivate, status.size <= most
        else { return nil }
        // The time of the last use: the least recently used files are removed first.
        file.touch()
        return try? FileSource(file).buffer(at: 0, count: status.size)
    }

    /// Creates or replaces the file for a key.
    func write(_ key: [UInt8], _ header: [UInt8], _ content: UnsafeRawBufferPointer) throws(Failure) {
        let name = CacheDirectory.name(key)
        let temporary = CacheDirectory.prefix + CacheDirectory.random().hexadecimal + CacheDirectory.temporary
        let file = try OpenFile(creating: temporary, in: root)
        // The lock shows other processes that the file is still being written.
        file.lock()
        do throws(Failure) {
            try header.withUnsafeBufferPointer { (header) throws(Failure) in
                try file.write(UnsafeRawBufferPointer(header))
            }
            try file.write(content)
            try root.rename(temporary, to: name)
        } catch {
            root.remove(temporary)
            throw error
        }
    }

    /// A random name.  It need not be unpredictable, because existing names are refused.
    private static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).flatMap { _ in SHA256.bytes(generator.next()) }
    }

    // MARK: Size

    private struct File {
        let name: String
        let size: UInt64
        let used: FileTime
    }

    /// Removes abandoned temporary files.  If all files together are larger than `limit`, or there are too many, the
    /// least recently used ones are removed until their total size is at most `size`.
    func shrink(over limit: UInt64, to size: UInt64, files most: Int) {
        var files = files()
        var total = files.reduce(UInt64(0)) { $0.addingReportingOverflow($1.size).partialValue }
        var count = files.count
        guard total > limit || count > most else { return }
        files.sort { ($0.used, $0.name) < ($1.used, $1.name) }
        for file in files where total > size || count > most {
            root.remove(file.name)
            total -= min(total, file.size)
            count -= 1
        }
    }

    private func files() -> [File] {
        var files: [File] = []
        for name in names() {
            if CacheDirectory.isOurs(name, ending: CacheDirectory.temporary) {
                removeIfAbandoned(name)
                continue
            }
            guard CacheDirectory.isOurs(name, ending: CacheDirectory.suffix), let status = try? root.status(of: name),
                status.kind != .directory
            else { continue }
            files.append(File(name: name, size: status.size, used: status.modified))
        }
        return files
    }

    private func names() -> [String] {
        var names: [String] = []
        try? root.forEachName { name in
            // Other files are not counted.  Otherwise files of Lectern after them would never be removed.
            if name.isExact, name.text.hasPrefix(CacheDirectory.prefix) { names.append(name.text) }
            return names.count < CacheDirectory.maxNames
        }
        return names
    }

    /// Removes a temporary file, unless it is locked because it is still being written.
    private func removeIfAbandoned(_ name: String) {
        guard let file = try? OpenFile(name, in: root) else { return }
        if file.lock() { root.remove(name) }
    }
}
