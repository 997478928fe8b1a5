// SPDX-License-Identifier: BSD-3-Clause

import CZlib
import LecternModel

/// Streaming DEFLATE, for ranges and for entries that are too large to hold in memory twice.  This is the only file
/// that uses zlib.
///
/// It produces bytes in order, and can be suspended and resumed.  It is `Sendable` because only one thread uses it at a
/// time: a thread that takes a suspended stream becomes its only owner.
public final class InflateStream: @unchecked Sendable {
    public static var libraryVersion: String { String(cString: zlibVersion()) }

    private static let window = 32 << 10

    private let source: any ByteSource
    private var offset: UInt64
    private let end: UInt64
    /// On the heap because it must not move: the internal state of zlib points back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: InflateStream.window, alignment: 16)
    private var isAtEnd = false
    /// Bytes produced so far.
    private(set) var position: UInt64 = 0

    /// Creates a stream that inflates `range` of `source`.
    public init(_ source: any ByteSource, range: Range<UInt64>) throws(Failure) {
        self.source = source
        offset = range.lowerBound
        end = range.upperBound
        stream.initialize(to: z_stream())
        // -15: raw DEFLATE without a zlib header, and a window of 32 KB.
        let result = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw Failure(.limit, "There is not enough memory to inflate the data.") }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Reads the next bytes.  Returns less than the size of `output` only at the end of the compressed data.
    public func read(into output: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var done = 0
        while done < output.count, !isAtEnd, let base = output.baseAddress {
            if stream.pointee.avail_in == 0 { try refill() }
            let room = min(output.count - done, 1 << 30)
            stream.pointee.next_out = (base + done).assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(room)
            let result = CZlib.inflate(stream, Z_NO_FLUSH)
            let produced = room - Int(stream.pointee.avail_out)
            done += produced
            position += UInt64(produced)
            switch result {
            case Z_OK: break
            case Z_STREAM_END: isAtEnd = true
            case Z_BUF_ERROR where offset < end: break
            case Z_BUF_ERROR: throw Failure(.format, "Unexpected end of the compressed data.")
            case Z_MEM_ERROR: throw Failure(.limit, "There is not enough memory to inflate the data.")
            default: throw Failure(.format, "The compressed data is damaged.")
            }
        }
        return done
    }

    /// Skips ahead to `target`, or to the end if that comes first.
    func skip(to target: UInt64) throws(Failure) {
        guard position < target else { return }
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: InflateStream.window, alignment: 16)
        defer { scratch.deallocate() }
        while position < target {
            let count = Int(min(target - position, UInt64(scratch.count)))
            guard try read(into: UnsafeMutableRawBufferPointer(rebasing: scratch[..<count])) == count else { return }
        }
    }

    private func refill() throws(Failure) {
        let count = Int(min(end - offset, UInt64(input.count)))
        try source.readExactly(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: input[..<count]))
        offset += UInt64(count)
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
    }
}
