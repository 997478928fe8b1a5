// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The two texts of a document with ruby: that of its bases, in which places are counted, and the one with the readings in
/// it, which a browser gives for a selection.
struct RubyReadings {
    private let bases: SearchText
    let all: SearchText
    private let tree: MarkupTree

    init(_ bases: SearchText, _ all: SearchText, in tree: MarkupTree) {
        self.bases = bases
        self.all = all
        self.tree = tree
    }

    /// The range of the bases for a range of all of the text; nil if no reading is in it, or a reading is cut from its base
    /// and joined with the next one.
    ///
    /// A reading alone stands for its ruby, and an end in a reading for the end of its ruby.
    func bases(of range: Range<Int>) -> Range<Int>? {
        guard let (start, end) = all.places(of: range) else { return nil }
        let (first, last) = (bases.leftOut.range(holding: start.node), bases.leftOut.range(holding: end.node))
        if let first, first != last { return nil }
        let from = first.flatMap(ruby).map(bases.start) ?? bases.offset(start.offset, in: start.node)
        let to = last.flatMap(ruby).map { bases.end(0, in: tree.end(of: $0)) } ?? bases.end(end.offset, in: end.node)
        let found = from..<max(from, to)
        let hasReading = first != nil || last != nil || found.count < range.count
        return hasReading ? found : nil
    }

    private func ruby(around reading: Range<MarkupTree.Node>) -> MarkupTree.Node? {
        var node = tree.parent(of: reading.lowerBound)
        while let element = node, tree.localName(of: element) != "ruby" { node = tree.parent(of: element) }
        return node
    }

    /// All of the text that begins and ends where a range of the bases does, with the readings behind its last base.
    func range(of range: Range<Int>) -> Range<Int>? {
        guard !range.isEmpty, let (start, end) = bases.places(of: range) else { return nil }
        let from = all.offset(start.offset, in: start.node)
        var to = all.end(end.offset, in: end.node)
        while to < all.bytes.count {
            let next = SearchText.isGap(all.bytes[to]) ? to + 1 : to
            guard let place = all.places(of: next..<next)?.start,
                let reading = bases.leftOut.range(holding: place.node)
            else { break }
            to = all.end(0, in: reading.upperBound)
            if to <= next { break }
        }
        return from..<max(from, to)
    }
}
