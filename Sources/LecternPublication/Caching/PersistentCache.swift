// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternThreads

/// Values that are kept across runs, in a directory that the host chooses (Publication Helpers and Services,
/// "Persisting Cache").
///
/// A file has a key, which identifies the input of the computation, and a CRC-32 checksum of key and value.  A damaged or
/// truncated file, or one with a different key, is treated as missing.  Values are still validated like any other file.
public final class PersistentCache: Sendable {
    private let path: String
    private let maxSize: UInt64
    private let state = Lock(State())

    private struct State: Sendable {
        var hasWarned = false
        /// The number of bytes and files that may be written before the size of the directory is checked again.
        var bytes: UInt64 = 0
        var files = 0
    }

    /// The version of the file format.  Files of other versions are ignored.
    private static let format = "Lectern cache 2"
    private static let headerSize = format.utf8.count + 32 + 8 + 4
    private static let maxFiles = 1 << 15
    private static let filesBetweenLooks = 1 << 10

    /// Returns nil if the options have no directory.
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

    /// Stores a value if possible.  A warning is logged for the first failure.
    func keep(_ value: ByteBuffer, _ key: [UInt8], log: Log) {
        // A single value that fills the cache would displace all others.
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
            if isFirst { log([Warning(.minor, "Values cannot be cached: \(error.message)", path: [path])]) }
        }
    }

    /// Frees space from time to time.  The files written until the next check are small compared to the space that is
    /// freed here, so that several processes together stay within the limit, and the cost per value is low.
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
