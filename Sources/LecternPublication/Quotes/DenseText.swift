// SPDX-License-Identifier: BSD-3-Clause

/// A text without white space, soft hyphens and breaks between blocks, which differ between a document, what a browser
/// makes of it, and its next edition.
struct DenseText {
    private(set) var units: [UInt16] = []
    /// Where each unit is in the text, in bytes.
    private var offsets: [Int32] = []
    private let end: Int32

    /// - Parameter range: bytes of the text, which has no more than a document can have.
    init(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ work: Work? = nil) {
        var at = range.lowerBound
        units.reserveCapacity(range.count)
        offsets.reserveCapacity(range.count)
        var read = 0
        while at < range.upperBound, let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            read += 1
            if read & 0xFFFF == 0, let work, work.stops(after: TextQuote.unitCost << 16) { break }
            if DenseText.counts(scalar) {
                for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
                    units.append(unit)
                    offsets.append(Int32(truncatingIfNeeded: at))
                }
            }
            at += count
        }
        end = Int32(truncatingIfNeeded: at)
    }

    /// The units of a quote.
    static func units(_ quote: String) -> [UInt16] {
        quote.unicodeScalars.lazy.filter(counts).flatMap { UTF16.encode($0) ?? UTF16.EncodedScalar() }
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
