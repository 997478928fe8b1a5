// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// HUFF/CDIC compression: Huffman codes for phrases, which may be compressed themselves.
struct HuffCDIC {
    private struct Code {
        let length: Int
        let isComplete: Bool
        let most: UInt64
    }

    private struct Phrase {
        let part: ArraySlice<UInt8>
        let isPlain: Bool
    }

    /// By the first byte of a code.
    private var codes: [Code] = []
    /// The smallest and the largest code of each length.
    private var limits: [(least: UInt64, most: UInt64)] = [(0, 0)]
    private var phrases: [Phrase] = []
    /// The number of codes that have been read.
    private var work = 0

    private static let mostRecords = 4096
    private static let mostPhrases = 1 << 20
    private static let deepest = 32
    private static let mostCodes = 2 * KindleText.maxText
    /// The number of codes without text. Phrases of a real book have at least a byte, or one code for another phrase.
    private static let mostWithoutText = 1 << 20
    private static let damaged = Failure(.format, "The dictionary of the Kindle book is damaged.")

    /// Reads the tables: a record with the codes, and those with the phrases.
    init(_ database: inout PalmDatabase, from first: Int, count: Int) throws(Failure) {
        guard count > 1, count <= HuffCDIC.mostRecords, let tables = try database.record(first),
            tables.begins(with: "HUFF"), let bytes = tables.u32(8), let lengths = tables.u32(12)
        else { throw HuffCDIC.damaged }
        for number in 0..<256 {
            guard let value = tables.u32(bytes + 4 * number) else { throw HuffCDIC.damaged }
            let length = value & 0x1F
            let isComplete = value & 0x80 != 0
            guard length > 0, !isComplete || length <= 8 else { throw HuffCDIC.damaged }
            codes.append(Code(length: length, isComplete: isComplete, most: HuffCDIC.end(UInt64(value >> 8), length)))
        }
        for length in 1...32 {
            guard let least = tables.u32(lengths + 8 * (length - 1)), let most = tables.u32(lengths + 8 * length - 4)
            else { throw HuffCDIC.damaged }
            limits.append((UInt64(least) << UInt64(32 - length), HuffCDIC.end(UInt64(most), length)))
        }
        for number in first + 1..<first + count {
            guard let record = try database.record(number), record.begins(with: "CDIC") else { throw HuffCDIC.damaged }
            try add(record)
        }
    }

    /// The last number of 32 bits that begins with a code.
    private static func end(_ code: UInt64, _ length: Int) -> UInt64 { (code + 1) << UInt64(32 - length) &- 1 }

    private mutating func add(_ record: KindleRecord) throws(Failure) {
        guard let total = record.u32(8), let bits = record.u32(12), bits < 32, total <= HuffCDIC.mostPhrases,
            record.count >= 16
        else { throw HuffCDIC.damaged }
        let count = min(1 << bits, total - phrases.count, (record.count - 16) / 2)
        for number in 0..<max(0, count) {
            guard let offset = record.u16(16 + 2 * number), let length = record.u16(16 + offset) else {
                throw HuffCDIC.damaged
            }
            phrases.append(
                Phrase(part: record.slice(18 + offset, length & 0x7FFF), isPlain: length & 0x8000 != 0))
        }
    }

    /// - Parameter most: the number of bytes at which the text is too long.
    mutating func unpack(
        _ part: ArraySlice<UInt8>, into text: inout [UInt8], most: Int, depth: Int = 0
    ) throws(Failure) {
        guard depth < HuffCDIC.deepest else { throw HuffCDIC.damaged }
        var window: UInt64 = 0
        var (held, left) = (0, part.count * 8)
        var place = part.startIndex
        while left > 0 {
            while held <= 32 {
                window = window << 8 | (place < part.endIndex ? UInt64(part[place]) : 0)
                place += place < part.endIndex ? 1 : 0
                held += 8
            }
            let code = window >> UInt64(held - 32) & 0xFFFF_FFFF
            let found = codes[Int(code >> 24)]
            var (length, end) = (found.length, found.most)
            if !found.isComplete {
                while length < 32, code < limits[length].least { length += 1 }
                end = limits[length].most
            }
            held -= length
            left -= length
            if left < 0 { return }
            work += 1
            let number = end < code ? .max : Int(clamping: (end - code) >> UInt64(32 - length))
            guard work <= min(HuffCDIC.mostCodes, HuffCDIC.mostWithoutText + 4 * text.count),
                phrases.indices.contains(number)
            else { throw HuffCDIC.damaged }
            let phrase = phrases[number]
            guard text.count + phrase.part.count <= most else { throw HuffCDIC.damaged }
            if phrase.isPlain {
                text += phrase.part
            } else {
                try unpack(phrase.part, into: &text, most: most, depth: depth + 1)
            }
        }
    }
}
