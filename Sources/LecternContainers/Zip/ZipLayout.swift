// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The positions of the parts of an archive in its file, which may differ from what the archive declares.
struct ZipLayout {
    /// The central directory, and possibly some data after it.
    let directory: Range<UInt64>
    /// The number to add to the declared offsets: more than 0 if there is other data before the archive.
    let shift: Int64
    /// The declared number of entries, modulo 65536 unless `isLarge` is true.
    let declaredEntries: UInt64
    let isLarge: Bool
    /// Problems that did not prevent opening.
    private(set) var warnings: [Warning] = []

    /// The maximum number of end records to try: a crafted comment can contain any number of them.
    private static let maxCandidates = 64
    /// The size of an end record with the longest possible comment.
    private static let longestTail = ZipEndRecord.fixedSize + 0xFFFF
    /// Enough for a directory of some ten thousand entries and the data after it.
    private static let usualTail: UInt64 = 1 << 20

    /// Finds the end record, searching backwards from the end of the file.
    ///
    /// The record whose comment ends at the end of the file is used; if there is none, the last record that is followed
    /// by other data.  The end record of an empty archive is only used if there is no other.
    static func find(in input: inout ZipInput) throws(Failure) -> ZipLayout {
        var failure: Failure?
        var empty: ZipLayout?
        var left = maxCandidates
        // The first pass uses the tail that has been read already, and almost always finds the record.
        for (isExact, tail) in [(true, 0), (true, longestTail), (false, longestTail)] {
            try input.extendTail(to: UInt64(tail))
            let (bytes, start) = input.end
            var below = bytes.count
            while left > 0, let place = bytes.withBytes({ candidate(in: $0, below: below, isExact: isExact) }) {
                below = place
                left -= 1
                do throws(Failure) {
                    let layout = try ZipLayout(&input, endRecord: start + UInt64(place))
                    if !layout.directory.isEmpty { return layout }
                    empty = empty ?? layout
                } catch {
                    guard error.status == .format || error.status == .unsupported else { throw error }
                    failure = failure ?? error
                }
            }
        }
        if let empty { return empty }
        throw failure ?? Failure(.format, "The ZIP archive has no end record: it is damaged or incomplete.")
    }

    /// Finds the last end record that begins before `below`.  If `isExact` is true, its comment must end at the end of
    /// the file; otherwise it must not.
    private static func candidate(in tail: UnsafeRawBufferPointer, below: Int, isExact: Bool) -> Int? {
        let last = tail.count - ZipEndRecord.fixedSize
        var place = min(below - 1, last)
        while place >= max(0, tail.count - longestTail) {
            let signature = UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            if signature == ZipEndRecord.signature {
                let comment = UInt16(littleEndian: tail.loadUnaligned(fromByteOffset: place + 20, as: UInt16.self))
                if (Int(comment) == last - place) == isExact { return place }
            }
            place -= 1
        }
        return nil
    }

    /// Interprets an end record.  The directory of an empty archive is empty.
    private init(_ input: inout ZipInput, endRecord position: UInt64) throws(Failure) {
        let record = try ZipEndRecord(input, at: position)
        // A directory of usual size is read with one read, together with everything after it.
        let (tail, overflow) = (input.size - record.directoryEnd).addingReportingOverflow(record.directorySize)
        if !overflow, tail <= ZipLayout.usualTail { try input.extendTail(to: tail) }
        declaredEntries = record.entries
        isLarge = record.isLarge
        if let (start, shift) = try ZipLayout.place(of: record, in: input) {
            directory = start..<record.directoryEnd
            self.shift = shift
            warnPlace(record)
        } else if record.entries == 0 {
            directory = record.directoryEnd..<record.directoryEnd
            shift = 0
        } else {
            throw Failure(.format, "The central directory of the ZIP archive is not where its end record says.")
        }
        if record.commentEnd != input.size {
            warnings.append(
                Warning(.minor, "The end record of the ZIP archive is not at the end of the file.", path: []))
        }
    }

    /// Returns the position of the central directory and the shift of the offsets, or nil if there is no central
    /// directory.
    private static func place(
        of record: ZipEndRecord, in input: ZipInput
    ) throws(Failure) -> (start: UInt64, shift: Int64)? {
        var places: [(start: UInt64, shift: Int64)] = []
        func consider(_ start: UInt64, _ shift: Int64) throws(Failure) {
            guard start < record.directoryEnd, try input.has(ZipRecord.signature, at: start) else { return }
            places.append((start, shift))
        }
        let (bySize, underflow) = record.directoryEnd.subtractingReportingOverflow(record.directorySize)
        let declared = record.directoryOffset
        if !underflow {
            if bySize == declared {
                try consider(bySize, 0)
                if let place = places.first { return place }
            }
            if let from = Int64(exactly: declared), let to = Int64(exactly: bySize) { try consider(bySize, to - from) }
        }
        try consider(declared, 0)
        if !underflow { try consider(bySize, 0) }
        // Either the size or the offset is wrong, or there is other data before the archive.  The first local header
        // decides.
        for place in places where try leadsToLocalHeader(place.start, place.shift, in: input) { return place }
        return places.last { $0.shift == 0 && $0.start == declared } ?? places.first
    }

    private static func leadsToLocalHeader(
        _ start: UInt64, _ shift: Int64, in input: ZipInput
    ) throws(Failure) -> Bool {
        guard let bytes = try input.bytes(at: start, count: UInt64(ZipRecord.fixedSize)) else { return false }
        let offset = try bytes.withBytes { (bytes) throws(Failure) in
            var reader = ByteReader(bytes)
            try reader.skip(42)
            return try reader.u32()
        }
        guard let place = ZipLayout.shifted(UInt64(offset), by: shift) else { return false }
        return try input.has(ZipLocalHeader.signature, at: place)
    }

    /// Converts a declared offset to a position in the file; nil if it is out of range.
    static func shifted(_ offset: UInt64, by shift: Int64) -> UInt64? {
        guard let offset = Int64(exactly: offset) else { return nil }
        let (place, overflow) = offset.addingReportingOverflow(shift)
        return overflow ? nil : UInt64(exactly: place)
    }

    private mutating func warnPlace(_ record: ZipEndRecord) {
        if shift > 0 {
            warnings.append(Warning(.minor, "There are \(shift) bytes before the ZIP archive.", path: []))
        } else if shift < 0 {
            warnings.append(Warning(.moderate, "The first \(-shift) bytes of the ZIP archive are missing.", path: []))
        } else if directory.lowerBound != record.directoryOffset || UInt64(directory.count) != record.directorySize {
            let text = "The end record of the ZIP archive has a wrong offset or size for the central directory."
            warnings.append(Warning(.minor, text, path: []))
        }
    }
}
