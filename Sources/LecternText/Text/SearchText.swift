// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternMarkup
import LecternModel

/// The visible text of a document: runs of white space are collapsed to one space, and removed at the ends of lines and of
/// ruby.  The readings of ruby are left out, unless another form of the text is wanted.
///
/// Elements begin and end texts by the same rules as in the content of a document (`ContentRules`).
public struct SearchText: Sendable {
    enum Form: CaseIterable {
        /// The displayed text, without the readings of ruby.
        case bases
        /// Includes the readings of ruby, like a selection in a browser.
        case withReadings
        /// Includes the readings and the brackets around them, like `textContent` in a browser.
        case withReadingsInBrackets
        /// Omits the numbers and signs that refer to notes, with the commas between them, and the numbers of pages at
        /// page breaks.
        case withoutMarks
        /// Includes the letters that images replace: initials, and characters that a font lacks.
        case withPictures
    }

    /// UTF-8.  A NUL, which no document contains, separates two blocks.  A line break is a line feed.
    public private(set) var bytes: [UInt8] = []
    /// The sources of the text.  Each piece is identical to its text node up to the next piece.
    private(set) var pieces: [Piece] = []

    struct Piece {
        /// The offset in `bytes`.
        let start: Int32
        let node: MarkupTree.Node
        /// The offset in the text node.
        let offset: Int32
    }

    /// Elements that are not part of this form of the text, displayed or not.
    private(set) var leftOut = NodeRanges()
    private var differing: Set<Form> = []
    /// The other forms of the text that differ from this one, in the same order for each search.
    var otherForms: [Form] { Form.allCases.filter(differing.contains) }

    static let blockBreak: UInt8 = 0

    /// The separator before the next text.  Of several separators, the last case in this list is used.
    private enum Gap: UInt8, Comparable, CaseIterable {
        case none, space, lineBreak, block

        static func < (a: Gap, b: Gap) -> Bool { a.rawValue < b.rawValue }

        var byte: UInt8? {
            switch self {
            case .none: nil
            case .space: 0x20
            case .lineBreak: 0x0A
            case .block: SearchText.blockBreak
            }
        }
    }

    private var gap = Gap.none
    /// The kinds of the open elements.
    private var open: [ContentRules.Kind?] = []
    /// The offsets at which the open ruby elements begin.
    private var rubies: [Int] = []
    /// Whether white space is at the beginning of a ruby.
    private var beginsRuby = false
    /// The closing bracket of a mark that was just left out.
    private var bracket: UInt8?
    /// The state of the text after the last mark that was left out.
    private var markEnd: MarkEnd?
    private let form: Form

    private struct MarkEnd {
        let size: Int
        let pieces: Int
        let gap: Gap
    }

    init(_ tree: MarkupTree, _ form: Form = .bases, _ work: Work? = nil) {
        self.form = form
        guard let body = tree.body else { return }
        tree.walk(body) { step in
            if let work, work.stops(after: MarkupTree.stepCost) { return false }
            switch step {
            case .enter(let node):
                if tree.isElement(node) { return enter(node, of: tree) }
                read(node, of: tree)
            case .leave: leave()
            }
            return true
        }
    }

    /// - Returns: whether the content of the element is text.
    private mutating func enter(_ node: MarkupTree.Node, of tree: MarkupTree) -> Bool {
        let kind = ContentRules.searching[tree.localName(of: node)]?.kind
        open.append(kind)
        switch kind {
        case .end: widen(.lineBreak)
        case .block: widen(.block)
        case .ruby:
            rubies.append(bytes.count)
            beginsRuby = true
        case .image where addLetter(node, of: tree): return false
        case .image, .audio, .video:
            widen(.block)
            return false
        case .skipped, .reading, .readingBracket:
            if kind == .reading {
                differing.insert(.withReadings)
                if form == .withReadings || form == .withReadingsInBrackets { return true }
            } else if kind == .readingBracket {
                differing.insert(.withReadingsInBrackets)
                if form == .withReadingsInBrackets { return true }
            }
            leftOut.append(node..<tree.end(of: node))
            return false
        default:
            guard FootnoteMark.isMark(node, of: tree) || tree.isPageBreak(node) else { break }
            differing.insert(.withoutMarks)
            guard form == .withoutMarks else { break }
            leftOut.append(node..<tree.end(of: node))
            endMark()
            return false
        }
        return true
    }

    /// Adds the letter that an image replaces.
    private mutating func addLetter(_ node: MarkupTree.Node, of tree: MarkupTree) -> Bool {
        guard let letter = tree.letter(ofPicture: node) else { return false }
        differing.insert(.withPictures)
        guard form == .withPictures else { return false }
        begin(node, offset: 0)
        bytes.append(contentsOf: letter.utf8)
        return true
    }

    /// Begins a piece of the text.
    private mutating func begin(_ node: MarkupTree.Node, offset: Int, isNew: Bool = true) {
        if !bytes.isEmpty, let byte = gap.byte { bytes.append(byte) }
        gap = .none
        beginsRuby = false
        guard isNew else { return }
        pieces.append(
            Piece(
                start: Int32(truncatingIfNeeded: bytes.count), node: node, offset: Int32(truncatingIfNeeded: offset)))
    }

    private mutating func leave() {
        switch open.popLast() {
        case .block: widen(.block)
        case .ruby:
            let start = rubies.popLast() ?? 0
            if gap == .space, bytes.count > start { gap = .none }
            beginsRuby = false
        default: break
        }
    }

    private mutating func endMark() {
        bracket = closingBracket
        if bracket != nil, let separator, FootnoteMark.isSeparator(separator.dropLast()) { return }
        removeSeparator()
        bracket = closingBracket
    }

    private var closingBracket: UInt8? { gap == .none ? bytes.last.flatMap(FootnoteMark.end) : nil }

    /// The text after the last mark; nil if there is none.
    private var separator: ArraySlice<UInt8>? {
        markEnd.flatMap { $0.size < bytes.count ? bytes[$0.size...] : nil }
    }

    /// Removes the text between the last two marks, if it only separates them.
    private mutating func removeSeparator() {
        if let markEnd, let separator, FootnoteMark.isSeparator(separator) {
            bytes.removeLast(bytes.count - markEnd.size)
            pieces.removeLast(max(0, pieces.count - markEnd.pieces))
            gap = markEnd.gap
        }
        markEnd = MarkEnd(size: bytes.count, pieces: pieces.count, gap: gap)
    }

    private mutating func widen(_ other: Gap) { gap = max(gap, other) }

    private static func isBetweenWords(_ at: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        text[at] == 0x20 && at + 1 < text.count && !ASCII.isSpace(text[at + 1])
    }

    /// Removes the bracket before a mark that was left out, if the text after it begins with the closing one.
    private mutating func isBracketed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        defer { bracket = nil }
        guard let bracket, gap == .none, text.first == bracket else { return false }
        bytes.removeLast()
        if let last = bytes.last, let before = Gap.allCases.first(where: { $0.byte == last }) {
            bytes.removeLast()
            widen(before)
        }
        removeSeparator()
        return true
    }

    private mutating func read(_ node: MarkupTree.Node, of tree: MarkupTree) {
        tree.withBytes(of: tree.nodes[Int(node)].slice) { text in
            guard let base = text.baseAddress else { return }
            let first = isBracketed(text) ? 1 : 0
            var at = first
            while at < text.count {
                let start = at
                while at < text.count && ASCII.isSpace(text[at]) { at += 1 }
                if at > start, !beginsRuby { widen(.space) }
                // A single space between two words is identical to the source, so the piece continues.
                let goesOn = gap == .space && at == start + 1 && start > first
                let word = at
                // Words that are separated by single spaces are identical to the source.
                while true {
                    at = ByteSearch.firstBlank(in: base, from: at, to: text.count)
                    guard at < text.count, !ASCII.isSpace(text[at]) || SearchText.isBetweenWords(at, in: text)
                    else { break }
                    at += 1
                }
                guard at > word else { return }
                begin(node, offset: word, isNew: !goesOn || word == first)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[word..<at]))
            }
        }
    }
}
