// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds decorations by id: a hash table of positions, with linear probing.
///
/// It compares the bytes of ids as JSON spells them.  A dictionary of strings would have to create the strings, and
/// would treat canonically equivalent ids as equal.
struct DecorationIndex: Sendable {
    /// Positions plus one; 0 is free.  Their number is a power of two, and at most half of them are taken.
    private var slots: [Int32]
    /// For each decoration, whether a later one has the same id; nil when there is none like that.
    private(set) var replaced: [Bool]?

    /// - Parameter haveSameID: whether two decorations, the ids of which have the same hash, have the same id.
    @_optimize(speed)
    init(_ records: [DecorationRecord], haveSameID: (DecorationRecord, DecorationRecord) -> Bool) {
        var size = 16
        while size < records.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for (position, record) in records.enumerated() {
            let slot = slot(record.hash) { records[$0].hash == record.hash && haveSameID(records[$0], record) }
            if slots[slot] > 0 {
                if replaced == nil { replaced = Array(repeating: false, count: records.count) }
                replaced?[Int(slots[slot]) - 1] = true
            }
            slots[slot] = Int32(truncatingIfNeeded: position + 1)
        }
    }

    /// - Parameter isWanted: whether the decoration at a position is the one that is looked for.
    func position(_ hash: UInt32, isWanted: (Int) -> Bool) -> Int? {
        let found = slots[slot(hash, isWanted: isWanted)]
        return found > 0 ? Int(found) - 1 : nil
    }

    /// The slot of the decoration that is looked for, or else the free one where it belongs.
    private func slot(_ hash: UInt32, isWanted: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] > 0, !isWanted(Int(slots[slot]) - 1) { slot = (slot + 1) & mask }
        return slot
    }

    /// A polynomial over the bytes, four at a time, modulo a prime.  The place where it is evaluated is a random one in each
    /// process, so that no list of ids can be made to collide; no order depends on it.
    @_optimize(speed)
    static func hash(_ id: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let place = place
        var hash = UInt64(truncatingIfNeeded: id.count)
        var at = 0
        while at < id.count {
            var word: UInt32 = 0
            if at + 4 <= id.count {
                word = UnsafeRawBufferPointer(id).loadUnaligned(fromByteOffset: at, as: UInt32.self)
            } else {
                for byte in id[at...] { word = word << 8 | UInt32(byte) }
            }
            let product = (hash + UInt64(word)).multipliedFullWidth(by: place)
            hash = (product.high << 3 | product.low >> 61) + product.low & prime
            if hash >= prime { hash -= prime }
            at += 4
        }
        return UInt32(truncatingIfNeeded: hash)
    }

    private static let prime: UInt64 = 1 << 61 - 1
    /// Swift's hashes are seeded at random.
    private static let place = UInt64(UInt(bitPattern: Hasher().finalize())) % (prime - 1) + 1
}

extension Decoration {
    /// - Parameter id: as JSON spells it, with its quotes.
    func hasID(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        withExtendedLifetime(text) { bytes(at: places.id).hasSameBytes(as: id) }
    }
}
