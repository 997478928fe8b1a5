// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternMarkup
import LecternModel

/// Finds all matches of a query in a text, including overlapping ones.
///
/// The text is folded while it is read and compared in one pass.  The time is linear in the length of the text, and the
/// memory in that of the query, for any input.
public struct TextSearch: Sequence, IteratorProtocol {
    /// A match, as a range in the UTF-8 text.
    public struct Match: Sendable, Equatable {
        public let range: Range<Int>
        /// The number of UTF-16 units before it, the unit in which toolkits measure progressions.
        let utf16Offset: Int
    }

    private var reader: FoldedReader
    private var search: SequenceSearch<UInt32>
    private let options: SearchOptions
    private let elisions: Elisions?
    /// A ring buffer with the positions of the last elements, as many as the query has.
    private var places: [FoldedReader.Element]
    private var read = 0
    private let starts: MatchStarts

    /// - Parameter text: valid UTF-8 that stays in memory while this is used.
    public init(
        _ query: String, in text: UnsafeBufferPointer<UInt8>, _ options: SearchOptions, _ elisions: Elisions? = nil
    ) {
        let folding =
            options.exact
            ? nil : TextFolding(keepsCase: options.caseSensitive, keepsDiacritics: options.diacriticSensitive)
        var wanted: [UInt32] = []
        var query = query
        query.withUTF8 { query in
            var reader = FoldedReader(query, folding)
            while let element = reader.next() { wanted.append(element.value) }
        }
        // A query of white space would match between any two words.
        if !options.exact && wanted.allSatisfy({ $0 == 0x20 }) { wanted = [] }
        search = SequenceSearch(wanted)
        starts = MatchStarts { byte in
            guard let folding else { return wanted.first == UInt32(byte) }
            let entry = folding(Unicode.Scalar(byte))
            return entry.count != 1 || wanted.first == entry.scalars.0
        }
        reader = FoldedReader(text, folding)
        self.options = options
        self.elisions = elisions
        places = wanted.map { FoldedReader.Element(value: $0) }
    }

    public mutating func next() -> Match? { next(pausing: {}) }

    /// The number of characters between two pauses, times their cost in nanoseconds.
    static let period = 1 << 20
    private static let characterCost = 16

    /// - Parameter pause: called from time to time.
    mutating func next<E: Error>(pausing pause: () throws(E) -> Void) throws(E) -> Match? {
        guard !places.isEmpty else { return nil }
        while true {
            if search.isAtStart { reader.skip(to: starts) }
            guard let element = reader.next() else { return nil }
            places[read % places.count] = element
            read += 1
            if read % (TextSearch.period / TextSearch.characterCost) == 0 { try pause() }
            guard search.finds(element.value) else { continue }
            // The slot after the last element holds the first of the elements that match.
            let first = places[read % places.count]
            guard first.begins, element.ends else { continue }
            let end = reader.end(behind: element)
            if options.diacriticSensitive && end > element.range.upperBound { continue }
            if let next = UTF8Scalar.decode(reader.text, at: element.range.upperBound)?.scalar,
                TextFolding.isOfLetter(next)
            {
                continue
            }
            let range = first.range.lowerBound..<end
            if options.wholeWord && !WordBoundary.surrounds(range, in: reader.text, elisions) { continue }
            return Match(range: range, utf16Offset: first.utf16Offset)
        }
    }
}

/// The bytes with which a match can begin: some of ASCII, and all others.
struct MatchStarts {
    private let isStart: [Bool]
    /// The ASCII bytes if they are at most two, such as a letter in both cases.
    private let few: (UInt8, UInt8)?

    /// - Parameter isStart: asked about each byte of ASCII.
    init(_ isStart: (UInt8) -> Bool) {
        let starts = (0..<0x80).filter(isStart)
        self.isStart = (0...UInt8.max).map { $0 >= 0x80 || starts.contains($0) }
        few = starts.count > 2 ? nil : (starts.first ?? 0x80, starts.last ?? 0x80)
    }

    /// The first one from `start` on, or the end of the text.
    @inline(__always)
    func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        if let few, let base = text.baseAddress {
            return ByteSearch.first(few.0, or: few.1, in: base, from: start, to: text.count)
        }
        var next = start
        while next < text.count, !isStart[Int(text[next])] { next += 1 }
        return next
    }
}

/// Reads the folded scalars of a text with their positions.
struct FoldedReader {
    struct Element {
        let value: UInt32
        /// The range of its bytes.  A run of white space or of dashes is one element.
        var range = 0..<0
        var utf16Offset = 0
        /// Whether it is the first and the last scalar that its bytes fold to: "ß" folds to "ss", but does not match "s".
        var begins = true
        var ends = true
    }

    let text: UnsafeBufferPointer<UInt8>
    private let folding: TextFolding?
    private var at = 0
    private var utf16Offset = 0
    private var pending = TextFolding.Entry?.none
    private var given = 0
    /// Whether the last element was a full stop.
    private var isBehindStop = false
    private var current = (range: 0..<0, utf16Offset: 0)

    init(_ text: UnsafeBufferPointer<UInt8>, _ folding: TextFolding?) {
        self.text = text
        self.folding = folding
    }

    mutating func next() -> Element? {
        if let entry = pending { return element(of: entry) }
        while let scalar = read() {
            guard let folding else {
                return Element(value: scalar.value, range: current.range, utf16Offset: current.utf16Offset)
            }
            let entry = folding(scalar)
            switch entry.count {
            case 0: continue
            case 1:
                if entry.scalars.0 == 0x20 {
                    skipRun(of: 0x20, folding)
                    if isInEllipsis(folding) { continue }
                } else if entry.scalars.0 == 0x2D {
                    // A typewriter has two hyphens for a dash.
                    skipRun(of: entry.scalars.0, folding)
                }
                isBehindStop = entry.scalars.0 == 0x2E
                return Element(value: entry.scalars.0, range: current.range, utf16Offset: current.utf16Offset)
            default:
                given = 0
                return element(of: entry)
            }
        }
        return nil
    }

    /// Skips the bytes that cannot begin a match, unless there are pending scalars.
    @inline(__always)
    mutating func skip(to starts: MatchStarts) {
        if pending != nil { return }
        let next = starts.first(in: text, from: at)
        utf16Offset += next - at
        at = next
    }

    private mutating func element(of entry: TextFolding.Entry) -> Element {
        let value = given == 0 ? entry.scalars.0 : given == 1 ? entry.scalars.1 : entry.scalars.2
        let element = Element(
            value: value, range: current.range, utf16Offset: current.utf16Offset, begins: given == 0,
            ends: given + 1 == entry.count)
        given += 1
        pending = given < entry.count ? entry : nil
        return element
    }

    private mutating func read() -> Unicode.Scalar? {
        guard let (scalar, count) = UTF8Scalar.decode(text, at: at) else { return nil }
        current = (at..<at + count, utf16Offset)
        at += count
        utf16Offset += scalar.value > 0xFFFF ? 2 : 1
        return scalar
    }

    /// Collapses a run of characters that fold to the same one to one element, with the ignored characters in it.
    private mutating func skipRun(of value: UInt32, _ folding: TextFolding) {
        var (next, units) = (at, utf16Offset)
        while let (scalar, count) = UTF8Scalar.decode(text, at: next) {
            let entry = folding(scalar)
            guard entry.count == 0 || entry.count == 1 && entry.scalars.0 == value else { break }
            next += count
            units += scalar.value > 0xFFFF ? 2 : 1
            if entry.count == 1 { (at, utf16Offset) = (next, units) }
        }
        current.range = current.range.lowerBound..<at
    }

    /// Whether the white space that was just read is in or before an ellipsis, which may be typed as ". . .".
    private func isInEllipsis(_ folding: TextFolding) -> Bool {
        func isStop(_ scalar: Unicode.Scalar) -> Bool { folding(scalar).scalars.0 == 0x2E }
        guard let (scalar, count) = UTF8Scalar.decode(text, at: at), isStop(scalar) else { return false }
        if isBehindStop || folding(scalar).count > 1 { return true }
        var next = at + count
        while let (scalar, count) = UTF8Scalar.decode(text, at: next), folding(scalar).scalars.0 == 0x20 {
            next += count
        }
        return UTF8Scalar.decode(text, at: next).map { isStop($0.scalar) } ?? false
    }

    /// The end of a match whose last element is `element`: after the accents that belong to it.
    func end(behind element: Element) -> Int {
        var end = element.range.upperBound
        guard folding != nil else { return end }
        while let (scalar, count) = UTF8Scalar.decode(text, at: end), scalar.value >= 0x300,
            scalar.properties.canonicalCombiningClass != .notReordered
        {
            end += count
        }
        return end
    }
}
