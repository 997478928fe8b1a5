// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The text of a book, decompressed.
enum KindleText {
    /// In bytes.  The text is held in memory, and again as documents.
    static let maxText = 32 << 20
    /// Of one record, which should have 4096 bytes.
    private static let maxRecord = 64 << 10

    static func bytes(_ database: inout PalmDatabase, _ header: KindleHeader) throws(Failure) -> [UInt8] {
        guard header.textLength <= maxText else {
            throw Failure(.limit, "The text of the Kindle book is larger than \(maxText >> 20) MB.")
        }
        var dictionary: HuffCDIC?
        if header.compression == .huffCDIC {
            dictionary = try HuffCDIC(&database, from: header.huffRecord, count: header.huffCount)
        }
        var text: [UInt8] = []
        text.reserveCapacity(header.textLength)
        for number in 0..<header.textRecords {
            guard let record = try database.record(header.first + 1 + number) else {
                throw Failure(.format, "Record \(header.first + 1 + number), a part of the text, is missing.")
            }
            let part = record.bytes.prefix(record.count - trailing(record.bytes, flags: header.extraFlags))
            let start = text.count
            switch header.compression {
            case .none: text += part
            case .palmDOC: try inflate(part, into: &text)
            case .huffCDIC: try dictionary?.unpack(part, into: &text, most: start + maxRecord)
            }
            guard text.count - start <= maxRecord, text.count <= maxText else {
                throw Failure(.limit, "The text in record \(header.first + 1 + number) is too large.")
            }
        }
        return text
    }

    /// The number of bytes behind the text of a record.
    private static func trailing(_ bytes: [UInt8], flags: Int) -> Int {
        var count = 0
        for bit in 1..<16 where flags >> bit & 1 == 1 {
            // The size of the entry is at its end, to be read backwards, and counts itself.
            var (size, shift) = (0, 0)
            for byte in bytes.dropLast(count).reversed().prefix(4) {
                size |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 != 0 { break }
            }
            count = min(bytes.count, count + size)
        }
        if flags & 1 == 1, let last = bytes.dropLast(count).last { count += Int(last & 3) + 1 }
        return min(bytes.count, count)
    }

    /// PalmDOC compression.  Distances do not lead out of the record.
    private static func inflate(_ part: ArraySlice<UInt8>, into text: inout [UInt8]) throws(Failure) {
        let start = text.count
        var place = part.startIndex
        while place < part.endIndex {
            let byte = part[place]
            place += 1
            switch byte {
            case 1...8:
                let end = min(part.endIndex, place + Int(byte))
                text += part[place..<end]
                place = end
            case 0x80...0xBF:
                guard place < part.endIndex else { return }
                let pair = Int(byte) << 8 | Int(part[place])
                place += 1
                let distance = pair >> 3 & 0x7FF
                guard distance > 0, distance <= text.count - start else {
                    throw Failure(.format, "The text of the Kindle book is damaged.")
                }
                for _ in 0..<(pair & 7) + 3 { text.append(text[text.count - distance]) }
            case 0xC0...:
                text.append(0x20)
                text.append(byte ^ 0x80)
            default: text.append(byte)
            }
        }
    }
}
