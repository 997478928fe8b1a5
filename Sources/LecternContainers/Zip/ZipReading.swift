// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternSystem

extension ZipContainer {
    /// An entry up to this size is read together with its local header, and inflated as a whole even for a range of it.
    private static let smallEntry: UInt64 = 256 << 10
    /// Compressed data up to this size is read into memory as a whole.  Larger data is streamed.
    private static let largeEntry: UInt64 = 16 << 20

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        let record = try readableRecord(of: entry, budget.limits)
        guard record.size <= budget.limits.maxEntrySize else {
            throw Failure(.limit, "The entry is larger than \(budget.limits.maxEntrySize) bytes.")
        }
        try budget.charge(record.size)
        let buffer = record.isCompressed ? try inflated(entry, record) : try stored(entry, record)
        guard buffer.withBytes({ CRC32.of($0) }) == record.checksum else {
            throw Failure(.format, "The checksum of the entry is wrong.")
        }
        return buffer
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        let record = try readableRecord(of: entry, budget.limits)
        let range = range.clamped(to: 0..<record.size)
        let count = range.upperBound - range.lowerBound
        guard count > 0 else { return ByteBuffer("") }
        guard count <= budget.limits.maxEntrySize else {
            throw Failure(.limit, "The range is larger than \(budget.limits.maxEntrySize) bytes.")
        }
        if !record.isCompressed {
            try budget.charge(count)
            let start = try dataStart(of: entry, record)
            return try input.source.buffer(at: start + range.lowerBound, count: count)
        }
        if record.size <= min(ZipContainer.smallEntry, budget.limits.maxEntrySize) {
            return try read(entry, budget: &budget).slice(range)
        }
        // The budget is charged from the start of the entry, so that the result does not depend on earlier reads.
        try budget.charge(range.upperBound)
        let waiting = suspended.take(entry.index, notBeyond: range.lowerBound)
        let stream = if let waiting { waiting } else { try inflateStream(entry, record) }
        try stream.skip(to: range.lowerBound)
        let buffer = try ByteBuffer(claiming: count) { (space) throws(Failure) in
            guard try stream.read(into: space) == space.count else { throw ZipContainer.tooShort }
        }
        if stream.position < record.size { suspended.put(stream, entry.index) }
        return buffer
    }

    // MARK: Contents

    private func stored(_ entry: ContainerEntry, _ record: ZipRecord) throws(Failure) -> ByteBuffer {
        if record.size <= ZipContainer.smallEntry {
            return try data(of: entry, record).withBytes { ByteBuffer(copying: $0) }
        }
        return try input.source.buffer(at: try dataStart(of: entry, record), count: record.size)
    }

    private func inflated(_ entry: ContainerEntry, _ record: ZipRecord) throws(Failure) -> ByteBuffer {
        if record.storedSize <= ZipContainer.largeEntry || input.source.bytes != nil {
            let data = try data(of: entry, record)
            return try ByteBuffer(claiming: record.size) { (space) throws(Failure) in
                try data.withBytes { (bytes) throws(Failure) in try Inflater.shared.inflate(bytes, into: space) }
            }
        }
        let stream = try inflateStream(entry, record)
        return try ByteBuffer(claiming: record.size) { (space) throws(Failure) in
            guard try stream.read(into: space) == space.count else { throw ZipContainer.tooShort }
            var more: UInt8 = 0
            let count = try withUnsafeMutableBytes(of: &more) { (byte) throws(Failure) in try stream.read(into: byte) }
            guard count == 0 else { throw Failure(.format, "The compressed data is longer than declared.") }
        }
    }

    private func inflateStream(_ entry: ContainerEntry, _ record: ZipRecord) throws(Failure) -> InflateStream {
        let start = try dataStart(of: entry, record)
        return try InflateStream(input.source, range: start..<(start + record.storedSize))
    }

    private static var tooShort: Failure { Failure(.format, "The compressed data is shorter than declared.") }

    // MARK: Finding the data

    /// The record of an entry, if according to the central directory the entry can be read.
    private func readableRecord(of entry: ContainerEntry, _ limits: Limits) throws(Failure) -> ZipRecord {
        guard let record = directory.record(at: entry.index) else {
            throw Failure(.internal, "The entry does not belong to this ZIP archive.")
        }
        if record.isEncrypted { throw Failure(.protected, "The entry is encrypted.") }
        guard record.hasKnownMethod else {
            throw Failure(.unsupported, "The entry is compressed with method \(record.method), not with DEFLATE.")
        }
        if record.isDamaged || (!record.isCompressed && record.size != record.storedSize) {
            throw Failure(.format, "The sizes of the entry are damaged.")
        }
        guard record.isCompressed else { return record }
        guard Inflate.isPlausible(length: record.size, stored: record.storedSize) else {
            throw Failure(.format, "The entry declares a larger size than its compressed data can have.")
        }
        let (most, overflow) = record.storedSize.multipliedReportingOverflow(by: limits.maxRatio)
        guard overflow || record.size <= most else {
            throw Failure(.limit, "The compression ratio of the entry is greater than \(limits.maxRatio).")
        }
        return record
    }

    /// The offset of the data of an entry.  All of the data is inside the file.
    private func dataStart(of entry: ContainerEntry, _ record: ZipRecord) throws(Failure) -> UInt64 {
        let (place, _, header) = try localHeader(of: entry, record, ahead: UInt64(record.name.count))
        return try checkInside(place + UInt64(header), record)
    }

    /// The stored data of an entry.  It takes one read, if the local header is as long as expected.
    private func data(of entry: ContainerEntry, _ record: ZipRecord) throws(Failure) -> PinnedBytes {
        // Extra fields are often slightly longer here than in the central directory.
        let around = record.name.count + record.extra.count + 64
        let small = record.storedSize <= ZipContainer.smallEntry ? record.storedSize : 0
        let (place, bytes, header) = try localHeader(of: entry, record, ahead: UInt64(around) + small)
        let start = try checkInside(place + UInt64(header), record)
        let end = header + Int(record.storedSize)
        if end <= bytes.count, let data = bytes.slice(header..<end) { return data }
        guard let data = try input.bytes(at: start, count: record.storedSize) else { throw ZipContainer.outside }
        return data
    }

    /// The offset of the local header, its bytes with some that follow it, and its size.
    private func localHeader(
        of entry: ContainerEntry, _ record: ZipRecord, ahead: UInt64
    ) throws(Failure) -> (place: UInt64, bytes: PinnedBytes, size: Int) {
        guard let place = ZipLayout.shifted(record.offset, by: shift), place < input.size,
            let bytes = try input.bytes(
                at: place, count: min(UInt64(ZipLocalHeader.fixedSize) + ahead, input.size - place))
        else { throw ZipContainer.outside }
        let size = try bytes.withBytes { (bytes) throws(Failure) in
            let header = try ZipLocalHeader(bytes)
            let hasSameName = directory.hasRawName(record, header.name)
            // If entries overlap, those that agree with their local header are valid.
            if directory.overlaps(at: entry.index),
                !hasSameName || header.storedSize.map({ UInt64($0) != record.storedSize }) ?? false
            {
                throw Failure(.format, "The entry overlaps another one.")
            }
            if !hasSameName {
                warn(.moderate, "The entry has a different name in its local header.", entry)
            }
            if header.method != record.method {
                warn(.minor, "The entry has a different compression method in its local header.", entry)
            }
            return header.size
        }
        return (place, bytes, size)
    }

    private func checkInside(_ start: UInt64, _ record: ZipRecord) throws(Failure) -> UInt64 {
        let (end, overflow) = start.addingReportingOverflow(record.storedSize)
        guard !overflow, end <= input.size else { throw ZipContainer.outside }
        return start
    }

    private static var outside: Failure { Failure(.format, "The entry lies outside of the file.") }
}

extension ByteBuffer {
    /// Returns a copy of a range of the bytes.
    fileprivate func slice(_ range: Range<UInt64>) -> ByteBuffer {
        withBytes { bytes in
            let range = range.clamped(to: 0..<UInt64(bytes.count))
            let part = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
            return ByteBuffer(copying: UnsafeRawBufferPointer(rebasing: part))
        }
    }
}
