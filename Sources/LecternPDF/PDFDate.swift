// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// PDF dates, such as `D:20060319140515-04'00'` (ISO 32000-1, 7.9.4).
public enum PDFDate {
    /// Converts a date to RFC 3339; nil if it is not a valid date.  Dates in ISO 8601 syntax are accepted as well.
    public static func rfc3339(_ text: String) -> String? {
        var bytes = Array(text.trimmed.utf8.prefix(64))[...]
        if bytes.starts(with: "D:".utf8) { bytes.removeFirst(2) }
        let digits = Array(bytes.prefix { ASCII.isDigit($0) }.prefix(14))
        guard digits.count >= 4, digits.count % 2 == 0, bytes.dropFirst(4).first != UInt8(ascii: "-") else {
            return DateText.rfc3339(text)
        }
        guard let offset = offset(bytes.dropFirst(digits.count)) else { return nil }
        // Missing parts have the smallest valid value.
        let missing = Array("00000101000000".utf8)
        let full = digits + missing[digits.count...]
        func part(_ range: Range<Int>) -> String { String(decoding: full[range], as: UTF8.self) }
        return DateText.rfc3339(
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))\(offset)")
    }

    /// Converts an offset, for example `-04'00'` to "-04:00".  A missing offset becomes "Z".
    private static func offset(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let sign = bytes.first, sign != UInt8(ascii: "Z") else { return "Z" }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: ":") }
        guard digits.count == 2 || digits.count == 4, digits.allSatisfy(ASCII.isDigit) else { return nil }
        let minutes = digits.count == 4 ? digits.suffix(2) : Array("00".utf8)[...]
        return String(decoding: [sign] + digits.prefix(2) + [UInt8(ascii: ":")] + minutes, as: UTF8.self)
    }
}
