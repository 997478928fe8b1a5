// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The header in front of the data of an entry.  (APPNOTE 4.3.7)
///
/// Only good for finding the data: the central directory is right where the two differ, because the sizes here may
/// be in a descriptor behind the data.
struct ZipLocalHeader {
    static let signature: UInt32 = 0x0403_4B50
    static let fixedSize = 30

    let method: UInt16
    /// Bytes of data, unless a descriptor behind the data tells.
    let storedSize: UInt32?
    /// Bytes of the header and everything else before the data.
    let size: Int
    /// The raw name, as far as it is in the bytes read.
    let name: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var reader = ByteReader(bytes)
        guard try reader.u32() == ZipLocalHeader.signature else {
            throw Failure(.format, "There is no entry where the ZIP archive says.")
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
