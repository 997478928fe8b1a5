// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The filters of streams that hold objects or content (ISO 32000-1, 7.4), the others are for images.
///
/// They are strict: of damaged data nobody knows what others make of it.
enum PDFFilter {
    typealias Decode = @Sendable ([UInt8], _ parameters: PDFObject, PDFInput) throws(Failure) -> [UInt8]

    static let all: [PDFName: Decode] = [
        PDFName("FlateDecode"): flate, PDFName("Fl"): flate, PDFName("LZWDecode"): lzw, PDFName("LZW"): lzw,
        PDFName("ASCII85Decode"): base85, PDFName("A85"): base85, PDFName("ASCIIHexDecode"): base16,
        PDFName("AHx"): base16, PDFName("RunLengthDecode"): runs, PDFName("RL"): runs,
    ]

    // MARK: Flate (7.4.4)

    private static func flate(
        _ bytes: [UInt8], _ parameters: PDFObject, _ input: PDFInput
    ) throws(Failure) -> [UInt8] {
        guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[1] & 0x20 == 0 else { throw PDFInput.damaged }
        let source = bytes.withUnsafeBytes { MemorySource(copying: $0) }
        let stream = try InflateStream(source, range: 2..<UInt64(bytes.count))
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { part.deallocate() }
        var result: [UInt8] = []
        while true {
            let count = try stream.read(into: part)
            try input.charge(bytes: count)
            result.append(contentsOf: part[..<count])
            if count < part.count { return try PDFPredictor(parameters).undone(result) }
        }
    }

    // MARK: LZW (7.4.4)

    private static let clear = 256, end = 257

    private static func lzw(
        _ bytes: [UInt8], _ parameters: PDFObject, _ input: PDFInput
    ) throws(Failure) -> [UInt8] {
        var early = 1
        if case .dictionary(let found) = parameters, let change = found[.earlyChange] { early = change.integer ?? -1 }
        guard 0...1 ~= early else { throw PDFInput.damaged }
        // Where the text of each code is in the result, from 258 on.
        var table: [Range<Int>] = []
        var previous: Range<Int>?
        var result: [UInt8] = []
        var (bits, held) = (0, 0)
        for byte in bytes {
            (bits, held) = ((bits << 8 | Int(byte)) & 0xFF_FFFF, held + 8)
            let next = end + 1 + table.count + early
            let width = next < 512 ? 9 : next < 1024 ? 10 : next < 2048 ? 11 : 12
            guard held >= width else { continue }
            held -= width
            let code = bits >> held & (1 << width - 1)
            if code == end { break }
            if code == clear {
                (table, previous) = ([], nil)
                continue
            }
            let start = result.count
            if let known = previous, table.count < 4096 - end - 1 { table.append(known.lowerBound..<known.upperBound + 1) }
            if code < clear {
                result.append(UInt8(code))
            } else {
                guard code - end - 1 < table.count, previous != nil else { throw PDFInput.damaged }
                // The last code may stand for a text that ends with its own beginning.
                for place in table[code - end - 1] { result.append(result[place]) }
            }
            try input.charge(bytes: result.count - start)
            previous = start..<result.count
        }
        return try PDFPredictor(parameters).undone(result)
    }

    // MARK: Text (7.4.2, 7.4.3)

    private static func base16(
        _ bytes: [UInt8], _ parameters: PDFObject, _ input: PDFInput
    ) throws(Failure) -> [UInt8] {
        var digits: [UInt8] = []
        for byte in bytes where !PDFCursor.isSpace(byte) {
            if byte == UInt8(ascii: ">") { break }
            guard let digit = ASCII.hexValue(byte) else { throw PDFInput.damaged }
            digits.append(digit)
        }
        if digits.count % 2 == 1 { digits.append(0) }
        try input.charge(bytes: digits.count)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func base85(
        _ bytes: [UInt8], _ parameters: PDFObject, _ input: PDFInput
    ) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var group: [UInt32] = []
        try input.charge(bytes: bytes.count)
        for byte in bytes where !PDFCursor.isSpace(byte) {
            if byte == UInt8(ascii: "~") { break }
            if byte == UInt8(ascii: "z"), group.isEmpty {
                try input.charge(bytes: 4)
                result += [0, 0, 0, 0]
                continue
            }
            guard UInt8(ascii: "!")...UInt8(ascii: "u") ~= byte else { throw PDFInput.damaged }
            group.append(UInt32(byte - UInt8(ascii: "!")))
            if group.count == 5 {
                result += try quartet(group)
                group = []
            }
        }
        guard !group.isEmpty else { return result }
        guard group.count > 1 else { throw PDFInput.damaged }
        let last = try quartet(group + [UInt32](repeating: 84, count: 5 - group.count))
        return result + last.prefix(group.count - 1)
    }

    private static func quartet(_ group: [UInt32]) throws(Failure) -> [UInt8] {
        let value = group.reduce(UInt64(0)) { $0 * 85 + UInt64($1) }
        guard value <= UInt64(UInt32.max) else { throw PDFInput.damaged }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    // MARK: Runs (7.4.5)

    private static func runs(
        _ bytes: [UInt8], _ parameters: PDFObject, _ input: PDFInput
    ) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let length = rest.popFirst(), length != 128 {
            let start = result.count
            if length < 128 {
                guard rest.count > Int(length) else { throw PDFInput.damaged }
                result += rest.prefix(Int(length) + 1)
                rest = rest.dropFirst(Int(length) + 1)
            } else {
                guard let byte = rest.popFirst() else { throw PDFInput.damaged }
                result += [UInt8](repeating: byte, count: 257 - Int(length))
            }
            try input.charge(bytes: result.count - start)
        }
        return result
    }
}
