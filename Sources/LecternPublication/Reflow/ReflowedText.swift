// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF

/// The texts of some pages as blocks.  A paragraph may go on over the ends of pages; running heads and feet are left out.
struct ReflowedText {
    struct Block {
        var text: [UInt8]
        /// The pages that begin in the block, with their offsets in the text.
        var pages: [(page: Int, offset: Int)] = []
        /// The font size in points.
        var size: Double
    }

    private(set) var blocks: [Block] = []

    /// The page that was added last, with its body.
    private var last: (text: PDFPageText, body: Range<Int>)?

    /// The ratio of two font sizes that are not the same.
    private static let otherSize = 1.15

    /// - Parameter page: from 1.
    mutating func add(_ text: PDFPageText, _ body: Range<Int>, page: Int) {
        defer { last = (text, body) }
        var paragraphs = text.blocks(in: body)[...]
        guard !paragraphs.isEmpty else {
            blocks.append(Block(text: [], pages: [(page, 0)], size: 0))
            return
        }
        var mark: [(page: Int, offset: Int)] = [(page, 0)]
        if let first = paragraphs.first, goOn(text, body, first.size, page) {
            paragraphs.removeFirst()
            mark = []
        }
        for (range, size) in paragraphs {
            blocks.append(Block(text: Array(text.bytes[range]), pages: mark, size: size))
            mark = []
        }
    }

    /// Adds the first paragraph of a page to the last block, if it is the rest of its sentence.
    private mutating func goOn(_ text: PDFPageText, _ body: Range<Int>, _ size: Double, _ page: Int) -> Bool {
        guard let last, let end = blocks.indices.last, let tail = last.text.blocks(in: last.body).last,
            !last.text.endsSentence(at: tail.range.upperBound), ReflowedText.isSame(tail.size, size),
            tail.range.count <= blocks[end].text.count
        else { return false }
        let joined = last.text.continued(at: last.body.upperBound, by: text, body)
        guard let rest = text.blocks(in: body).first?.range.count, joined.bytes.count - rest > tail.range.lowerBound
        else {
            return false
        }
        blocks[end].text.removeLast(tail.range.count)
        blocks[end].text += joined.bytes[tail.range.lowerBound...]
        blocks[end].pages.append((page, blocks[end].text.count - rest))
        return true
    }

    private static func isSame(_ one: Double, _ other: Double) -> Bool {
        max(one, other) <= otherSize * max(0.1, min(one, other))
    }

    // MARK: Headings

    /// The font sizes of headings, relative to that of most of the text, by level.
    private static let headings = [(1.8, 1), (1.4, 2), (otherSize, 3)]
    /// In bytes.
    private static let longestHeading = 300

    /// The font size of most of the text.
    var usualSize: Double {
        var letters: [Double: Int] = [:]
        for block in blocks { letters[block.size, default: 0] += block.text.count }
        return letters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }

    /// The level of a heading, from 1; nil for a paragraph.
    static func level(of block: Block, usual: Double) -> Int? {
        guard usual > 0, block.text.count <= longestHeading else { return nil }
        return headings.first { block.size > $0.0 * usual }?.1
    }
}

extension PDFPageText {
    /// The parts of the paragraphs in a range that are not empty, with their font sizes.
    fileprivate func blocks(in body: Range<Int>) -> [(range: Range<Int>, size: Double)] {
        zip(paragraphs, sizes).compactMap { range, size in
            let part = range.clamped(to: body)
            return part.isEmpty ? nil : (part, size)
        }
    }
}
