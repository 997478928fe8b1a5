// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// A text file as one byte for each code unit, ASCII or a placeholder, whatever its encoding is.
///
/// The structure of markup and style sheets is in ASCII, so nothing needs to be decoded.  Other characters are kept in
/// UTF-8 and in single-byte encodings.  In UTF-16 each code unit, and in double-byte encodings the second byte, which
/// can look like ASCII, is replaced by a byte without meaning.
struct SourceUnits {
    let units: UnsafeBufferPointer<UInt8>
    /// The length of the byte order mark.
    private let skipped: Int
    private let width: Int
    private let isBigEndian: Bool

    /// The placeholder for a code unit that is not ASCII.
    private static let other: UInt8 = 0xFF

    /// - Parameter label: the encoding that the file declares, if it is neither UTF-8 nor UTF-16.
    static func with<T>(
        _ bytes: UnsafeBufferPointer<UInt8>, label: String?, _ body: (SourceUnits) -> T
    ) -> T {
        let (encoding, skipped) = TextEncoding.declared(by: bytes)
        let text = UnsafeBufferPointer(rebasing: bytes[Swift.min(skipped, bytes.count)...])
        if case .utf16(let isBigEndian) = encoding {
            return narrowed(text, isBigEndian).withUnsafeBufferPointer {
                body(SourceUnits(units: $0, skipped: skipped, width: 2, isBigEndian: isBigEndian))
            }
        }
        if skipped == 0, let label, let leads = DoubleByteLeads(label: label) {
            return leads.masked(text).withUnsafeBufferPointer {
                body(SourceUnits(units: $0, skipped: 0, width: 1, isBigEndian: false))
            }
        }
        return body(SourceUnits(units: text, skipped: skipped, width: 1, isBigEndian: false))
    }

    private static func narrowed(_ bytes: UnsafeBufferPointer<UInt8>, _ isBigEndian: Bool) -> [UInt8] {
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        return [UInt8](unsafeUninitializedCapacity: bytes.count / 2) { units, count in
            count = bytes.count / 2
            for index in 0..<count {
                let unit = bytes[2 * index + low]
                units[index] = bytes[2 * index + high] == 0 && unit < 0x80 ? unit : other
            }
        }
    }

    var hasByteOrderMark: Bool { skipped > 0 }

    /// Replaces code units with ASCII text.
    func edit(_ range: Range<Int>, _ text: some Sequence<UInt8>) -> SplicedBytes.Edit {
        let range = skipped + width * range.lowerBound..<skipped + width * range.upperBound
        if width == 1 { return SplicedBytes.Edit(range, Array(text)) }
        return SplicedBytes.Edit(range, text.flatMap { isBigEndian ? [0, $0] : [$0, 0] })
    }

    /// The first bytes of double-byte characters.
    private struct DoubleByteLeads {
        /// Between these ranges, Shift JIS has single-byte characters.
        private let ranges: (ClosedRange<UInt8>, ClosedRange<UInt8>)
        /// Between escape sequences, ISO 2022 has only ASCII.
        private let shifts: Bool

        private static let prefixes = [
            "gb", "x-gbk", "chinese", "big5", "cn-big5", "x-x-big5", "euc-", "x-euc-jp", "ks", "korean", "windows-949",
        ]

        init?(label: String) {
            let name = label.trimmed.asciiLowercased
            shifts = name == "iso-2022-jp" || name == "csiso2022jp"
            switch name {
            case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "csshiftjis", "windows-31j", "ms932":
                ranges = (0x81...0x9F, 0xE0...0xFC)
            case _ where shifts || DoubleByteLeads.prefixes.contains(where: name.hasPrefix):
                ranges = (0x81...0xFE, 0x81...0xFE)
            default: return nil
            }
        }

        func masked(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            var units = Array(bytes)
            var index = 0
            var isShifted = false
            while index < units.count {
                let byte = units[index]
                if shifts, byte == 0x1B, index + 2 < units.count {
                    // ESC $ begins double-byte characters, ESC ( single-byte characters.
                    isShifted = units[index + 1] == UInt8(ascii: "$")
                    index += 3
                } else if isShifted {
                    units[index] = SourceUnits.other
                    index += 1
                } else if ranges.0 ~= byte || ranges.1 ~= byte {
                    if index + 1 < units.count, units[index + 1] >= 0x40 { units[index + 1] = SourceUnits.other }
                    index += 2
                } else {
                    index += 1
                }
            }
            return units
        }
    }
}
