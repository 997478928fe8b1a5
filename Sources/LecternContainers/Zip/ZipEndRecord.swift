// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The end of central directory record.  Values that do not fit are taken from the ZIP64 record.  (APPNOTE 4.3.14 to
/// 4.3.16)
struct ZipEndRecord {
    static let signature: UInt32 = 0x0605_4B50
    static let fixedSize = 22
    private static let largeSignature: UInt32 = 0x0606_4B50
    private static let largeFixedSize: UInt64 = 56
    private static let locatorSignature: UInt32 = 0x0706_4B50
    private static let locatorSize: UInt64 = 20

    /// The position where the central directory has to end.
    private(set) var directoryEnd: UInt64
    private(set) var directoryOffset: UInt64
    private(set) var directorySize: UInt64
    private(set) var entries: UInt64
    /// The end of the comment that follows the record.
    let commentEnd: UInt64
    private var isSplit: Bool
    private(set) var isLarge = false

    /// Reads the record at `position`, where the signature was found.
    init(_ input: ZipInput, at position: UInt64) throws(Failure) {
        guard let bytes = try input.bytes(at: position, count: UInt64(ZipEndRecord.fixedSize)) else {
            throw Failure(.format, "The end record of the ZIP archive is truncated.")
        }
        self = try bytes.withBytes { (bytes) throws(Failure) in try ZipEndRecord(bytes, at: position) }
        try readLargeRecord(input, before: position)
        guard !isSplit else { throw Failure(.unsupported, "The ZIP archive is split over several files.") }
    }

    private init(_ bytes: UnsafeRawBufferPointer, at position: UInt64) throws(Failure) {
        var reader = ByteReader(bytes)
        try reader.skip(4)
        let disk = try reader.u16()
        let directoryDisk = try reader.u16()
        try reader.skip(2)
        entries = UInt64(try reader.u16())
        directorySize = UInt64(try reader.u32())
        directoryOffset = UInt64(try reader.u32())
        commentEnd = position + UInt64(ZipEndRecord.fixedSize) + UInt64(try reader.u16())
        directoryEnd = position
        isSplit = [disk, directoryDisk].contains { $0 != 0 && $0 != 0xFFFF }
    }

    /// Reads the ZIP64 record, if a locator right before the end record leads to one.  An invalid locator is ignored.
    private mutating func readLargeRecord(_ input: ZipInput, before position: UInt64) throws(Failure) {
        guard position >= ZipEndRecord.locatorSize,
            let locator = try input.bytes(at: position - ZipEndRecord.locatorSize, count: ZipEndRecord.locatorSize)
        else { return }
        let declared = try locator.withBytes { (bytes) throws(Failure) -> UInt64? in
            var reader = ByteReader(bytes)
            guard try reader.u32() == ZipEndRecord.locatorSignature else { return nil }
            try reader.skip(4)
            return try reader.u64()
        }
        guard let declared else { return }
        // If there is other data before the archive, the declared offset is wrong, but the ZIP64 record is still right
        // before the locator.
        let (adjacent, underflow) = (position - ZipEndRecord.locatorSize)
            .subtractingReportingOverflow(ZipEndRecord.largeFixedSize)
        for place in [declared, underflow ? declared : adjacent] where place < position {
            guard let bytes = try input.bytes(at: place, count: ZipEndRecord.largeFixedSize) else { continue }
            let isRecord = try bytes.withBytes { (bytes) throws(Failure) in try readLarge(bytes) }
            if isRecord {
                directoryEnd = place
                isLarge = true
                return
            }
        }
    }

    private mutating func readLarge(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
        var reader = ByteReader(bytes)
        guard try reader.u32() == ZipEndRecord.largeSignature else { return false }
        try reader.skip(12)
        let disk = try reader.u32()
        let directoryDisk = try reader.u32()
        try reader.skip(8)
        let largeEntries = try reader.u64()
        let largeSize = try reader.u64()
        let largeOffset = try reader.u64()
        if entries == 0xFFFF { entries = largeEntries }
        if directorySize == 0xFFFF_FFFF { directorySize = largeSize }
        if directoryOffset == 0xFFFF_FFFF { directoryOffset = largeOffset }
        isSplit = isSplit || disk != 0 || directoryDisk != 0
        return true
    }
}
