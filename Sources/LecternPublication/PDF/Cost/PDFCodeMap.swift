// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How much a map from codes to characters asks for at most (ISO 32000-1, 9.7.5.4).
struct PDFCodeMap {
    /// In its ranges: any two codes that follow each other may be the ends of one, and only those of two bytes are in a
    /// table.
    private(set) var codes = 0
    /// Ranges of codes that there are.
    private(set) var spaces = 0

    private static let most = 1 << 40
    private static let start = Array("begincodespacerange".utf8), end = Array("endcodespacerange".utf8)

    init(_ bytes: [UInt8]) {
        var (previous, code) = (0, 0)
        // Where a comment or a string may hide the end of them, they do not end.
        var (isInSpaces, isUnclear) = (false, false)
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "<"):
                code = 0
                if isInSpaces { spaces += 1 }
            case UInt8(ascii: ">"):
                codes = min(codes + (code - previous) & 0xFFFF + 1, PDFCodeMap.most)
                previous = code
            case UInt8(ascii: "b") where bytes[place...].starts(with: PDFCodeMap.start): isInSpaces = true
            case UInt8(ascii: "e") where bytes[place...].starts(with: PDFCodeMap.end): isInSpaces = isUnclear
            case UInt8(ascii: "%"), UInt8(ascii: "("): isUnclear = isUnclear || isInSpaces
            default: if let digit = ASCII.hexValue(byte) { code = (code << 4 | Int(digit)) & 0xFFFF }
            }
        }
        spaces = (spaces + 1) / 2
    }
}
