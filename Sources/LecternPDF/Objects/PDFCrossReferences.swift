// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The positions of the objects of a document (ISO 32000-1, 7.5.4 to 7.5.8).
///
/// Tables are not read into memory: single entries are looked up in the file.  Streams are inflated.
struct PDFCrossReferences {
    enum Entry: Equatable {
        /// At this offset in the file.
        case at(Int)
        /// In the object stream with this number.
        case inStream(Int)
        case free
    }

    /// The entries of objects with consecutive numbers.
    struct Run {
        let first: Int
        let count: Int
        let entries: Entries
        /// The index of the section, counted from the newest.
        var section = 0
    }

    enum Entries {
        /// In the file, at this offset.
        case table(Int)
        /// In a stream: its bytes, the offset of the first entry, and the widths of the three fields.
        case stream([UInt8], Int, [Int])
    }

    /// Sorted from the newest to the oldest.
    private(set) var runs: [Run] = []
    /// The newest trailer with a root.
    private(set) var trailer: PDFDictionary = [:]

    private static let maxSections = 1024
    private static let maxRuns = 8192
    /// No document has as many objects.  The limit prevents overflow.
    static let maxNumber = 1 << 32

    init(_ input: PDFInput) throws(Failure) {
        var next: Int? = try PDFCrossReferences.start(input)
        var visited: Set<Int> = []
        while let offset = next {
            guard visited.insert(offset).inserted, visited.count <= PDFCrossReferences.maxSections else {
                throw PDFInput.damaged
            }
            let section = try PDFCrossReferences.section(input, at: offset)
            // Objects that are hidden from older readers are in a stream next to the table (7.5.8.4).
            if let hidden = section.trailer[.xrefStm]?.integer, hidden > 0 {
                var cursor = PDFCursor(input, at: hidden)
                add(try PDFCrossReferenceStream.section(&cursor).runs, section: visited.count - 1)
            }
            add(section.runs, section: visited.count - 1)
            guard runs.count <= PDFCrossReferences.maxRuns else { throw PDFInput.tooMuch }
            if trailer[.root] == nil { trailer = section.trailer }
            next = section.trailer[.prev]?.integer.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    private mutating func add(_ more: [Run], section: Int) {
        runs += more.map { Run(first: $0.first, count: $0.count, entries: $0.entries, section: section) }
    }

    /// Reads the last line but one of the file, which has the offset of the last section.
    private static func start(_ input: PDFInput) throws(Failure) -> Int {
        let length = Swift.min(input.length, 4096)
        let tail = try input.read(at: input.length - length, count: length)
        let word = Array("startxref".utf8)
        guard let place = tail.indices.last(where: { tail[$0...].starts(with: word) }) else { throw PDFInput.damaged }
        var cursor = PDFCursor(input, in: tail, at: place + word.count)
        guard case .integer(let start) = try cursor.token() else { throw PDFInput.damaged }
        return start
    }

    typealias Section = (runs: [Run], trailer: PDFDictionary)

    private static func section(_ input: PDFInput, at offset: Int) throws(Failure) -> Section {
        var cursor = PDFCursor(input, at: offset)
        var ahead = cursor
        guard try ahead.token() == .keyword(.xref) else { return try PDFCrossReferenceStream.section(&cursor) }
        return try table(&ahead)
    }

    // MARK: Tables

    private static let entryLength = 20

    private static func table(_ cursor: inout PDFCursor) throws(Failure) -> Section {
        var runs: [Run] = []
        while true {
            let token = try cursor.token()
            if token == .keyword(.trailer) { return (runs, try cursor.dictionary()) }
            guard case .integer(let first) = token, case .integer(let count) = try cursor.token(),
                0...maxNumber ~= first, 0...maxNumber ~= count, runs.count < maxRuns
            else { throw PDFInput.damaged }
            try cursor.skipSpace()
            let place = cursor.offset
            guard count > 0 else { continue }
            runs.append(Run(first: first, count: count, entries: .table(place)))
            cursor = PDFCursor(cursor.input, at: place + count * entryLength)
        }
    }

    /// Parses an entry such as "0000000017 00000 n" with its end of line.
    private static func tableEntry(_ input: PDFInput, at place: Int) throws(Failure) -> Entry {
        let bytes = try input.read(at: place, count: entryLength)
        guard bytes.count == entryLength, bytes[10] == 0x20, bytes[16] == 0x20, PDFCursor.isSpace(bytes[18]),
            let offset = Int(String(decoding: bytes[0..<10], as: UTF8.self))
        else { throw PDFInput.damaged }
        switch bytes[17] {
        case UInt8(ascii: "n"): return .at(offset)
        case UInt8(ascii: "f"): return .free
        default: throw PDFInput.damaged
        }
    }

    // MARK: Lookup

    /// Throws if a section contradicts itself, because it is unknown which of the two entries other readers use.
    func entry(of number: Int, _ input: PDFInput) throws(Failure) -> Entry {
        let has = { (run: Run) in number >= run.first && number - run.first < run.count }
        guard let index = runs.firstIndex(where: has) else { return .free }
        let entry = try entry(of: number, in: runs[index], input)
        for other in runs[(index + 1)...].prefix(while: { $0.section == runs[index].section }) where has(other) {
            let second = try self.entry(of: number, in: other, input)
            guard second == entry || second == .free else { throw PDFInput.damaged }
        }
        return entry
    }

    private func entry(of number: Int, in run: Run, _ input: PDFInput) throws(Failure) -> Entry {
        let index = number - run.first
        switch run.entries {
        case .table(let place):
            return try PDFCrossReferences.tableEntry(input, at: place + index * PDFCrossReferences.entryLength)
        case .stream(let bytes, let place, let widths):
            return try PDFCrossReferenceStream.entry(bytes, at: place + index * widths.reduce(0, +), widths)
        }
    }
}
