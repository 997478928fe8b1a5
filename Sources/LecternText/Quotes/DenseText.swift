// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text without white space, soft hyphens and block breaks.  These differ between a document, its rendering, and
/// other editions.
public struct DenseText {
    private(set) var units: [UInt16] = []
    /// The byte offset of each unit in the text.
    private var offsets: [Int32] = []
    private let end: Int32

    /// - Parameters:
    ///   - range: the byte range in the text, which is not larger than a document can be.
    ///   - folding: the folding for comparisons; none by default.
    init(
        _ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ folding: TextFolding? = nil, _ work: Work? = nil
    ) {
        var at = range.lowerBound
        units.reserveCapacity(range.count)
        offsets.reserveCapacity(range.count)
        var read = 0
        while at < range.upperBound, let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            read += 1
            if read & 0xFFFF == 0, let work, work.stops(after: TextQuote.unitCost << 16) { break }
            if DenseText.counts(scalar) {
                DenseText.append(scalar, folding, to: &units)
                while offsets.count < units.count { offsets.append(Int32(truncatingIfNeeded: at)) }
            }
            at += count
        }
        end = Int32(truncatingIfNeeded: at)
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
    func index(at offset: Int) -> Int { offsets.partitionPoint { Int($0) < offset } }

    /// Whether a unit is the first one of a block, and not of the text.
    func isBlockBreak(before index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index > 0, index < offsets.count else { return false }
        return text[Int(offsets[index - 1])..<Int(offsets[index])].contains(SearchText.blockBreak)
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
        let start = range.lowerBound < offsets.count ? offsets[range.lowerBound] : end
        guard range.upperBound > range.lowerBound, range.upperBound <= offsets.count else {
            return Int(start)..<Int(start)
        }
        let last = Int(offsets[range.upperBound - 1])
        return Int(start)..<max(Int(start), last + (UTF8Scalar.decode(text, at: last)?.count ?? 0))
    }
}
