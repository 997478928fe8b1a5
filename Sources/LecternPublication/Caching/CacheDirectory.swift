// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternContainers
import LecternModel
import LecternSystem

/// A directory with files of ours, which other processes use, too, and which somebody may have tampered with.
///
/// Every file has a name of our making; whatever else lies there is left alone.  A file is written under a name of its
/// own and renamed when it is whole, so that nobody ever reads a half.  Nothing waits for the disk: what a crash leaves
/// is recognised by its checksum.
struct CacheDirectory {
    private let root: DirectoryRoot

    private static let prefix = "lectern-"
    private static let suffix = ".cache"
    private static let temporary = ".new"
    /// More files than this are not all of our making.
    private static let maxNames = 1 << 16

    /// Opens the directory, and makes it if there is only one that would hold it.
    init(path: String) throws(Failure) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw systemFailure(errno, "It cannot be made") }
        root = try DirectoryRoot(path: path)
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
        let descriptor = openat(root.descriptor, CacheDirectory.name(key), FileSource.flags | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_mode & 0o077 == 0,
            info.st_uid == geteuid(), let size = UInt64(exactly: info.st_size), size <= most
        else {
            close(descriptor)
            return nil
        }
        // When it was last used: those that nobody uses go first.
        futimens(descriptor, nil)
        return try? FileSource(adopting: descriptor).buffer(at: 0, count: size)
    }

    /// Puts a file in the place of the one for a key.
    func write(_ key: [UInt8], _ header: [UInt8], _ content: UnsafeRawBufferPointer) throws(Failure) {
        let name = CacheDirectory.name(key)
        let temporary = CacheDirectory.prefix + CacheDirectory.hex(CacheDirectory.random()) + CacheDirectory.temporary
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
        let descriptor = openat(root.descriptor, temporary, flags, 0o600)
        guard descriptor >= 0 else { throw systemFailure(errno, "It cannot be written to") }
        // Tells whoever clears up that somebody is still writing.
        flock(descriptor, LOCK_EX | LOCK_NB)
        defer { close(descriptor) }
        do throws(Failure) {
            let header = header.withUnsafeBytes { ByteBuffer(copying: $0) }
            try header.withBytes { (header) throws(Failure) in try CacheDirectory.write(header, to: descriptor) }
            try CacheDirectory.write(content, to: descriptor)
            guard renameat(root.descriptor, temporary, root.descriptor, name) == 0 else {
                throw systemFailure(errno, "It cannot be written to")
            }
        } catch {
            remove(temporary)
            throw error
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw systemFailure(errno, "It cannot be written to")
            }
        }
    }

    /// Nobody has to be kept from guessing it: a name that is taken is refused.
    private static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).flatMap { _ in SHA256.bytes(generator.next()) }
    }

    private func remove(_ name: String) { unlinkat(root.descriptor, name, 0) }

    // MARK: Size

    private struct File {
        let name: String
        let size: UInt64
        let used: timespec
    }

    /// Removes what was left by those who could not finish and, if all files together are larger than `limit`, or too
    /// many, those that were not used for longest: until they are no larger than `size`.
    func shrink(over limit: UInt64, to size: UInt64, files most: Int) {
        var files = files()
        var total = files.reduce(UInt64(0)) { $0.addingReportingOverflow($1.size).partialValue }
        var count = files.count
        guard total > limit || count > most else { return }
        files.sort { ($0.used.tv_sec, $0.used.tv_nsec, $0.name) < ($1.used.tv_sec, $1.used.tv_nsec, $1.name) }
        for file in files where total > size || count > most {
            remove(file.name)
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
            var info = stat()
            guard CacheDirectory.isOurs(name, ending: CacheDirectory.suffix),
                fstatat(root.descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0,
                info.st_mode & S_IFMT != S_IFDIR
            else { continue }
            files.append(File(name: name, size: UInt64(clamping: info.st_size), used: info.st_mtim))
        }
        return files
    }

    private func names() -> [String] {
        guard let descriptor = try? DirectoryRoot.open(".", in: root.descriptor) else { return [] }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < CacheDirectory.maxNames, let name = try? DirectoryListing.next(stream) {
            // Others are not counted: files of ours behind them would be kept for good.
            if name.isExact, name.text.hasPrefix(CacheDirectory.prefix) { names.append(name.text) }
        }
        return names
    }

    /// A file that is being written is locked by whoever writes it.
    private func removeIfAbandoned(_ name: String) {
        let descriptor = openat(root.descriptor, name, FileSource.flags | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(name) }
    }
}
