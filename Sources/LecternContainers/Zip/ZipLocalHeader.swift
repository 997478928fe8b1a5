// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The local header, which precedes the data of an entry.  (APPNOTE 4.3.7)
///
/// It is only used to find the data.  Where the two differ, the central directory is right, because the sizes may be in
/// a data descriptor instead.
struct ZipLocalHeader {
    static let signature: UInt32 = 0x0403_4B50
    static let fixedSize = 30

    let method: UInt16
    /// The size of the data; nil if it is in a data descriptor.
    let storedSize: UInt32?
    /// The size of the header with all its fields, up to the data.
    let size: Int
    /// The raw name, as much of it as is in the given bytes.
    let name: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var reader = ByteReader(bytes)
        guard try reader.u32() == ZipLocalHeader.signature else {
            throw Failure(.format, "There is no local header at the offset that the ZIP archive declares.")
        }
        try reader.skip(2)
        let hasDescriptor = try reader.u16() & 1 << 3 != 0
        method = try reader.u16()
        try reader.skip(8)
        let storedSize = try reader.u32()
        self.storedSize = hasDescriptor || storedSize == 0xFFFF_FFFF ? nil : storedSize
        try reader.skip(4)
        let nameCount = Int(try reader.u16())
        let extraCount = Int(try reader.u16())
        size = ZipLocalHeader.fixedSize + nameCount + extraCount
        name = try reader.slice(min(nameCount, reader.remaining))
    }
}
