// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

enum DocumentEncoding {
    /// The encoding of an HTML document without a byte order mark; nil if it does not matter.
    ///
    /// The library reads the document in this encoding: UTF-8 if that is valid, else the declared one.
    static func label(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let declared = TextEncoding.labelInXMLDeclaration(of: bytes) ?? TextEncoding.labelInMeta(of: bytes)
        guard bytes.contains(where: { $0 >= 0x80 }) else { return declared }
        return UTF8Encoding.firstInvalid(in: bytes) == bytes.count ? "utf-8" : declared
    }
}
