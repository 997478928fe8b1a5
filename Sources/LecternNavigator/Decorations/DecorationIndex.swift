// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds decorations by id: a hash table of positions, with linear probing.
///
/// It compares the bytes of ids as JSON spells them.  A dictionary of strings would have to create the strings, and
/// would treat canonically equivalent ids as equal.
struct DecorationIndex: Sendable {
    /// Positions plus one; 0 is free.  Their number is a power of two, and at most half of them are taken.
    private var slots: [Int32]
    private var hashes: [UInt32] = []
    /// For each decoration, whether a later one has the same id; nil when there is none like that.
    private(set) var replaced: [Bool]?

    init(_ decorations: [Decoration]) {
        var size = 16
        while size < decorations.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        hashes.reserveCapacity(decorations.count)
        for (position, decoration) in decorations.enumerated() {
            let id = decoration.bytes(at: decoration.places.id)
            let hash = DecorationIndex.hash(id)
            hashes.append(hash)
            let slot = slot(of: id, hash, in: decorations)
            if slots[slot] > 0 {
                if replaced == nil { replaced = Array(repeating: false, count: decorations.count) }
                replaced?[Int(slots[slot]) - 1] = true
            }
            slots[slot] = Int32(truncatingIfNeeded: position + 1)
        }
    }

    func hash(at position: Int) -> UInt32 { hashes[position] }

    /// - Parameter decorations: those that this index was made from.
    func position(of id: UnsafeBufferPointer<UInt8>, hash: UInt32, in decorations: [Decoration]) -> Int? {
        let found = slots[slot(of: id, hash, in: decorations)]
        return found > 0 ? Int(found) - 1 : nil
    }

    func position(ofID id: String, in decorations: [Decoration]) -> Int? {
        let text = JSONWriter.text(of: .string(id))
        defer { withExtendedLifetime(text) {} }
        let bytes = UnsafeBufferPointer(start: text.base, count: text.count)
        return position(of: bytes, hash: DecorationIndex.hash(bytes), in: decorations)
    }

    /// The slot with this id, or else the free one where it belongs.
    private func slot(of id: UnsafeBufferPointer<UInt8>, _ hash: UInt32, in decorations: [Decoration]) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] > 0 {
            let position = Int(slots[slot]) - 1
            if hashes[position] == hash, decorations[position].hasID(id) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    /// Seeded at random in each process, so that no list of ids can be made to collide; no order depends on it.
    private static func hash(_ id: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(id))
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}

extension Decoration {
    /// - Parameter id: as JSON spells it, with its quotes.
    func hasID(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        withExtendedLifetime(text) { bytes(at: places.id).hasSameBytes(as: id) }
    }
}
