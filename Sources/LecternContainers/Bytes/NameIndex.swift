// SPDX-License-Identifier: BSD-3-Clause

import CMemory
import LecternModel

/// A hash table from names to numbers.  The names are slices of one buffer: the entries of an archive, the ids of a
/// document.
///
///     var index = NameIndex(capacity: 3)
///     try index.insert(name, value: 0, in: buffer)
///     index.value(of: "META-INF/container.xml", in: buffer)
///
/// The table does not copy the names, so every call needs the same buffer.  It uses open addressing and stores the
/// hashes next to the names.  The hash is seeded per process, so that names cannot be crafted to collide.
public struct NameIndex: ~Copyable, @unchecked Sendable {
    /// Which value is kept when a name is inserted again.
    public enum Winner: Sendable {
        case first, last
    }

    private struct Key {
        let hash: UInt32
        let offset: UInt32
        let count: UInt32
        var value: Int32
    }

    private let winner: Winner
    /// A copy, because access to a global is slower.
    private let seed = NameIndex.seed
    private var keys: [Key] = []
    /// Indices into `keys`, or -1 for an empty slot.  The size is a power of two, and at most two thirds of the slots
    /// are used.
    private var table: [Int32]

    public init(capacity: Int, winner: Winner = .first) {
        self.winner = winner
        let names = max(4, min(capacity, 1 << 24))
        var size = 8
        while size < names + names / 2 { size *= 2 }
        table = [Int32](repeating: -1, count: size)
        keys.reserveCapacity(names)
    }

    /// The number of distinct names.
    public var count: Int { keys.count }

    /// Adds the name in the given range of `buffer`.  Returns the previous value of the name, if any.
    @discardableResult
    public mutating func insert(
        _ name: Range<Int>, value: Int32, in buffer: UnsafeRawBufferPointer
    ) throws(Failure) -> Int32? {
        guard name.lowerBound >= 0, name.upperBound <= buffer.count, let offset = UInt32(exactly: name.lowerBound),
            UInt32(exactly: name.upperBound) != nil, keys.count < Int32.max / 2
        else { throw Failure(.limit, "There are more names than can be indexed.") }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[name])
        let hash = NameIndex.hash(bytes, seed)
        let slot = find(bytes, hash: hash, in: buffer)
        let place = Int(table[slot])
        guard place < 0 else {
            let before = keys[place].value
            if winner == .last { keys[place].value = value }
            return before
        }
        table[slot] = Int32(keys.count)
        keys.append(Key(hash: hash, offset: offset, count: UInt32(name.count), value: value))
        if keys.count > table.count / 3 * 2 { grow() }
        return nil
    }

    /// The value of a name.  Names are compared byte by byte.
    public func value(of name: UnsafeRawBufferPointer, in buffer: UnsafeRawBufferPointer) -> Int32? {
        let place = Int(table[find(name, hash: NameIndex.hash(name, seed), in: buffer)])
        return place < 0 ? nil : keys[place].value
    }

    public func value(of name: String, in buffer: UnsafeRawBufferPointer) -> Int32? {
        var name = name
        return name.withUTF8 { value(of: UnsafeRawBufferPointer($0), in: buffer) }
    }

    /// The slot that holds this name, or the empty slot where it belongs.
    @inline(__always)
    private func find(_ name: UnsafeRawBufferPointer, hash: UInt32, in buffer: UnsafeRawBufferPointer) -> Int {
        let mask = table.count - 1
        var slot = Int(hash) & mask
        while true {
            let place = Int(table[slot])
            if place < 0 { return slot }
            let key = keys[place]
            if key.hash == hash, Int(key.count) == name.count, NameIndex.equal(name, key, in: buffer) { return slot }
            slot = (slot + 1) & mask
        }
    }

    private static func equal(_ name: UnsafeRawBufferPointer, _ key: Key, in buffer: UnsafeRawBufferPointer) -> Bool {
        let start = Int(key.offset)
        // If the caller passes a different buffer, the name is just not found.
        guard start + name.count <= buffer.count else { return false }
        guard let ours = buffer.baseAddress, let theirs = name.baseAddress else { return name.isEmpty }
        return memory_equal(ours + start, theirs, name.count)
    }

    private mutating func grow() {
        let size = table.count * 2
        table = [Int32](repeating: -1, count: size)
        for (place, key) in keys.enumerated() {
            var slot = Int(key.hash) & (size - 1)
            while table[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            table[slot] = Int32(place)
        }
    }
}
