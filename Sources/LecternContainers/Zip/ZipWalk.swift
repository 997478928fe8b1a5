// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// One pass over a central directory, which collects the files and checks them for all kinds of problems.
struct ZipWalk {
    private(set) var slots: [ZipDirectory.Slot] = []
    /// Names that had to be decoded or corrected.  Slots refer to them as if they followed the directory.
    private(set) var decoded: [UInt8] = []
    /// Maps the record of an entry that shares its data with other entries to the first of these records.
    private(set) var shared: [UInt32: UInt32] = [:]
    private(set) var findings = Findings<ZipFinding>()
    /// The number of records, including those of directories.
    private(set) var count: UInt64 = 0
    /// Whether the last record extends past the end.
    private(set) var isCutOff = false
    /// The offset of the first entry.
    private(set) var firstPlace = UInt64.max
    /// Raw names that may be in another encoding than the one they were decoded with.
    private(set) var doubtful: [[UInt8]] = []

    /// Decoded names may be longer than the raw ones, and all of them stay in memory.
    private static let maxDecoded = 16 << 20
    /// The maximum number of names that are used to guess the encoding, and their maximum length in bytes.
    private static let (maxDoubtful, longestDoubtful) = (200, 1000)

    private let layout: ZipLayout
    private let fileSize: UInt64
    private let names: ZipNameEncoding
    private var lastEnd: UInt64 = 0
    private var isInOrder = true

    init(
        _ directory: UnsafeRawBufferPointer, _ layout: ZipLayout, fileSize: UInt64, names: ZipNameEncoding,
        limits: Limits
    ) throws(Failure) {
        self.layout = layout
        self.names = names
        self.fileSize = fileSize
        // The declared number of entries is not trusted: no more are reserved than fit into the directory.
        let most = directory.count / ZipRecord.fixedSize
        slots.reserveCapacity(min(most, Int(clamping: layout.declaredEntries)))
        var position = 0
        while let record = ZipRecord(directory, at: position) {
            count += 1
            guard count <= limits.maxEntries else {
                throw Failure(.limit, "The ZIP archive has more than \(limits.maxEntries) entries.")
            }
            try add(record, at: position, in: directory)
            position = record.end
        }
        var rest = ByteReader(UnsafeRawBufferPointer(rebasing: directory[position...]))
        isCutOff = (try? rest.u32()) == ZipRecord.signature
        if !isInOrder { markOverlaps(in: directory) }
    }

    private mutating func add(
        _ record: ZipRecord, at position: Int, in directory: UnsafeRawBufferPointer
    ) throws(Failure) {
        let extent = extent(of: record)
        if extent.lowerBound < lastEnd || extent.upperBound > layout.directory.lowerBound { isInOrder = false }
        lastEnd = extent.upperBound
        firstPlace = min(firstPlace, extent.lowerBound)

        var name = record.name
        var traits = ZipName.traits(UnsafeRawBufferPointer(rebasing: directory[name]))
        let mayHaveUnicodePath = !record.isMarkedUTF8 && record.extra.count > 9
        if mayHaveUnicodePath || !traits.isSubset(of: .directory) {
            name = decode(record, in: directory)
            guard decoded.count <= ZipWalk.maxDecoded else {
                throw Failure(.limit, "The names in the ZIP archive take too much memory.")
            }
            traits = withName(name, in: directory, ZipName.traits)
            if !traits.contains(.directory), !withName(name, in: directory, ZipName.isUsable) {
                guard let plain = withName(name, in: directory, ZipName.plain) else {
                    return note(.unusable, name, in: directory)
                }
                name = append(plain, behind: directory)
                note(.indirect, name, in: directory)
            }
        }
        if traits.contains(.directory) { return }

        if record.isEncrypted {
            note(.encrypted, name, in: directory)
        } else if !record.hasKnownMethod {
            note(.otherMethod, name, in: directory)
        }
        if record.isDamaged {
            note(.damaged, name, in: directory)
        } else if extent.upperBound > fileSize {
            note(.outside, name, in: directory)
        }
        guard let start = UInt32(exactly: position), let nameStart = UInt32(exactly: name.lowerBound) else {
            throw Failure(.limit, "The central directory of the ZIP archive is too large.")
        }
        slots.append(.init(record: start, name: nameStart, nameCount: UInt32(truncatingIfNeeded: name.count)))
    }

    /// The minimum extent of an entry in the file: a local header without a name, and the data.
    private func extent(of record: ZipRecord) -> Range<UInt64> {
        guard let start = ZipLayout.shifted(record.offset, by: layout.shift) else { return .max ..< .max }
        let header = start.addingReportingOverflow(UInt64(ZipLocalHeader.fixedSize))
        let end = header.partialValue.addingReportingOverflow(record.storedSize)
        return start..<(header.overflow || end.overflow ? .max : end.partialValue)
    }

    /// The problems of the directory as a whole.
    var warnings: [Warning] {
        var warnings: [Warning] = []
        let declared = layout.isLarge ? count : count & 0xFFFF
        if isCutOff {
            warnings.append(Warning(.major, "The central directory of the ZIP archive is truncated.", path: []))
        } else if declared != layout.declaredEntries {
            let text = "The ZIP archive declares \(layout.declaredEntries) entries, but has \(count)."
            warnings.append(Warning(.moderate, text, path: []))
        }
        if layout.shift == 0, firstPlace > 0, firstPlace < layout.directory.lowerBound {
            let text = "There are \(firstPlace) bytes before the first entry of the ZIP archive."
            warnings.append(Warning(.minor, text, path: []))
        }
        return warnings
    }

    // MARK: Names

    /// Decodes a name.  Returns a range of the directory or, past its end, of `decoded`.
    private mutating func decode(_ record: ZipRecord, in directory: UnsafeRawBufferPointer) -> Range<Int> {
        var name = record.name
        if !record.isMarkedUTF8, let path = ZipName.unicodePath(of: record, in: directory) {
            name = path
            note(.unicodePath, name, in: directory)
        }
        let raw = UnsafeRawBufferPointer(rebasing: directory[name])
        if ZipName.traits(raw).contains(.nonASCII) {
            let isMarked = record.isMarkedUTF8 || name != record.name
            if doubtful.count < ZipWalk.maxDoubtful, raw.count <= ZipWalk.longestDoubtful,
                ZipNameEncoding.isDoubtful(raw, isMarkedUTF8: isMarked)
            {
                doubtful.append(Array(raw))
            }
            if !isMarked || !ZipName.isUTF8(raw), let text = names.decode(raw) {
                name = append(text, behind: directory)
                note(names.finding, name, in: directory)
            } else if !record.isMarkedUTF8, name == record.name {
                note(.unmarkedUTF8, name, in: directory)
            }
        }
        guard withName(name, in: directory, ZipName.traits).contains(.backslash) else { return name }
        let mapped = withName(name, in: directory) { $0.map { $0 == 0x5C ? 0x2F : $0 } }
        name = append(mapped, behind: directory)
        note(.backslash, name, in: directory)
        return name
    }

    private mutating func append(_ name: [UInt8], behind directory: UnsafeRawBufferPointer) -> Range<Int> {
        let start = directory.count + decoded.count
        decoded += name
        return start..<(start + name.count)
    }

    private func withName<T>(
        _ name: Range<Int>, in directory: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> T
    ) -> T {
        ZipWalk.withName(name, in: directory, decoded, body)
    }

    private static func withName<T>(
        _ name: Range<Int>, in directory: UnsafeRawBufferPointer, _ decoded: [UInt8],
        _ body: (UnsafeRawBufferPointer) -> T
    ) -> T {
        if name.upperBound <= directory.count { return body(UnsafeRawBufferPointer(rebasing: directory[name])) }
        return decoded.withUnsafeBytes { bytes in
            let start = name.lowerBound - directory.count
            return body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + name.count)]))
        }
    }

    private mutating func note(_ kind: ZipFinding, _ name: Range<Int>, in directory: UnsafeRawBufferPointer) {
        let decoded = decoded
        findings.note(
            kind, ZipWalk.withName(name, in: directory, decoded) { String(decoding: $0, as: UTF8.self) })
    }

    // MARK: Overlaps

    /// Marks the entries whose data extends into the next entry or into the directory, and finds entries that share all
    /// of their data.  Some packers store equal files once, and some archives are crafted to make readers inflate the
    /// same data many times.
    private mutating func markOverlaps(in directory: UnsafeRawBufferPointer) {
        var extents: [(place: Range<UInt64>, slot: Int)] = []
        extents.reserveCapacity(slots.count)
        for (place, slot) in slots.enumerated() {
            guard let record = ZipRecord(directory, at: Int(slot.record)) else { continue }
            extents.append((extent(of: record), place))
        }
        extents.sort { ($0.place.lowerBound, $0.slot) > ($1.place.lowerBound, $1.slot) }
        var next = UInt64.max
        var following = UInt64.max
        for (place, slot) in extents {
            if place.lowerBound < next { (next, following) = (place.lowerBound, next) }
            let end = place.lowerBound < layout.directory.lowerBound ? layout.directory.lowerBound : fileSize
            guard place.upperBound > min(following, end), place.upperBound <= fileSize else { continue }
            slots[slot].overlaps = true
            note(.overlapping, slots[slot].nameRange, in: directory)
        }
        var first: (place: Range<UInt64>, slot: Int)?
        for extent in extents.reversed() {
            guard let known = first, known.place == extent.place else {
                first = extent
                continue
            }
            note(.overlapping, slots[extent.slot].nameRange, in: directory)
            if hasSameData(slots[extent.slot], slots[known.slot], directory) {
                shared[slots[extent.slot].record] = slots[known.slot].record
            }
        }
    }

    private func hasSameData(
        _ slot: ZipDirectory.Slot, _ other: ZipDirectory.Slot, _ directory: UnsafeRawBufferPointer
    ) -> Bool {
        guard let a = ZipRecord(directory, at: Int(slot.record)), let b = ZipRecord(directory, at: Int(other.record))
        else {
            return false
        }
        return (a.method, a.size, a.checksum, a.flags & 1) == (b.method, b.size, b.checksum, b.flags & 1)
    }
}
