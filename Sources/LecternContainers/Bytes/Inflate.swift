// SPDX-License-Identifier: BSD-3-Clause

import CDeflate
import LecternModel
import LecternThreads

/// DEFLATE for data that is in memory as a whole.  The only file that knows libdeflate.
public enum Inflate {
    public static var libraryVersion: String { LIBDEFLATE_VERSION_STRING }

    /// What DEFLATE can make of one byte at most: four matches of 258 bytes.
    static let maxRatio: UInt64 = 1032

    /// Whether `stored` bytes of DEFLATE can become `length` bytes at all.
    static func isPlausible(length: UInt64, stored: UInt64) -> Bool {
        let (most, overflow) = stored.multipliedReportingOverflow(by: maxRatio)
        return overflow || length <= most
    }
}

/// Inflates data that is in memory as a whole, for many threads.
final class Inflater: Sendable {
    /// One for the process, so that a small book does not pay for the tables of its own.
    static let shared = Inflater()

    /// Not in use by anybody.
    private let spare = Lock(Decompressor())

    private struct Decompressor: @unchecked Sendable {
        var pointer: OpaquePointer?
    }

    /// Inflates all of `input` to exactly the size of `output`.  Bytes behind the end of the stream do not matter.
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(Failure) {
        let kept = spare.withLock { spare in
            defer { spare.pointer = nil }
            return spare
        }
        guard let decompressor = kept.pointer ?? libdeflate_alloc_decompressor() else {
            throw Failure(.limit, "There is not enough memory to inflate.")
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

    /// Keeps one for the next call: making one takes longer than inflating a small document.
    private func put(_ used: Decompressor) {
        let superfluous = spare.withLock { spare in
            defer { spare = used }
            return spare
        }
        libdeflate_free_decompressor(superfluous.pointer)
    }
}

/// The checksum of ZIP archives, of data that may come in parts.
public struct CRC32 {
    public private(set) var value: UInt32 = 0

    public init() {}

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // Without an address the function would start again from 0.
        guard let base = bytes.baseAddress else { return }
        value = libdeflate_crc32(value, base, bytes.count)
    }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32()
        checksum.update(bytes)
        return checksum.value
    }
}
