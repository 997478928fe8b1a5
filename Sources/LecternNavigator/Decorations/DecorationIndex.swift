// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds decorations by id: a hash table of positions, with linear probing.
///
/// It compares the bytes of ids as JSON spells them.  A dictionary of strings would have to create the strings, and
/// would treat canonically equivalent ids as equal.
struct DecorationIndex: Sendable {
    /// Positions plus one; 0 is free.  Their number is a power of two, and at most half of them are taken.
    private var slots: [Int32]
    /// Those of all ids, by position.
    let hashes: [UInt32]
    /// For each decoration, whether a later one has the same id; nil when there is none like that.
    private(set) var replaced: [Bool]?

    /// - Parameter haveSameID: whether the ids at two positions, which have the same hash, are the same.
    init(_ hashes: [UInt32], haveSameID: (Int, Int) -> Bool) {
        self.hashes = hashes
        var size = 16
        while size < hashes.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for position in hashes.indices {
            let slot = slot(hashes[position]) { haveSameID($0, position) }
            if slots[slot] > 0 {
                if replaced == nil { replaced = Array(repeating: false, count: hashes.count) }
                replaced?[Int(slots[slot]) - 1] = true
            }
            slots[slot] = Int32(truncatingIfNeeded: position + 1)
        }
    }

    /// - Parameter hasID: whether the id at a position is the one that is looked for.
    func position(_ hash: UInt32, hasID: (Int) -> Bool) -> Int? {
        let found = slots[slot(hash, hasID: hasID)]
        return found > 0 ? Int(found) - 1 : nil
    }

    /// The slot with this id, or else the free one where it belongs.
    private func slot(_ hash: UInt32, hasID: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] > 0 {
            let position = Int(slots[slot]) - 1
            if hashes[position] == hash, hasID(position) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    /// Seeded at random in each process, so that no list of ids can be made to collide; no order depends on it.
    static func hash(_ id: UnsafeBufferPointer<UInt8>) -> UInt32 {
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
