// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Text strings (ISO 32000-2, 7.9.2.2): with a byte order mark UTF-16 or UTF-8, else PDFDocEncoding.
public enum PDFText {
    /// With U+FFFD for what cannot be decoded.
    public static func decoded(_ bytes: [UInt8]) -> String {
        let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF]]
        guard marks.contains(where: { bytes.starts(with: $0) }) else {
            return String(String.UnicodeScalarView(bytes.map(scalar)))
        }
        let text = bytes.withUnsafeBytes { bytes -> String? in
            try? TextDecoding.withUTF8(of: bytes) { (text) throws(Failure) in String(decoding: text, as: UTF8.self) }
        }
        return text ?? ""
    }

    /// What a byte is in PDFDocEncoding (ISO 32000-1, D.2): mostly as in Latin-1.
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
