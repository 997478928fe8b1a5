// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The bytes of a file that pdfium can access: those that have been read so far.
///
/// pdfium requests bytes while it works and holds the lock.  No callback of a host may run then, so it only gets bytes
/// that have already been read.  If it requests others, its work fails, the missing range is read after the lock is
/// released, and pdfium starts again.  The ranges grow, so this ends after a few attempts: opening a document needs its
/// beginning, its end, and what these two refer to.
public final class PDFBytes {
    let length: UInt64
    /// The range that pdfium has requested and not received.
    public private(set) var missing: Range<UInt64>?
    /// The number of bytes read from a source that is not in memory.
    private(set) var fetched: UInt64 = 0

    private let source: any ByteSource
    private var parts: [(offset: UInt64, bytes: PinnedBytes)] = []
    private var budget: ReadBudget
    private var step = PDFBytes.firstStep

    /// A file up to this size is read as a whole.
    private static let small: UInt64 = 1 << 20
    private static let firstStep: UInt64 = 128 << 10
    private static let page: UInt64 = 4096
    /// The maximum number of bytes held at once.  If the cross-references are damaged, pdfium scans the whole file
    /// repeatedly.
    private static let most: UInt64 = 128 << 20

    public init(_ source: any ByteSource, limits: Limits) throws(Failure) {
        self.source = source
        length = try source.size()
        budget = ReadBudget(limits)
        guard length <= UInt64(Int64.max) else { throw Failure(.limit, "The file is too large.") }
        if let bytes = source.bytes {
            parts = [(0, bytes)]
        } else if length <= PDFBytes.small {
            try fetch(0..<length)
        } else {
            try fetch(0..<PDFBytes.page)
            try fetch((length - PDFBytes.firstStep)..<length)
        }
    }

    /// Reads the missing range and some bytes after it.
    public func fetchMissing() throws(Failure) {
        try fetchMissing(step)
        step = Swift.min(step * 4, PDFBytes.most / 4)
    }

    private func fetchMissing(_ step: UInt64) throws(Failure) {
        guard let missing else { return }
        self.missing = nil
        let start = missing.lowerBound - missing.lowerBound % PDFBytes.page
        let wanted = Swift.max(missing.upperBound, start + Swift.min(step, length - start))
        let next = parts.lazy.map(\.offset).filter { $0 > missing.lowerBound }.min() ?? length
        try fetch(start..<Swift.min(wanted, Swift.max(next, missing.lowerBound + 1)))
    }

    private func fetch(_ range: Range<UInt64>) throws(Failure) {
        let count = range.upperBound - range.lowerBound
        let most = Swift.min(PDFBytes.most, budget.limits.maxEntrySize)
        guard fetched + count <= most else {
            throw Failure(.limit, "The call would read more than \(most) bytes of the PDF.")
        }
        fetched += count
        parts.append((range.lowerBound, PinnedBytes(try source.buffer(range, budget: &budget))))
    }

    // MARK: Access by Lectern

    private static let smallStep: UInt64 = 8 << 10

    /// Reads `count` bytes at `offset`, or fewer at the end of the file.  Missing bytes are fetched immediately.
    func read(at offset: UInt64, count: Int) throws(Failure) -> [UInt8] {
        guard offset < length, count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(Swift.min(UInt64(count), length - offset)))
        while !bytes.withUnsafeMutableBytes({ copy(at: offset, to: $0) }) { try fetchMissing(PDFBytes.smallStep) }
        return bytes
    }

    // MARK: Access by pdfium

    /// Copies the bytes at `offset`.  Returns false if some of them are missing.  After that it always returns false,
    /// so that pdfium soon gives up.
    public func copy(at offset: UInt64, to target: UnsafeMutableRawBufferPointer) -> Bool {
        guard missing == nil else { return false }
        var done = 0
        while done < target.count {
            let place = offset + UInt64(done)
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
            let count = copyPart(at: place, to: rest)
            guard count > 0 else {
                let end = Swift.min(length, offset + UInt64(target.count))
                if place < end { missing = place..<end }
                return false
            }
            done += count
        }
        return true
    }

    private func copyPart(at place: UInt64, to target: UnsafeMutableRawBufferPointer) -> Int {
        for (offset, bytes) in parts where place >= offset && place - offset < UInt64(bytes.count) {
            return bytes.withBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Int(place - offset)).prefix(target.count))
                target.copyMemory(from: part)
                return part.count
            }
        }
        return 0
    }
}

/// FPDF_FILEACCESS, with which pdfium reads a file.  The members have the order of the C struct, and each has the size
/// of a pointer.
struct PDFFileAccess {
    let length: UInt
    let getBlock: @convention(c) (UnsafeMutableRawPointer?, UInt, UnsafeMutablePointer<UInt8>?, UInt) -> Int32
    let bytes: UnsafeMutableRawPointer

    init(_ bytes: PDFBytes) {
        length = UInt(bytes.length)
        self.bytes = Unmanaged.passUnretained(bytes).toOpaque()
        getBlock = { bytes, offset, target, count in
            guard let bytes, let target, let count = Int(exactly: count), offset <= UInt(Int64.max) else { return 0 }
            let space = UnsafeMutableRawBufferPointer(start: target, count: count)
            return Unmanaged<PDFBytes>.fromOpaque(bytes).takeUnretainedValue().copy(at: UInt64(offset), to: space)
                ? 1 : 0
        }
    }
}
