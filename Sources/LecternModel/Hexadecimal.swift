// SPDX-License-Identifier: BSD-3-Clause

extension Sequence<UInt8> {
    /// Two digits for each byte, in lower case.
    public var hexadecimal: String {
        let digits = flatMap { [ASCII.hexDigit($0 >> 4), ASCII.hexDigit($0 & 15)] }
        return String(decoding: digits, as: UTF8.self).asciiLowercased
    }
}

extension FixedWidthInteger {
    /// All digits of the number, with leading zeros.
    public var hexadecimal: String { withUnsafeBytes(of: bigEndian) { $0.hexadecimal } }
}
