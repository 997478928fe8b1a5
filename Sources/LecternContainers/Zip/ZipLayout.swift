// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Where the parts of an archive are in its file, which is not always where the archive says.
struct ZipLayout {
    /// The central directory, and perhaps something behind it.
    let directory: Range<UInt64>
    /// What to add to the offsets that the archive declares: more than 0, if something was put in front of it.
    let shift: Int64
    /// The number of entries that the archive declares, modulo 65536 unless it `isLarge`.
    let declaredEntries: UInt64
    let isLarge: Bool
    /// What was wrong and survived.
    private(set) var warnings: [Warning] = []

    /// Anyone can put any number of end records into a comment; so many are looked at.
    private static let maxCandidates = 64
    /// An end record with the longest comment.
    private static let longestTail = ZipEndRecord.fixedSize + 0xFFFF
    /// The directory of some ten thousand entries, with what is behind it.
    private static let usualTail: UInt64 = 1 << 20

    /// Finds the end record, going backwards from the end of the file.
    ///
    /// The one whose comment ends with the file counts; if there is none, the last one with something behind it.  The
    /// end record of an empty archive counts only if there is no other.
    static func find(in input: inout ZipInput) throws(Failure) -> ZipLayout {
        var failure: Failure?
        var empty: ZipLayout?
        var left = maxCandidates
        // The first look takes what is there already, and nearly always finds it.
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

    /// The last end record that begins before `below`, and whose comment ends with the file or, not `isExact`, doesn't.
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

    /// What an end record means.  Of an empty archive the directory is empty.
    private init(_ input: inout ZipInput, endRecord position: UInt64) throws(Failure) {
        let record = try ZipEndRecord(input, at: position)
        // The usual directory comes with one read, together with everything behind it.
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
            warnings.append(Warning(.minor, "The end record of the ZIP archive is not at its end.", path: []))
        }
    }

    /// Where the central directory begins and how far offsets are shifted, if anything there looks like one.
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
        // The size or the offset is wrong, or something stands before the archive: the first local header tells.
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

    /// A declared offset as a place in the file.  Nothing, if no file has such a place.
    static func shifted(_ offset: UInt64, by shift: Int64) -> UInt64? {
        guard let offset = Int64(exactly: offset) else { return nil }
        let (place, overflow) = offset.addingReportingOverflow(shift)
        return overflow ? nil : UInt64(exactly: place)
    }

    private mutating func warnPlace(_ record: ZipEndRecord) {
        if shift > 0 {
            warnings.append(Warning(.minor, "There are \(shift) bytes in front of the ZIP archive.", path: []))
        } else if shift < 0 {
            warnings.append(Warning(.moderate, "The first \(-shift) bytes of the ZIP archive are missing.", path: []))
        } else if directory.lowerBound != record.directoryOffset || UInt64(directory.count) != record.directorySize {
            let text = "The end record of the ZIP archive gives a wrong place or size for the central directory."
            warnings.append(Warning(.minor, text, path: []))
        }
    }
}
