// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Another form of the text of a document, and its relation to the bases, in which places are counted.
struct OtherText {
    let text: SearchText
    private let bases: SearchText
    private let tree: MarkupTree

    init(_ text: SearchText, of bases: SearchText, in tree: MarkupTree) {
        self.text = text
        self.bases = bases
        self.tree = tree
    }

    /// The range of the bases for a range of this text, without white space at its ends; nil if a reading is cut from its
    /// base and joined with the next one.
    ///
    /// A range inside a reading is mapped to the whole ruby, and an end inside a reading to the end of the ruby.
    func bases(of range: Range<Int>) -> Range<Int>? {
        guard let (start, end) = text.places(of: range) else { return nil }
        let (first, last) = (bases.leftOut.range(holding: start.node), bases.leftOut.range(holding: end.node))
        if let first, first != last { return nil }
        let from = first.flatMap(ruby).map(bases.start) ?? bases.offset(start.offset, in: start.node)
        let to = last.flatMap(ruby).map { bases.end(0, in: tree.end(of: $0)) } ?? bases.end(end.offset, in: end.node)
        return from..<max(from, to)
    }

    private func ruby(around reading: Range<MarkupTree.Node>) -> MarkupTree.Node? {
        var node = tree.parent(of: reading.lowerBound)
        while let element = node, tree.localName(of: element) != "ruby" { node = tree.parent(of: element) }
        return node
    }

    /// The range of this text for a range of the bases, with the readings that follow the last base.
    func range(of range: Range<Int>) -> Range<Int>? {
        guard !range.isEmpty, let (start, end) = bases.places(of: range) else { return nil }
        let from = text.offset(start.offset, in: start.node)
        var to = text.end(end.offset, in: end.node)
        while to < text.bytes.count {
            let next = SearchText.isGap(text.bytes[to]) ? to + 1 : to
            guard let place = text.places(of: next..<next)?.start,
                let reading = bases.leftOut.range(holding: place.node)
            else { break }
            to = text.end(0, in: reading.upperBound)
            if to <= next { break }
        }
        return from..<max(from, to)
    }
}
