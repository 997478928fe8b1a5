// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternThreads

/// Values that are kept across runs, in a directory that the host names (Publication Helpers and Services, "Persisting
/// Cache").
///
/// A file has a key, which says what the value was computed from, and a checksum over both, of the kind that guards the
/// files of a book: what is damaged, cut off or of another key is as good as absent.  What comes out is as untrusted as a
/// file all the same.
public final class PersistentCache: Sendable {
    private let path: String
    private let maxSize: UInt64
    private let state = Lock(State())

    private struct State: Sendable {
        var hasWarned = false
        /// What may still be written before the directory is looked through again.
        var bytes: UInt64 = 0
        var files = 0
    }

    /// What the files look like: others are not understood.
    private static let format = "Lectern cache 2"
    private static let headerSize = format.utf8.count + 32 + 8 + 4
    private static let maxFiles = 1 << 15
    private static let filesBetweenLooks = 1 << 10

    /// nil where the options name no directory.
    public init?(_ options: ContextOptions) {
        guard let path = options.cacheDirectory else { return nil }
        self.path = path
        maxSize = options.cacheSize
    }

    /// The value for a key, which is a digest.
    func value(_ key: [UInt8]) -> ByteBuffer? {
        guard let directory = try? CacheDirectory(path: path), let file = directory.read(key, most: maxSize) else {
            return nil
        }
        return file.withBytes { bytes in
            guard bytes.count >= PersistentCache.headerSize else { return nil }
            let value = UnsafeRawBufferPointer(rebasing: bytes[PersistentCache.headerSize...])
            let expected = PersistentCache.header(key, value)
            guard bytes.prefix(PersistentCache.headerSize).elementsEqual(expected) else { return nil }
            return ByteBuffer(copying: value)
        }
    }

    /// Keeps a value, if that is possible; the first time that it is not, there is a warning.
    func keep(_ value: ByteBuffer, _ key: [UInt8], log: Log) {
        // One value that takes all the room would drive out all others.
        guard UInt64(value.count + PersistentCache.headerSize) <= maxSize / 4 else { return }
        do throws(Failure) {
            let directory = try CacheDirectory(path: path)
            try value.withBytes { (value) throws(Failure) in
                try directory.write(key, PersistentCache.header(key, value), value)
            }
            shrink(directory, by: UInt64(value.count + PersistentCache.headerSize))
        } catch {
            let isFirst = state.withLock { state in
                defer { state.hasWarned = true }
                return !state.hasWarned
            }
            if isFirst { log([Warning(.minor, "Nothing is kept in the cache. \(error.message)", path: [path])]) }
        }
    }

    /// Makes room, now and then: what is written before the next look is a small part of what is left free here, so
    /// that a few processes together keep to the size, and a look costs little for each value.
    private func shrink(_ directory: CacheDirectory, by size: UInt64) {
        let isDue = state.withLock { state in
            guard state.files > 0, state.bytes >= size else { return true }
            state.files -= 1
            state.bytes -= size
            return false
        }
        guard isDue else { return }
        directory.shrink(
            over: maxSize - maxSize / 8, to: maxSize - maxSize / 4, files: PersistentCache.maxFiles)
        state.withLock { state in
            state.files = PersistentCache.filesBetweenLooks
            state.bytes = maxSize / 64
        }
    }

    private static func header(_ key: [UInt8], _ value: UnsafeRawBufferPointer) -> [UInt8] {
        let beginning = Array(format.utf8) + key + SHA256.bytes(UInt64(value.count))
        var checksum = CRC32()
        beginning.withUnsafeBytes { checksum.update($0) }
        checksum.update(value)
        return beginning + (0..<4).map { UInt8(truncatingIfNeeded: checksum.value >> (24 - 8 * $0)) }
    }
}
