// SPDX-License-Identifier: BSD-3-Clause
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

    /// From `start` on, the bytes are those of a text node.
    private struct Run {
        let start: Int
        let node: MarkupTree.Node
        let offset: Int
        /// Whether it is text of the document, not of an attribute.
        let isText: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var segments: [Segment] = []
    private var runs: [Run] = []
    /// Whether white space at the end would be none to see.
    private var endsLoose = true

    init(_ item: ContentOutline.Item, _ outline: ContentOutline, _ tree: MarkupTree) {
        for index in Int(item.pieces.lowerBound)..<Int(item.pieces.upperBound) {
            let piece = outline.pieces[index]
            begin(piece, index)
            tree.withBytes(of: tree.source(of: piece)) { source in
                switch piece.kind {
                case .text, .alternative: collapse(source, piece)
                case .preformatted: copy(source, piece)
                case .lineBreak: breakLine()
                }
            }
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

    private mutating func collapse(_ source: UnsafeBufferPointer<UInt8>, _ piece: ContentOutline.Piece) {
        var at = 0
        var isContinued = false
        while at < source.count {
            let byte = source[at]
            if ASCII.isSpace(byte) {
                if !endsLoose {
                    mark(piece, at)
                    bytes.append(0x20)
                    endsLoose = true
                }
                isContinued = false
                at += 1
            } else if ReadingText.isSoftHyphen(source, at) {
                isContinued = false
                at += 2
            } else {
                if !isContinued { mark(piece, at) }
                isContinued = true
                bytes.append(byte)
                endsLoose = false
                at += 1
            }
        }
    }

    private mutating func copy(_ source: UnsafeBufferPointer<UInt8>, _ piece: ContentOutline.Piece) {
        // A line break right behind the start tag is none.
        var at = bytes.isEmpty ? source.first == 0x0A ? 1 : source.starts(with: [0x0D, 0x0A]) ? 2 : 0 : 0
        var isContinued = false
        while at < source.count {
            let byte = source[at]
            if ReadingText.isSoftHyphen(source, at) {
                isContinued = false
                at += 2
                continue
            }
            let isPair = byte == 0x0D && at + 1 < source.count && source[at + 1] == 0x0A
            if !isContinued { mark(piece, at) }
            isContinued = !isPair
            bytes.append(byte == 0x0D ? 0x0A : byte)
            at += isPair ? 2 : 1
        }
        endsLoose = bytes.isEmpty
    }

    private mutating func breakLine() {
        if endsLoose, bytes.last == 0x20 { bytes.removeLast() }
        if !bytes.isEmpty { bytes.append(0x0A) }
        endsLoose = true
    }

    private mutating func mark(_ piece: ContentOutline.Piece, _ offset: Int) {
        runs.append(Run(start: bytes.count, node: piece.node, offset: offset, isText: piece.kind != .alternative))
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

    private static func isSoftHyphen(_ source: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        source[at] == 0xC2 && at + 1 < source.count && source[at + 1] == 0xAD
    }

    // MARK: Places

    /// The text nodes and the bytes in them that a range begins and ends with; nil where it is not of the document.
    func place(of range: Range<Int>) -> (start: MarkupTree.Place, end: MarkupTree.Place)? {
        guard !range.isEmpty, let first = run(at: range.lowerBound), let last = run(at: range.upperBound - 1) else {
            return nil
        }
        let firstText = runs[first...last].firstIndex { $0.isText }
        let lastText = runs[first...last].lastIndex { $0.isText }
        guard let firstText, let lastText else { return nil }
        let start = runs[firstText]
        let end = runs[lastText]
        let endOfRun = lastText + 1 < runs.count ? runs[lastText + 1].start : bytes.count
        return (
            MarkupTree.Place(node: start.node, offset: start.offset + max(0, range.lowerBound - start.start)),
            MarkupTree.Place(node: end.node, offset: end.offset + min(range.upperBound, endOfRun) - end.start)
        )
    }

    /// The last one that begins no later.
    private func run(at offset: Int) -> Int? {
        let behind = runs.partitionPoint { $0.start <= offset }
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
