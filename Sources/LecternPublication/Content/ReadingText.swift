// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text as a browser would render it: white space is collapsed where it does not count, lines end where they do, and
/// soft hyphens are gone.  Each of its bytes knows where in the document it comes from.
struct ReadingText {
    struct Segment {
        var range: Range<Int>
        let language: Int
        /// Which mark of the outline; nil for none.
        let mark: Int?
        /// -1 for the rest of one.
        var firstPiece: Int
    }

    /// From `start` on, the bytes come from `offset` of the source of a piece: as they stand there, except that white
    /// space is collapsed and soft hyphens are left out.  One for each word would take more memory than the text, so
    /// there is one for some hundred bytes, and what is between is read again when somebody asks.
    private struct Run {
        let start: Int32
        let piece: Int32
        let offset: Int32
    }

    private(set) var bytes: [UInt8] = []
    private(set) var segments: [Segment] = []
    private var runs: [Run] = []
    /// Whether white space at the end would be none to see.
    private var endsLoose = true
    private let tree: MarkupTree
    private let pieces: [ContentOutline.Piece]

    /// Bytes of a source from one run to the next.
    private static let runLength = 512

    init(_ item: ContentOutline.Item, _ outline: ContentOutline, _ tree: MarkupTree) {
        self.tree = tree
        pieces = outline.pieces
        let range = Int(item.pieces.lowerBound)..<Int(item.pieces.upperBound)
        let length = range.reduce(0) { $0 + Int(tree.source(of: outline.pieces[$1]).count) }
        bytes.reserveCapacity(length)
        for index in range {
            begin(pieces[index], index)
            tree.withBytes(of: tree.source(of: pieces[index])) { read($0, index) }
        }
        trimEnd()
        trimSegments()
    }

    // MARK: Making

    private mutating func begin(_ piece: ContentOutline.Piece, _ index: Int) {
        let mark = piece.mark < 0 ? nil : Int(piece.mark)
        if let last = segments.last, last.language == Int(piece.language), last.mark == mark { return }
        end()
        segments.append(
            Segment(range: bytes.count..<bytes.count, language: Int(piece.language), mark: mark, firstPiece: index))
    }

    private mutating func end() {
        guard let last = segments.indices.last else { return }
        let start = segments[last].range.lowerBound
        segments[last].range = start..<max(start, bytes.count)
        if segments[last].range.isEmpty { segments.removeLast() }
    }

    private mutating func read(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) {
        let kind = pieces[index].kind
        if kind == .lineBreak { return breakLine() }
        // A line break right behind the start tag of preformatted text is none.
        let skipsBreak = kind == .preformatted && bytes.isEmpty
        var reader = PieceReader(source, kind, from: skipsBreak ? PieceReader.breakLength(source) : 0, endsLoose: endsLoose)
        var next = 0
        while let (byte, offset) = reader.next() {
            if offset >= next {
                runs.append(
                    Run(
                        start: Int32(truncatingIfNeeded: bytes.count), piece: Int32(truncatingIfNeeded: index),
                        offset: Int32(truncatingIfNeeded: offset)))
                next = offset + ReadingText.runLength
            }
            bytes.append(byte)
        }
        endsLoose = kind == .preformatted ? bytes.isEmpty : reader.endsLoose
    }

    private mutating func breakLine() {
        if endsLoose, bytes.last == 0x20 { bytes.removeLast() }
        if !bytes.isEmpty { bytes.append(0x0A) }
        endsLoose = true
    }

    private mutating func trimEnd() {
        while let last = bytes.last, last == 0x0A || last == 0x20 && endsLoose { bytes.removeLast() }
    }

    private mutating func trimSegments() {
        end()
        while let last = segments.last, last.range.lowerBound >= bytes.count { segments.removeLast() }
        guard let last = segments.indices.last else { return }
        segments[last].range = segments[last].range.lowerBound..<bytes.count
    }

    // MARK: Places

    /// The text nodes and the bytes in them that a range begins and ends with; nil where it is not of the document.
    func place(of range: Range<Int>) -> (start: MarkupTree.Place, end: MarkupTree.Place)? {
        guard !range.isEmpty, let first = run(at: range.lowerBound), let last = run(at: range.upperBound - 1) else {
            return nil
        }
        guard let firstText = runs[first...last].firstIndex(where: isText),
            let lastText = runs[first...last].lastIndex(where: isText)
        else { return nil }
        let start = runs[firstText]
        let end = runs[lastText]
        let endOfRun = lastText + 1 < runs.count ? Int(runs[lastText + 1].start) : bytes.count
        return (
            MarkupTree.Place(node: pieces[Int(start.piece)].node, offset: offset(of: range.lowerBound, in: start)),
            MarkupTree.Place(
                node: pieces[Int(end.piece)].node, offset: offset(of: min(range.upperBound, endOfRun) - 1, in: end) + 1)
        )
    }

    /// Whether it is text of the document, not of an attribute.
    private func isText(_ run: Run) -> Bool { pieces[Int(run.piece)].kind != .alternative }

    /// Where a byte comes from that belongs to a run.
    private func offset(of byte: Int, in run: Run) -> Int {
        let piece = pieces[Int(run.piece)]
        return tree.withBytes(of: tree.source(of: piece)) { source in
            // The first one of a run stands in the text, whatever was in front of it.
            var reader = PieceReader(source, piece.kind, from: Int(run.offset), endsLoose: false)
            var found = Int(run.offset)
            var left = byte - Int(run.start)
            while left >= 0, let (_, offset) = reader.next() {
                found = offset
                left -= 1
            }
            // The line break behind the last one is not of the text node.
            return found + max(0, left + 1)
        }
    }

    /// The last one that begins no later.
    private func run(at offset: Int) -> Int? {
        let behind = runs.partitionPoint { Int($0.start) <= offset }
        return behind > 0 ? behind - 1 : nil
    }

    /// The segments of a part of it.
    func segments(in range: Range<Int>) -> [Segment] {
        let first = segments.partitionPoint { $0.range.upperBound <= range.lowerBound }
        return segments[first...].prefix { $0.range.lowerBound < range.upperBound }.map { segment in
            var part = segment
            part.range = segment.range.clamped(to: range)
            if part.range.lowerBound > segment.range.lowerBound { part.firstPiece = -1 }
            return part
        }
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// The bytes of a text node that are read, each with its place.
private struct PieceReader {
    private let source: UnsafeBufferPointer<UInt8>
    private let isPreformatted: Bool
    private var at: Int
    /// Whether more white space would be none to see.
    private(set) var endsLoose: Bool

    init(_ source: UnsafeBufferPointer<UInt8>, _ kind: ContentOutline.Piece.Kind, from start: Int, endsLoose: Bool) {
        self.source = source
        isPreformatted = kind == .preformatted
        at = start
        self.endsLoose = endsLoose
    }

    /// Of a line break at the beginning.
    static func breakLength(_ source: UnsafeBufferPointer<UInt8>) -> Int {
        source.first == 0x0A ? 1 : source.starts(with: [0x0D, 0x0A]) ? 2 : 0
    }

    @inline(__always)
    mutating func next() -> (byte: UInt8, offset: Int)? {
        while at < source.count {
            let byte = source[at]
            let offset = at
            if byte == 0xC2 && at + 1 < source.count && source[at + 1] == 0xAD {  // a soft hyphen
                at += 2
                continue
            }
            at += 1
            if isPreformatted {
                guard byte == 0x0D else { return (byte, offset) }
                if at < source.count && source[at] == 0x0A { at += 1 }
                return (0x0A, offset)
            }
            guard ASCII.isSpace(byte) else {
                endsLoose = false
                return (byte, offset)
            }
            if endsLoose { continue }
            endsLoose = true
            return (0x20, offset)
        }
        return nil
    }
}
