// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternSystem

/// A directory with files of ours, which other processes use, too, and which somebody may have tampered with.
///
/// Every file has a name of our making; whatever else lies there is left alone.  A file is written under a name of its
/// own and renamed when it is whole, so that nobody ever reads a half.  Nothing waits for the disk: what a crash leaves
/// is recognised by its checksum.
struct CacheDirectory {
    private let root: OpenDirectory

    private static let prefix = "lectern-"
    private static let suffix = ".cache"
    private static let temporary = ".new"
    /// More files than this are not all of our making.
    private static let maxNames = 1 << 16

    /// Opens the directory, and makes it if there is only one that would hold it.
    init(path: String) throws(Failure) {
        try OpenDirectory.create(path: path)
        root = try OpenDirectory(path: path)
    }

    private static func name(_ key: [UInt8]) -> String { prefix + hex(key) + suffix }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = bytes.flatMap { [ASCII.hexDigit($0 >> 4), ASCII.hexDigit($0 & 15)] }
        return String(decoding: digits, as: UTF8.self).asciiLowercased
    }

    /// Whether a name is one that `name(_:)` makes, or that of a file that is being written.
    private static func isOurs(_ name: String, ending: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(ending), name.utf8.count == prefix.utf8.count + 64 + ending.utf8.count
        else { return false }
        return name.utf8.dropFirst(prefix.utf8.count).prefix(64).allSatisfy {
            ASCII.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
    }

    // MARK: Files

    /// The bytes of the file for a key, if there is one that only this user could have written.
    func read(_ key: [UInt8], most: UInt64) -> ByteBuffer? {
        guard let file = try? OpenFile(CacheDirectory.name(key), in: root), let status = try? file.status,
            status.kind == .file, status.isPrivate, status.size <= most
        else { return nil }
        // Files are removed in the order of their last use.
        file.touch()
        return try? FileSource(file).buffer(at: 0, count: status.size)
    }

    /// Puts a file in the place of the one for a key.
    func write(_ key: [UInt8], _ header: [UInt8], _ content: UnsafeRawBufferPointer) throws(Failure) {
        let name = CacheDirectory.name(key)
        let temporary = CacheDirectory.prefix + CacheDirectory.hex(CacheDirectory.random()) + CacheDirectory.temporary
        let file = try OpenFile(creating: temporary, in: root)
        // Tells a process that cleans up that this one is still writing.
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

    /// The name need not be secret: one that is taken is refused.
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

    /// Removes what was left by those who could not finish and, if all files together are larger than `limit`, or too
    /// many, those that were not used for longest: until they are no larger than `size`.
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
            // Only our own names count towards the limit: files of others must not keep ours from being found.
            if name.isExact, name.text.hasPrefix(CacheDirectory.prefix) { names.append(name.text) }
            return names.count < CacheDirectory.maxNames
        }
        return names
    }

    /// A process that writes a file holds a lock on it.
    private func removeIfAbandoned(_ name: String) {
        guard let file = try? OpenFile(name, in: root) else { return }
        if file.lock() { root.remove(name) }
    }
}
