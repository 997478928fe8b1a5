// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Derives identifiers from content, so that they are the same with each import.
enum StableIdentifier {
    static func of(_ value: JSON) -> String {
        JSONWriter.text(of: value).withBytes { bytes in of(bytes) }
    }

    static func of(_ texts: [String]) -> String { of(.array(texts.map(JSON.string))) }

    /// Returns a UUID of version 8 (RFC 9562), from two 64-bit FNV-1a hashes with different initial values.
    private static func of(_ bytes: UnsafeRawBufferPointer) -> String {
        let high = hash(bytes, FNV1a()) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = hash(bytes, FNV1a(start: 0x9E37_79B9_7F4A_7C15)) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array((high.hexadecimal + low.hexadecimal).utf8)
        var text = "urn:uuid:"
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer, _ start: FNV1a) -> UInt64 {
        bytes.reduce(into: start) { $0.add($1) }.value
    }
}
