// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// An index: entries with a name and numbers by tag, over several records (INDX with TAGX), and its texts (CNCX).
struct KindleIndex {
    struct Entry {
        let name: ArraySlice<UInt8>
        fileprivate(set) var tags: [Int: [Int]] = [:]

        func number(_ tag: Int, _ place: Int = 0) -> Int? {
            tags[tag].flatMap { $0.indices.contains(place) ? $0[place] : nil }
        }
    }

    /// How the values of a tag are written.
    private struct Tag {
        let number: Int
        let count: Int
        let mask: Int
        let isEnd: Bool
    }

    private(set) var entries: [Entry] = []
    private var texts: [KindleRecord] = []
    private var tags: [Tag] = []
    private var controlBytes = 0
    /// The number of values that may still be read: offsets may lead to the same entry again and again.
    private var work = 2 << 20

    private static let most = 100_000
    private static let mostTexts = 1024
    /// In bytes: offsets have 16 bits.
    private static let maxText: UInt64 = 128 << 10

    /// Reads the index that begins at a record.  Damaged parts are left out.
    init(_ database: inout PalmDatabase, at number: Int?) throws(Failure) {
        guard let number, let head = try database.record(number), head.begins(with: "INDX"),
            let start = head.u32(4), let count = head.u32(24), count < database.count
        else { return }
        readTags(head, start)
        for offset in 0..<count {
            guard let record = try database.record(number + 1 + offset), record.begins(with: "INDX") else { return }
            read(record)
        }
        for offset in 0..<min(head.u32(52) ?? 0, KindleIndex.mostTexts) {
            guard let record = try database.record(number + 1 + count + offset, most: KindleIndex.maxText) else {
                return
            }
            texts.append(record)
        }
    }

    private mutating func readTags(_ record: KindleRecord, _ start: Int) {
        guard record.begins(with: "TAGX", at: start), let length = record.u32(start + 4),
            let count = record.u32(start + 8),
            count < 16
        else { return }
        controlBytes = count
        var place = start + 12
        while place < start + length, tags.count < 256, let number = record.u8(place),
            let values = record.u8(place + 1),
            let mask = record.u8(place + 2), let end = record.u8(place + 3)
        {
            tags.append(Tag(number: number, count: values, mask: mask, isEnd: end == 1))
            place += 4
        }
    }

    private mutating func read(_ record: KindleRecord) {
        guard let table = record.u32(20), let count = record.u32(24), record.begins(with: "IDXT", at: table) else {
            return
        }
        for number in 0..<count {
            guard entries.count < KindleIndex.most, work > 0, let start = record.u16(table + 4 + 2 * number) else {
                return
            }
            let end = number + 1 < count ? record.u16(table + 6 + 2 * number) ?? table : table
            guard let length = record.u8(start) else { continue }
            var entry = Entry(name: record.slice(start + 1, length))
            readValues(record, start + 1 + length, min(end, record.count), &entry)
            entries.append(entry)
        }
    }

    /// The control bytes say how often each tag occurs, or that a number in front of the values says how long they are.
    private mutating func readValues(_ record: KindleRecord, _ start: Int, _ end: Int, _ entry: inout Entry) {
        var control = start
        var place = start + controlBytes
        var found: [(tag: Tag, count: Int?, length: Int)] = []
        for tag in tags {
            if tag.isEnd {
                control += 1
                continue
            }
            guard let byte = record.u8(control), control < start + controlBytes else { break }
            let value = byte & tag.mask
            if value == 0 { continue }
            if value == tag.mask, tag.mask.nonzeroBitCount > 1 {
                guard let length = record.variable(&place, before: end) else { return }
                found.append((tag, nil, length))
            } else {
                found.append((tag, value >> tag.mask.trailingZeroBitCount, 0))
            }
        }
        for (tag, count, length) in found {
            let total = count.map { $0 * tag.count }
            let stop = place + length
            var values: [Int] = []
            while total.map({ values.count < $0 }) ?? (place < stop) {
                work -= 1
                guard work > 0, let value = record.variable(&place, before: end) else { return }
                values.append(value)
            }
            entry.tags[tag.number] = values
        }
    }

    /// The text at an offset, whose upper half is the number of the record.
    func text(_ offset: Int?) -> ArraySlice<UInt8>? {
        guard let offset, texts.indices.contains(offset >> 16) else { return nil }
        let record = texts[offset >> 16]
        var place = offset & 0xFFFF
        guard let length = record.variable(&place, before: record.count) else { return nil }
        return record.slice(place, length)
    }
}
