// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text without white space, soft hyphens and block breaks.  These differ between a document, its rendering, and
/// other editions.
public struct DenseText {
    let units: [UInt16]
    /// About every 64th unit that begins a character, and its byte offset in the text.
    private let marks: [(unit: Int32, byte: Int32)]
    private let folding: TextFolding?
    private let end: Int

    /// - Parameters:
    ///   - range: the byte range in the text, which is not larger than a document can be.
    ///   - folding: the folding for comparisons; none by default.
    init(
        _ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ folding: TextFolding? = nil, _ work: Work? = nil
    ) {
        var units: [UInt16] = []
        var marks: [(unit: Int32, byte: Int32)] = []
        var at = range.lowerBound
        units.reserveCapacity(range.count)
        var (read, next) = (0, 0)
        while at < range.upperBound, let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            read += 1
            if read & 0xFFFF == 0, let work, work.stops(after: TextQuote.unitCost << 16) { break }
            if DenseText.counts(scalar) {
                if units.count >= next {
                    marks.append((Int32(truncatingIfNeeded: units.count), Int32(truncatingIfNeeded: at)))
                    next = units.count + 64
                }
                if folding == nil, 0x21...0x7E ~= scalar.value {
                    units.append(UInt16(truncatingIfNeeded: scalar.value))
                } else {
                    DenseText.append(scalar, folding, to: &units)
                }
            }
            at += count
        }
        self.units = units
        self.marks = marks
        self.folding = folding
        end = at
    }

    /// The first character after a mark for which `isWanted` is true, given the index after its last unit and its byte
    /// offset; the end if there is none.
    private func character(
        after mark: Int, in text: UnsafeBufferPointer<UInt8>, where isWanted: (_ unitEnd: Int, _ byte: Int) -> Bool
    ) -> (unit: Int, byte: Int) {
        guard !marks.isEmpty else { return (0, end) }
        var (unit, at) = (Int(marks[max(0, mark)].unit), Int(marks[max(0, mark)].byte))
        var found: [UInt16] = []
        while at < end, let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            found.removeAll(keepingCapacity: true)
            if DenseText.counts(scalar) { DenseText.append(scalar, folding, to: &found) }
            if !found.isEmpty, isWanted(unit + found.count, at) { return (unit, at) }
            unit += found.count
            at += count
        }
        return (units.count, end)
    }

    /// The byte offset of a unit in the text.
    private func offset(of index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        character(after: marks.partitionPoint { $0.unit <= index } - 1, in: text) { unitEnd, _ in unitEnd > index }.byte
    }

    /// The units of a quote.
    public static func units(_ quote: String, _ folding: TextFolding? = nil) -> [UInt16] {
        var units: [UInt16] = []
        for scalar in quote.unicodeScalars where counts(scalar) { append(scalar, folding, to: &units) }
        return units
    }

    @inline(__always)
    private static func append(_ scalar: Unicode.Scalar, _ folding: TextFolding?, to units: inout [UInt16]) {
        guard let folding else {
            for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() { units.append(unit) }
            return
        }
        let entry = folding(scalar)
        if entry.count > 0 { append(entry.scalars.0, to: &units) }
        if entry.count > 1 { append(entry.scalars.1, to: &units) }
        if entry.count > 2 { append(entry.scalars.2, to: &units) }
    }

    private static func append(_ value: UInt32, to units: inout [UInt16]) {
        for unit in Unicode.Scalar(value).flatMap(UTF16.encode) ?? UTF16.EncodedScalar() { units.append(unit) }
    }

    static func counts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Block breaks, soft hyphens, and zero-width spaces.
        case "\0", "\u{AD}", "\u{200B}", "\u{FEFF}": false
        default: !UTF8Scalar.isSpace(scalar)
        }
    }

    /// The index of the first unit at or after an offset in the text.
    func index(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        character(after: marks.partitionPoint { $0.byte < offset } - 1, in: text) { _, byte in byte >= offset }.unit
    }

    /// Whether a unit is the first one of a block, and not of the text.
    func isBlockBreak(before index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index > 0, index < units.count else { return false }
        return text[offset(of: index - 1, in: text)..<offset(of: index, in: text)].contains(SearchText.blockBreak)
    }

    /// Whether a range of units has no Latin letter or digit next to another one that is outside of it.
    func cutsNoWord(at range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = bytes(of: range, in: text)
        func isInside(_ place: Int) -> Bool {
            place > 0 && place < text.count
                && [text[place - 1], text[place]].allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
        }
        return !isInside(bytes.lowerBound) && !isInside(bytes.upperBound)
    }

    /// The byte range in the text for a range of units.
    func bytes(of range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = offset(of: range.lowerBound, in: text)
        guard range.upperBound > range.lowerBound, range.upperBound <= units.count else { return start..<start }
        let last = offset(of: range.upperBound - 1, in: text)
        return start..<max(start, last + (UTF8Scalar.decode(text, at: last)?.count ?? 0))
    }
}
