// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The records of a Palm database (PDB), read in ranges.
struct PalmDatabase {
    private let source: any ByteSource
    private let size: UInt64
    private let offsets: [UInt64]
    /// In bytes, of the records that may still be read: those of a damaged file may overlap.
    private var left: UInt64
    /// The part of the file that was read last, since records are small and read in order.
    private var window: (start: UInt64, bytes: [UInt8]) = (0, [])

    private static let header: UInt64 = 78
    private static let windowSize: UInt64 = 256 << 10
    /// In bytes, of a record that is held in memory.
    private static let maxRecord: UInt64 = 4 << 20
    private static let maxTotal: UInt64 = 128 << 20

    init(_ source: any ByteSource, _ limits: Limits) throws(Failure) {
        self.source = source
        size = try source.size()
        left = min(PalmDatabase.maxTotal, limits.maxTotalInflated)
        let head = KindleRecord(try source.buffer(at: 0, count: min(size, PalmDatabase.header)))
        guard let count = head.u16(76), count > 0 else { throw Failure(.format, "The Kindle book has no records.") }
        let length = UInt64(count) * 8
        guard PalmDatabase.header + length <= size else {
            throw Failure(.format, "The list of the \(count) records of the Kindle book is longer than the file.")
        }
        let table = KindleRecord(try source.buffer(at: PalmDatabase.header, count: length))
        offsets = (0..<count).map { UInt64(table.u32($0 * 8) ?? 0) }
    }

    var count: Int { offsets.count }

    /// The bytes of a record; nil if there is no such record, or its offsets lead outside of the file.
    func range(_ number: Int) -> Range<UInt64>? {
        guard offsets.indices.contains(number) else { return nil }
        let start = offsets[number]
        let end = number + 1 < offsets.count ? min(offsets[number + 1], size) : size
        return start < end ? start..<end : nil
    }

    /// Reads a record, or its beginning.
    mutating func record(_ number: Int, most: UInt64 = maxRecord) throws(Failure) -> KindleRecord? {
        guard let range = range(number) else { return nil }
        let length = range.upperBound - range.lowerBound
        if most == PalmDatabase.maxRecord, length > most {
            throw Failure(.limit, "Record \(number) is larger than \(most >> 20) MB.")
        }
        return KindleRecord(try read(range.lowerBound..<range.lowerBound + min(length, most)))
    }

    private mutating func read(_ range: Range<UInt64>) throws(Failure) -> [UInt8] {
        let count = Int(range.upperBound - range.lowerBound)
        guard count <= left else { throw Failure(.limit, "The records of the text are too large.") }
        left -= UInt64(count)
        if range.lowerBound < window.start || range.upperBound > window.start + UInt64(window.bytes.count) {
            // A beginning that is looked at is not worth more than itself.
            let length = count < 256 ? UInt64(count) : max(UInt64(count), PalmDatabase.windowSize)
            let end = min(size, range.lowerBound + length)
            let buffer = try source.buffer(at: range.lowerBound, count: end - range.lowerBound)
            window = (range.lowerBound, buffer.withBytes { Array($0) })
        }
        let start = Int(range.lowerBound - window.start)
        return Array(window.bytes[start..<start + count])
    }

    /// A record as the content of a file.
    func content(_ range: Range<UInt64>) -> MadeContainer.Content { .part(source, range) }
}

/// Bytes with numbers in big-endian order.  Reading past the end gives nil.
struct KindleRecord {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ buffer: ByteBuffer) { bytes = buffer.withBytes { Array($0) } }

    var count: Int { bytes.count }

    func u8(_ place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

    func u16(_ place: Int) -> Int? { number(place, 2) }

    func u32(_ place: Int) -> Int? { number(place, 4) }

    private func number(_ place: Int, _ length: Int) -> Int? {
        guard place >= 0, place <= bytes.count - length else { return nil }
        return bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A part of the bytes, as far as they go.
    func slice(_ start: Int, _ length: Int) -> ArraySlice<UInt8> {
        guard start >= 0, length > 0, start < bytes.count else { return [] }
        return bytes[start..<start + min(length, bytes.count - start)]
    }

    func begins(with magic: StaticString, at place: Int = 0) -> Bool {
        let magic = UnsafeBufferPointer(start: magic.utf8Start, count: magic.utf8CodeUnitCount)
        return slice(place, magic.count).elementsEqual(magic)
    }

    /// A number in groups of seven bits; the highest bit marks its last byte.
    func variable(_ place: inout Int, before end: Int) -> Int? {
        var value = 0
        for _ in 0..<5 {
            guard place < end, let byte = u8(place) else { return nil }
            place += 1
            value = value << 7 | byte & 0x7F
            if byte & 0x80 != 0 { return value }
        }
        return nil
    }
}
