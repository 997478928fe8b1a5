// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text as a browser would render it: white space is collapsed unless it is significant, lines end where the document
/// breaks them, and soft hyphens are removed.  Each byte can be mapped back to the document.
struct ReadingText {
    struct Segment {
        var range: Range<Int>
        let language: Int
        /// The index of the mark in the outline; nil for none.
        let mark: Int?
        /// The index of the first piece; -1 for the rest of a segment.
        var firstPiece: Int
    }

    /// The bytes from `start` on come from `offset` in the source of a piece, with white space collapsed and soft
    /// hyphens removed.  One run per word would take more memory than the text.  There is one for every few hundred
    /// bytes, and the positions in between are computed again on demand.
    private struct Run {
        let start: Int32
        let piece: Int32
        let offset: Int32
    }

    private(set) var bytes: [UInt8] = []
    private(set) var segments: [Segment] = []
    private var runs: [Run] = []
    /// Whether white space at the end would be collapsed.
    private var endsLoose = true
    /// Where the current ruby begins, and `endsLoose` there.
    private var ruby: (start: Int, endedLoose: Bool)?
    private let tree: MarkupTree
    private let pieces: [ContentOutline.Piece]

    /// The number of source bytes from one run to the next.
    private static let runLength = 512

    init(_ item: ContentOutline.Item, _ outline: ContentOutline, _ tree: MarkupTree) {
        self.tree = tree
        pieces = outline.pieces
        let range = Int(item.pieces.lowerBound)..<Int(item.pieces.upperBound)
        let length = range.reduce(0) { $0 + Int(tree.source(of: outline.pieces[$1]).count) }
        bytes.reserveCapacity(length)
        for index in range {
            begin(pieces[index], index, outline)
            tree.withBytes(of: tree.source(of: pieces[index])) { read($0, index) }
        }
        trimEnd()
        trimSegments()
        takeBrackets(outline)
    }

    // MARK: Building

    private mutating func begin(_ piece: ContentOutline.Piece, _ index: Int, _ outline: ContentOutline) {
        let mark = piece.mark < 0 ? nil : Int(piece.mark)
        if let last = segments.last, last.language == Int(piece.language), last.mark == mark { return }
        end()
        segments.append(
            Segment(range: bytes.count..<bytes.count, language: Int(piece.language), mark: mark, firstPiece: index))
        guard let mark, outline.marks[mark].kind == .ruby else { return }
        ruby = (bytes.count, endsLoose)
        endsLoose = true
    }

    /// White space at the beginning and the end of a ruby is no text (CSS Ruby Annotation Layout, 2.4).
    private mutating func endRuby() {
        guard let (start, endedLoose) = ruby else { return }
        ruby = nil
        if bytes.count == start { return endsLoose = endedLoose }
        guard endsLoose, bytes.last == 0x20 else { return }
        bytes.removeLast()
        endsLoose = false
    }

    private mutating func end() {
        endRuby()
        guard let last = segments.indices.last else { return }
        let start = segments[last].range.lowerBound
        segments[last].range = start..<max(start, bytes.count)
        if segments[last].range.isEmpty { segments.removeLast() }
    }

    private mutating func read(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) {
        let kind = pieces[index].kind
        if kind == .lineBreak { return breakLine() }
        // A line break right after the start tag of preformatted text is ignored.
        let skipsBreak = kind == .preformatted && bytes.isEmpty
        var reader = PieceReader(
            source, kind, from: skipsBreak ? PieceReader.breakLength(source) : 0, endsLoose: endsLoose)
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

    /// The brackets right around a reference to a note, or a link back, belong to it.
    private mutating func takeBrackets(_ outline: ContentOutline) {
        guard segments.count > 2 else { return }
        for index in 1..<segments.count - 1 {
            let (before, after) = (segments[index - 1], segments[index + 1])
            guard let mark = segments[index].mark, outline.marks[mark].kind.isOfNote, before.mark == nil,
                after.mark == nil, let open = bytes[before.range].last, let close = bytes[after.range].first,
                (open, close) == (UInt8(ascii: "["), UInt8(ascii: "]"))
                    || (open, close) == (UInt8(ascii: "("), UInt8(ascii: ")"))
            else { continue }
            segments[index - 1].range = before.range.lowerBound..<before.range.upperBound - 1
            segments[index].range = before.range.upperBound - 1..<after.range.lowerBound + 1
            segments[index + 1].range = after.range.lowerBound + 1..<after.range.upperBound
        }
        segments.removeAll(where: \.range.isEmpty)
    }

    // MARK: Places

    /// The start and end of a range in text nodes; nil if it is not text of the document.
    func place(of range: Range<Int>) -> (start: MarkupTree.TextPoint, end: MarkupTree.TextPoint)? {
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
            MarkupTree.TextPoint(node: pieces[Int(start.piece)].node, offset: offset(of: range.lowerBound, in: start)),
            MarkupTree.TextPoint(
                node: pieces[Int(end.piece)].node, offset: offset(of: min(range.upperBound, endOfRun) - 1, in: end) + 1)
        )
    }

    /// Whether it is text of the document rather than of an attribute.
    private func isText(_ run: Run) -> Bool { pieces[Int(run.piece)].kind != .alternative }

    /// The source offset of a byte in a run.
    private func offset(of byte: Int, in run: Run) -> Int {
        let piece = pieces[Int(run.piece)]
        return tree.withBytes(of: tree.source(of: piece)) { source in
            // The first byte of a run is always part of the text.
            var reader = PieceReader(source, piece.kind, from: Int(run.offset), endsLoose: false)
            var found = Int(run.offset)
            var left = byte - Int(run.start)
            while left >= 0, let (_, offset) = reader.next() {
                found = offset
                left -= 1
            }
            // The line break after the last piece is not part of the text node.
            return found + max(0, left + 1)
        }
    }

    /// The last run that begins at or before an offset.
    private func run(at offset: Int) -> Int? {
        let behind = runs.partitionPoint { Int($0.start) <= offset }
        return behind > 0 ? behind - 1 : nil
    }

    /// The parts of a range by the pieces that they come from.
    func parts(of range: Range<Int>) -> [(piece: ContentOutline.Piece, range: Range<Int>)] {
        var found: [(piece: Int32, range: Range<Int>)] = []
        for index in (run(at: range.lowerBound) ?? 0)..<runs.count {
            let start = Int(runs[index].start)
            if start >= range.upperBound { break }
            let end = index + 1 < runs.count ? Int(runs[index + 1].start) : bytes.count
            let part = max(start, range.lowerBound)..<min(max(start, end), range.upperBound)
            if part.isEmpty { continue }
            if let last = found.last, last.piece == runs[index].piece {
                found[found.count - 1].range = last.range.lowerBound..<part.upperBound
            } else {
                found.append((runs[index].piece, part))
            }
        }
        return found.map { (pieces[Int($0.piece)], $0.range) }
    }

    /// The segments in a range.
    func segments(in range: Range<Int>) -> [Segment] {
        let first = segments.partitionPoint { $0.range.upperBound <= range.lowerBound }
        return segments[first...].prefix { $0.range.lowerBound < range.upperBound }.map { segment in
            var part = segment
            part.range = segment.range.clamped(to: range)
            if part.range.lowerBound > segment.range.lowerBound { part.firstPiece = -1 }
            return part
        }
    }
}

/// The bytes of a text node that are part of the text, with their positions.
private struct PieceReader {
    private let source: UnsafeBufferPointer<UInt8>
    private let isPreformatted: Bool
    private var at: Int
    /// Whether further white space would be collapsed.
    private(set) var endsLoose: Bool

    init(_ source: UnsafeBufferPointer<UInt8>, _ kind: ContentOutline.Piece.Kind, from start: Int, endsLoose: Bool) {
        self.source = source
        isPreformatted = kind == .preformatted
        at = start
        self.endsLoose = endsLoose
    }

    /// The length of a line break at the beginning.
    static func breakLength(_ source: UnsafeBufferPointer<UInt8>) -> Int {
        source.first == 0x0A ? 1 : source.starts(with: [0x0D, 0x0A]) ? 2 : 0
    }

    @inline(__always)
    mutating func next() -> (byte: UInt8, offset: Int)? {
        while at < source.count {
            let byte = source[at]
            let offset = at
            if byte == 0xC2 && at + 1 < source.count && source[at + 1] == 0xAD {  // soft hyphen
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
