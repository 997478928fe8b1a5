// SPDX-License-Identifier: BSD-3-Clause
import CMemory
import LecternModel

/// The distinct names of elements and attributes in one document: a hash table in plain memory.
///
/// A name is validated and interned when it first occurs, and after that recognised by its bytes.
struct XMLNames {
    struct Name: BitwiseCopyable {
        /// The first eight bytes in memory order, padded with zeros.
        let head: UInt64
        /// The last eight bytes, if the name is that long.
        let tail: UInt64
        let start: UnsafePointer<UInt8>
        let count: Int
        let interned: MarkupTreeBuilder.InternedName
        /// The last start tag that has an attribute with this name, to detect duplicates.
        var lastTag = 0

        var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
    }

    private(set) var all = Records<Name>(capacity: 32)
    /// The index in `all`, plus one; 0 for an empty slot.
    private let slots: UnsafeMutablePointer<UInt8>
    private static let slotBits = 9
    private static let mask = 1 << slotBits - 1
    private static let most = 255
    /// Bounds the cost of names that were crafted to collide.
    private static let longestSearch = 16

    init() {
        slots = .allocate(capacity: XMLNames.mask + 1)
        slots.initialize(repeating: 0, count: XMLNames.mask + 1)
    }

    func deallocate() {
        all.deallocate()
        slots.deallocate()
    }

    /// The first eight bytes at `start`, or `count` of them.
    ///
    /// - Parameter end: the end of the readable bytes.
    @inline(__always)
    static func head(of start: UnsafePointer<UInt8>, _ count: Int, before end: UnsafePointer<UInt8>) -> UInt64 {
        if count >= 8 { return word(start) }
        guard end - start >= 8 else { return shortHead(of: start, count) }
        return word(start) & ~(UInt64.max &<< UInt64(truncatingIfNeeded: count &* 8))
    }

    @inline(__always)
    private static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// As above, near the end of the document, where fewer than eight bytes are readable.
    @inline(never)
    private static func shortHead(of start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var head: UInt64 = 0
        for offset in 0..<count { head |= UInt64(start[offset]) << UInt64(offset * 8) }
        return head
    }

    @inline(__always)
    private static func tail(of start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        count > 8 ? word(start + (count &- 8)) : 0
    }

    /// Whether the bytes at `start` begin with `name`.
    @inline(__always)
    static func matches(_ name: Name, at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        name.head == head(of: start, name.count, before: end) && name.tail == tail(of: start, name.count)
            && isMiddle(name, at: start)
    }

    /// Whether the bytes between head and tail are equal.
    @inline(__always)
    private static func isMiddle(_ name: Name, at start: UnsafePointer<UInt8>) -> Bool {
        name.count <= 16 || memory_equal(name.start + 8, start + 8, name.count &- 16)
    }

    /// The index of a name in `all`, where it is added if necessary.  Returns nil if it cannot be added: it is not a
    /// name, not ASCII, or there are too many.
    @inline(__always)
    mutating func place(
        of start: UnsafePointer<UInt8>, _ count: Int, before end: UnsafePointer<UInt8>,
        for builder: inout MarkupTreeBuilder
    ) -> Int? {
        let head = XMLNames.head(of: start, count, before: end)
        // Many names start alike and differ in their last bytes.
        let tail = XMLNames.tail(of: start, count)
        let key = (head ^ UInt64(truncatingIfNeeded: count) &<< 56) &* 31 &+ tail
        let mixed = key &* 0x9E37_79B9_7F4A_7C15
        let first = Int(truncatingIfNeeded: mixed &>> UInt64(64 - XMLNames.slotBits))
        for distance in 0..<XMLNames.longestSearch {
            let slot = (first &+ distance) & XMLNames.mask
            let place = Int(slots[slot]) - 1
            if place < 0 { return add(start, count, head: head, tail: tail, to: slot, for: &builder) }
            if all[place].head == head, all[place].count == count, all[place].tail == tail,
                XMLNames.isMiddle(all[place], at: start)
            {
                return place
            }
        }
        return nil
    }

    @inline(never)
    private mutating func add(
        _ start: UnsafePointer<UInt8>, _ count: Int, head: UInt64, tail: UInt64, to slot: Int,
        for builder: inout MarkupTreeBuilder
    ) -> Int? {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        guard all.count < XMLNames.most, XMLNames.isName(bytes) else { return nil }
        all.append(Name(head: head, tail: tail, start: start, count: count, interned: builder.intern(bytes)))
        slots[slot] = UInt8(truncatingIfNeeded: all.count)
        return all.count - 1
    }

    /// Records that a start tag has an attribute with this name.
    ///
    /// - Returns: whether it is the first one in the tag.
    @inline(__always)
    func isFirst(_ place: Int, in tag: Int) -> Bool {
        guard all[place].lastTag != tag else { return false }
        all[place].lastTag = tag
        return true
    }

    /// Whether this is an ASCII name (XML 1.0, 2.3).
    private static func isName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, isNameStart(first) else { return false }
        return bytes.allSatisfy(isNamePart)
    }

    static func isNameStart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
