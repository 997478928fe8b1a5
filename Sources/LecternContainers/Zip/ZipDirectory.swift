// SPDX-License-Identifier: BSD-3-Clause

import CMemory
import LecternModel

/// The entries of an archive, as its central directory lists them.
///
/// An entry takes 16 bytes that refer to the central directory, which stays in memory as it was read.  An archive with
/// thousands of entries is opened with one read and one pass over the directory.
struct ZipDirectory: ~Copyable, Sendable {
    /// An entry: the positions of its record and of its decoded name.
    struct Slot {
        let record: UInt32
        let name: UInt32
        let nameCount: UInt32
        var overlaps = false

        var nameRange: Range<Int> { Int(name)..<(Int(name) + Int(nameCount)) }
    }

    /// The central directory, followed by the names that had to be decoded.
    private let bytes: PinnedBytes
    let slots: [Slot]
    /// Maps the record of an entry that shares its data with other entries to the first of these records.
    private let shared: [UInt32: UInt32]
    private let index: NameIndex

    /// Indexes the entries that `walk` found in `directory`.  The first of several entries with the same name is kept.
    init(_ walk: ZipWalk, of directory: PinnedBytes, findings: inout Findings<ZipFinding>) throws(Failure) {
        let bytes = walk.decoded.isEmpty ? directory : ZipDirectory.join(directory, walk.decoded)
        var slots: [Slot] = []
        slots.reserveCapacity(walk.slots.count)
        index = try bytes.withBytes { (bytes) throws(Failure) -> NameIndex in
            var index = NameIndex(capacity: walk.slots.count)
            for slot in walk.slots {
                let value = Int32(truncatingIfNeeded: slots.count)
                if try index.insert(slot.nameRange, value: value, in: bytes) == nil {
                    slots.append(slot)
                } else {
                    findings.note(.duplicate, ZipDirectory.text(slot.nameRange, in: bytes))
                }
            }
            return index
        }
        self.slots = slots
        shared = walk.shared
        self.bytes = bytes
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { bytes.withBytes(body) }

    /// The position in `slots` of the entry with this name.
    func find(_ name: UnsafeRawBufferPointer) -> Int32? {
        bytes.withBytes { index.value(of: name, in: $0) }
    }

    /// The record of the entry at a position.
    func record(at position: Int32) -> ZipRecord? {
        guard slots.indices.contains(Int(position)) else { return nil }
        return bytes.withBytes { ZipRecord($0, at: Int(slots[Int(position)].record)) }
    }

    /// The decoded name of the entry at a position.
    func name(at position: Int32) -> String {
        guard slots.indices.contains(Int(position)) else { return "" }
        return bytes.withBytes { ZipDirectory.text(slots[Int(position)].nameRange, in: $0) }
    }

    /// Calls `body` with each decoded name, in order.
    func forEachName(_ body: (UnsafeRawBufferPointer) -> Void) {
        bytes.withBytes { bytes in
            for slot in slots where slot.nameRange.upperBound <= bytes.count {
                body(UnsafeRawBufferPointer(rebasing: bytes[slot.nameRange]))
            }
        }
    }

    /// Whether the data of the entry at a position overlaps other entries.
    func overlaps(at position: Int32) -> Bool {
        slots.indices.contains(Int(position)) && slots[Int(position)].overlaps
    }

    /// The first record with the same data as the entry at a position, possibly its own; nil if no data is shared.
    func place(at position: Int32) -> UInt32? {
        guard !shared.isEmpty, slots.indices.contains(Int(position)) else { return nil }
        let record = slots[Int(position)].record
        return shared[record] ?? record
    }

    /// Whether `name` equals the raw name of a record.
    func hasRawName(_ record: ZipRecord, _ name: UnsafeRawBufferPointer) -> Bool {
        bytes.withBytes { bytes in
            let known = UnsafeRawBufferPointer(rebasing: bytes[record.name])
            guard known.count == name.count, let ours = known.baseAddress, let theirs = name.baseAddress else {
                return known.isEmpty && name.isEmpty
            }
            return memory_equal(ours, theirs, known.count)
        }
    }

    static func text(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> String {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return "" }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private static func join(_ directory: PinnedBytes, _ decoded: [UInt8]) -> PinnedBytes {
        directory.withBytes { directory in
            let joined = Array(directory) + decoded
            return PinnedBytes(joined.withUnsafeBytes { ByteBuffer(copying: $0) })
        }
    }
}
