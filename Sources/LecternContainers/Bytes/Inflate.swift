// SPDX-License-Identifier: BSD-3-Clause

import CDeflate
import LecternModel
import LecternThreads

/// DEFLATE for data that is completely in memory.  This is the only file that uses libdeflate.
public enum Inflate {
    public static var libraryVersion: String { LIBDEFLATE_VERSION_STRING }

    /// The maximum compression ratio of DEFLATE: four matches of 258 bytes in one byte.
    static let maxRatio: UInt64 = 1032

    /// Whether `stored` bytes of DEFLATE data can expand to `length` bytes.
    static func isPlausible(length: UInt64, stored: UInt64) -> Bool {
        let (most, overflow) = stored.multipliedReportingOverflow(by: maxRatio)
        return overflow || length <= most
    }
}

/// Inflates data that is completely in memory.  Can be used by many threads.
final class Inflater: Sendable {
    /// Shared by the whole process, so that a small book does not need decompression tables of its own.
    static let shared = Inflater()

    /// A decompressor that is not in use.
    private let spare = Lock(Decompressor())

    private struct Decompressor: @unchecked Sendable {
        var pointer: OpaquePointer?
    }

    /// Inflates all of `input` to exactly the size of `output`.  Bytes after the end of the DEFLATE stream are ignored.
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(Failure) {
        let kept = spare.withLock { spare in
            defer { spare.pointer = nil }
            return spare
        }
        guard let decompressor = kept.pointer ?? libdeflate_alloc_decompressor() else {
            throw Failure(.limit, "There is not enough memory to inflate the data.")
        }
        defer { put(Decompressor(pointer: decompressor)) }
        let result = libdeflate_deflate_decompress(
            decompressor, input.baseAddress, input.count, output.baseAddress, output.count, nil)
        switch result {
        case LIBDEFLATE_SUCCESS: return
        case LIBDEFLATE_SHORT_OUTPUT: throw Failure(.format, "The compressed data is shorter than declared.")
        case LIBDEFLATE_INSUFFICIENT_SPACE: throw Failure(.format, "The compressed data is longer than declared.")
        default: throw Failure(.format, "The compressed data is damaged.")
        }
    }

    /// Keeps the decompressor for the next call: creating one takes longer than inflating a small document.
    private func put(_ used: Decompressor) {
        let superfluous = spare.withLock { spare in
            defer { spare = used }
            return spare
        }
        libdeflate_free_decompressor(superfluous.pointer)
    }
}

/// The CRC-32 checksum of ZIP archives.  Data can be added in parts.
public struct CRC32 {
    public private(set) var value: UInt32 = 0

    public init() {}

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // libdeflate_crc32() returns the initial value when the address is NULL.
        guard let base = bytes.baseAddress else { return }
        value = libdeflate_crc32(value, base, bytes.count)
    }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32()
        checksum.update(bytes)
        return checksum.value
    }
}
