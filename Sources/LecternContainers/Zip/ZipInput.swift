// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The bytes of an archive, with its tail and its head in memory.  The central directory is in the tail.  In the head,
/// a book has `mimetype`, `container.xml` and often its package document.
public struct ZipInput: Sendable {
    /// A file up to this size is read with one read, and then not accessed again.
    private static let smallFile: UInt64 = 16 << 10
    /// Large enough for the end record and, in a book with a few dozen entries, the central directory.
    private static let shortTail: UInt64 = 4 << 10
    private static let head: UInt64 = 4 << 10

    let source: any ByteSource
    let size: UInt64
    private let head: PinnedBytes
    private var tail: PinnedBytes
    private var tailStart: UInt64

    /// Reads the beginning of a file, as much as opening an archive needs.  A caller that reads it for other reasons
    /// passes it on.
    public static func beginning(of source: any ByteSource, or known: ByteBuffer? = nil) throws(Failure) -> ByteBuffer {
        if let known { return known }
        let size = try source.size()
        return try source.buffer(at: 0, count: size <= smallFile && source.bytes == nil ? size : min(size, head))
    }

    /// - Parameter beginning: the result of `beginning(of:)`, if it was read before.
    init(_ source: any ByteSource, beginning: ByteBuffer? = nil) throws(Failure) {
        size = try source.size()
        // Leaves room for additions without overflow.  No file is nearly as large.
        guard size <= 1 << 62 else { throw Failure(.io, "The file is too large.") }
        if let bytes = source.bytes {
            self.source = source
            tail = bytes
            head = bytes
            tailStart = 0
        } else if size <= ZipInput.smallFile {
            let memory = MemorySource(try ZipInput.beginning(of: source, or: beginning))
            self.source = memory
            tail = memory.bytes ?? PinnedBytes(UnsafeRawBufferPointer(start: nil, count: 0), owner: memory)
            head = tail
            tailStart = 0
        } else {
            self.source = source
            tailStart = size - ZipInput.shortTail
            tail = PinnedBytes(try source.buffer(at: tailStart, count: ZipInput.shortTail))
            head = PinnedBytes(try ZipInput.beginning(of: source, or: beginning))
        }
    }

    /// The part of the tail that has been read, and its offset.
    var end: (bytes: PinnedBytes, start: UInt64) { (tail, tailStart) }

    /// Extends the tail to at least `count` bytes, or to the whole file.
    mutating func extendTail(to count: UInt64) throws(Failure) {
        guard size - tailStart < min(count, size) else { return }
        tailStart = size - min(count, size)
        tail = PinnedBytes(try source.buffer(at: tailStart, count: size - tailStart))
    }

    /// The `count` bytes at `offset`, from memory if possible; nil if they are not completely inside the file.
    func bytes(at offset: UInt64, count: UInt64) throws(Failure) -> PinnedBytes? {
        let (end, overflow) = offset.addingReportingOverflow(count)
        guard !overflow, end <= size else { return nil }
        if offset >= tailStart { return tail.slice(Int(offset - tailStart)..<Int(end - tailStart)) }
        if end <= UInt64(head.count) { return head.slice(Int(offset)..<Int(end)) }
        return PinnedBytes(try source.buffer(at: offset, count: count))
    }

    /// Whether the four bytes at `offset` are `signature`.
    func has(_ signature: UInt32, at offset: UInt64) throws(Failure) -> Bool {
        guard let bytes = try bytes(at: offset, count: 4) else { return false }
        return try bytes.withBytes { (bytes) throws(Failure) in
            var reader = ByteReader(bytes)
            return try reader.u32() == signature
        }
    }
}
