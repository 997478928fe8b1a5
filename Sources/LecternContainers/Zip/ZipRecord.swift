// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A file header in the central directory: the description of one entry.  (APPNOTE 4.3.12)
struct ZipRecord {
    static let signature: UInt32 = 0x0201_4B50
    static let fixedSize = 46

    let flags: UInt16
    let method: UInt16
    let checksum: UInt32
    /// The raw name, as a range of the directory.
    let name: Range<Int>
    /// The extra fields, as a range of the directory.
    let extra: Range<Int>
    /// The offset of the next header.
    let end: Int
    /// The size in bytes in the archive.
    private(set) var storedSize: UInt64
    /// The size in bytes after inflation.
    private(set) var size: UInt64
    /// The declared offset of the local header.
    private(set) var offset: UInt64
    /// Whether a number needs a ZIP64 field that is missing.
    private(set) var isDamaged = false

    /// Reads the header at `start`; nil if there is none, or if it extends past the end.
    @inline(__always)
    init?(_ directory: UnsafeRawBufferPointer, at start: Int) {
        guard start >= 0, directory.count >= ZipRecord.fixedSize, start <= directory.count - ZipRecord.fixedSize else {
            return nil
        }
        // The guard above makes sure that the loads below are within bounds.
        func u16(_ field: Int) -> UInt16 {
            UInt16(littleEndian: directory.loadUnaligned(fromByteOffset: start &+ field, as: UInt16.self))
        }
        func u32(_ field: Int) -> UInt32 {
            UInt32(littleEndian: directory.loadUnaligned(fromByteOffset: start &+ field, as: UInt32.self))
        }
        guard u32(0) == ZipRecord.signature else { return nil }
        flags = u16(8)
        method = u16(10)
        checksum = u32(16)
        storedSize = UInt64(u32(20))
        size = UInt64(u32(24))
        offset = UInt64(u32(42))
        let nameStart = start &+ ZipRecord.fixedSize
        let nameEnd = nameStart &+ Int(u16(28))
        let extraEnd = nameEnd &+ Int(u16(30))
        end = extraEnd &+ Int(u16(32))
        guard end <= directory.count else { return nil }
        name = nameStart..<nameEnd
        extra = nameEnd..<extraEnd
        if max(storedSize, max(size, offset)) == 0xFFFF_FFFF { readLargeNumbers(directory) }
    }

    var isEncrypted: Bool { flags & 1 != 0 || flags & 1 << 13 != 0 }
    var isCompressed: Bool { method != ZipRecord.stored }
    var hasKnownMethod: Bool { method == ZipRecord.stored || method == ZipRecord.deflated }
    var isMarkedUTF8: Bool { flags & 1 << 11 != 0 }

    static let stored: UInt16 = 0
    static let deflated: UInt16 = 8

    /// Reads the numbers that do not fit into 32 bits.  The extra field contains these and no others.  (APPNOTE 4.5.3)
    private mutating func readLargeNumbers(_ directory: UnsafeRawBufferPointer) {
        var missing = true
        if let field = ZipExtra.field(1, in: extra, of: directory) {
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: directory[field]))
            do throws(Failure) {
                if size == 0xFFFF_FFFF { size = try reader.u64() }
                if storedSize == 0xFFFF_FFFF { storedSize = try reader.u64() }
                if offset == 0xFFFF_FFFF { offset = try reader.u64() }
                missing = false
            } catch {}
        }
        isDamaged = missing
    }
}

/// The extra fields of a header.
enum ZipExtra {
    static let unicodePath: UInt16 = 0x7075

    /// The data of the first field with this id.  A field that extends past the end ends the search.
    static func field(_ id: UInt16, in extra: Range<Int>, of directory: UnsafeRawBufferPointer) -> Range<Int>? {
        guard extra.lowerBound >= 0, extra.upperBound <= directory.count else { return nil }
        var position = extra.lowerBound
        while extra.upperBound &- position >= 4 {
            let found = UInt16(littleEndian: directory.loadUnaligned(fromByteOffset: position, as: UInt16.self))
            let count = UInt16(littleEndian: directory.loadUnaligned(fromByteOffset: position &+ 2, as: UInt16.self))
            let start = position &+ 4
            position = start &+ Int(count)
            guard position <= extra.upperBound else { return nil }
            if found == id { return start..<position }
        }
        return nil
    }
}
