// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The bytes of a recording, read in ranges.
public struct RecordingBytes {
    public let size: UInt64
    /// The number of bytes that have been read.
    public private(set) var total: UInt64 = 0
    /// Whether pictures are read as a whole.  Otherwise only their type is determined.
    let wantsPicture: Bool

    private let source: any ByteSource
    private let reach: UInt64
    private var window: (start: UInt64, bytes: [UInt8]) = (0, [])

    /// Tags and chapters of real recordings are much smaller, without the pictures.
    private static let most: UInt64 = 32 << 20
    /// The minimum size of a read, because each may be a network request of the host.
    private static let step: UInt64 = 16 << 10

    /// - Parameter reach: no bytes after this offset are read.
    public init(_ source: any ByteSource, wantsPicture: Bool = false, reach: UInt64 = .max) throws(Failure) {
        self.source = source
        self.wantsPicture = wantsPicture
        self.reach = reach
        size = try source.size()
        guard size <= UInt64(Int64.max) else { throw Failure(.limit, "The recording is too large.") }
    }

    /// Bytes in memory.
    init(_ bytes: [UInt8], like other: RecordingBytes) throws(Failure) {
        try self.init(
            MemorySource(bytes.withUnsafeBytes { ByteBuffer(copying: $0) }), wantsPicture: other.wantsPicture)
    }

    /// Exactly `count` bytes.
    mutating func bytes(_ count: Int, at offset: UInt64) throws(Failure) -> ArraySlice<UInt8> {
        let found = try upTo(count, at: offset)
        guard found.count == count else { throw Failure(.format, "Unexpected end of the recording.") }
        return found
    }

    /// At most `count` bytes: fewer at the end.
    mutating func upTo(_ count: Int, at offset: UInt64) throws(Failure) -> ArraySlice<UInt8> {
        guard count > 0, offset < size else { return [] }
        let count = min(UInt64(count), size - offset)
        if offset < window.start || offset - window.start + count > UInt64(window.bytes.count) {
            try read(min(max(count, RecordingBytes.step), size - offset), at: offset)
        }
        return window.bytes.dropFirst(Int(offset - window.start)).prefix(Int(count))
    }

    private mutating func read(_ count: UInt64, at offset: UInt64) throws(Failure) {
        guard offset + count <= max(reach, count) else {
            throw Failure(.limit, "The recording is compressed; only its beginning is read.")
        }
        guard total + count <= RecordingBytes.most else {
            throw Failure(.limit, "The tags of the recording are larger than \(RecordingBytes.most >> 20) MB.")
        }
        total += count
        window = (offset, try source.buffer(at: offset, count: count).withBytes { Array($0) })
    }
}

extension Collection<UInt8> {
    /// The first `count` bytes, or all, as a number with its highest byte first.
    func number(_ count: Int = 8) -> UInt64 { prefix(Swift.min(count, 8)).reduce(0) { $0 << 8 | UInt64($1) } }

    /// The same with the lowest byte first.
    func littleEndian(_ count: Int) -> UInt64 { Array(prefix(Swift.min(count, 8)).reversed()).number() }
}
