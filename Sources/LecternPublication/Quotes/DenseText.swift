// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text without white space, soft hyphens and breaks between blocks, which differ between a document, what a browser
/// makes of it, and its next edition.
struct DenseText {
    private(set) var units: [UInt16] = []
    /// Where each unit is in the text, in bytes.
    private var offsets: [Int32] = []
    private let end: Int32

    /// - Parameters:
    ///   - range: bytes of the text, which has no more than a document can have.
    ///   - folding: what is the same for a comparison; by default nothing but itself.
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
    static func units(_ quote: String, _ folding: TextFolding? = nil) -> [UInt16] {
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
        // What parts the blocks of a text; soft hyphens, and spaces without width.
        case "\0", "\u{AD}", "\u{200B}", "\u{FEFF}": false
        default: !UTF8Scalar.isSpace(scalar)
        }
    }

    /// The number of the first unit at or behind an offset of the text.
    func index(at offset: Int) -> Int { offsets.partitionPoint { Int($0) < offset } }

    /// Whether a unit is the first one of a block, and others are in front of it.
    func isBlockBreak(before index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index > 0, index < offsets.count else { return false }
        return text[Int(offsets[index - 1])..<Int(offsets[index])].contains(SearchText.blockBreak)
    }

    /// The bytes of the text that units came from.
    func bytes(of range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = range.lowerBound < offsets.count ? offsets[range.lowerBound] : end
        guard range.upperBound > range.lowerBound, range.upperBound <= offsets.count else { return Int(start)..<Int(start) }
        let last = Int(offsets[range.upperBound - 1])
        return Int(start)..<max(Int(start), last + (UTF8Scalar.decode(text, at: last)?.count ?? 0))
    }
}
