// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Text strings (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, otherwise PDFDocEncoding.
public enum PDFText {
    /// Decodes a text string.  U+FFFD replaces everything that cannot be decoded.
    public static func decoded(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, isBigEndian: false) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map(scalar)))
    }

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> String {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let unit = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            return isBigEndian ? unit : unit.byteSwapped
        }
        let text = String(decoding: units, as: UTF16.self)
        // Half a code unit at the end becomes U+FFFD, unless it follows a high surrogate, which already became one.
        let isWhole = bytes.count % 2 == 0 || units.last.map(UTF16.isLeadSurrogate) ?? false
        return isWhole ? text : text + "\u{FFFD}"
    }

    /// The character for a byte in PDFDocEncoding (ISO 32000-1, D.2), which is mostly Latin-1.
    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x18...0x1F: accents[Int(byte) - 0x18]
        case 0x80...0xA0: signs[Int(byte) - 0x80]
        case 0x7F, 0xAD: "\u{FFFD}"
        default: Unicode.Scalar(byte)
        }
    }

    private static let accents = Array("˘ˇˆ˙˝˛˚˜".unicodeScalars)
    private static let signs = Array("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u{FFFD}€".unicodeScalars)
}
