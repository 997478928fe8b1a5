// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The single-byte encodings that books still use, with their labels in the Encoding Standard.
public struct SingleByteEncoding: Sendable {
    public let labels: StaticString
    let runs: StaticString

    /// The code points that numeric character references below 0xA0 refer to.
    public static let windows1252 =
        if case .singleByte(let encoding)? = TextEncoding(label: "windows-1252") { encoding.table } else {
            Array<Int32>(0..<256)
        }

    private static func words(of text: StaticString) -> [UnsafeBufferPointer<UInt8>.SubSequence] {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).split(whereSeparator: ASCII.isSpace)
    }

    /// The code point of each byte, or -1 for an undefined byte.  Bytes below 0x80 are ASCII in all of these encodings.
    public var table: [Int32] {
        var table = Array<Int32>(0..<256)
        for run in SingleByteEncoding.words(of: runs) {
            let parts = run.split(separator: UInt8(ascii: ":"))
            guard parts.count == 2 else { continue }
            let bytes = parts[0].split(separator: UInt8(ascii: "-")).compactMap(SingleByteEncoding.number)
            guard let first = bytes.first, let last = bytes.last, first <= last, last < 256 else { continue }
            let codePoint = SingleByteEncoding.number(parts[1])
            for byte in first...last { table[Int(byte)] = codePoint.map { $0 + (byte - first) } ?? -1 }
        }
        return table
    }

    /// Parses a hexadecimal number.  Returns nil for the "-" of undefined bytes.
    private static func number(_ digits: UnsafeBufferPointer<UInt8>.SubSequence) -> Int32? {
        var value: Int32 = 0
        for digit in digits {
            guard let digit = ASCII.hexValue(digit) else { return nil }
            value = value << 4 | Int32(digit)
        }
        return value
    }
}
