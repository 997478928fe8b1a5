// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Counts the text and images of one resource, in slices that end at the end of a section or before.
public struct SliceCounter {
    /// The beginning of a section in a resource: a fragment, or the beginning of the resource if it is nil.
    public typealias Start = (section: Int, fragment: String?)

    private let resource: Int
    /// The section that continues from the resource before.
    public private(set) var section: Int?
    public private(set) var slices: [ReadingSlice] = []
    private var start = 0.0
    private var count = ReadingCount()

    public init(resource: Int, section: Int?) {
        self.resource = resource
        self.section = section
    }

    public mutating func add(_ more: ReadingCount) { count += more }

    /// Another section begins here.
    public mutating func cut(at progression: Double, section next: Int) {
        end(at: progression)
        section = next
    }

    /// Ends a slice in a long section, so that a place in the section can be found more precisely.
    mutating func endIfLong(at progression: Double) {
        if count.text.words + count.text.ideographs >= SliceCounter.longSlice { end(at: progression) }
    }

    private static let longSlice = 1024

    public mutating func end(at progression: Double) {
        let end = min(max(progression, start), 1)
        if end > start || count != ReadingCount() {
            slices.append(ReadingSlice(resource: resource, section: section, range: start...end, count: count))
        }
        start = end
        count = ReadingCount()
    }
}

extension SliceCounter {
    /// A document.  Alternative texts are for readers who do not see the image, and are not counted, nor are references
    /// to notes.
    public mutating func read(
        _ tree: MarkupTree, _ notes: DocumentFootnotes, _ starts: [SliceCounter.Start], _ work: Work
    ) throws(Failure) {
        let outline = ContentOutline(tree, .reading, notes, work)
        let document = try ReadableDocument(tree, work)
        // Sections that begin at the same place are in the order of the table of contents.
        var cuts = starts.enumerated().map { order, start in
            let node = start.fragment.flatMap { document.index.element(withID: $0) }
            return (item: node.map { node in outline.items.partitionPoint { $0.lastNode < node } } ?? 0, order: order)
        }[...]
        cuts.sort { $0 < $1 }
        for (index, item) in outline.items.enumerated() {
            let progression = document.progression(at: document.start(of: item, in: outline))
            endIfLong(at: progression)
            while let next = cuts.first, next.item <= index {
                cut(at: progression, section: starts[next.order].section)
                cuts.removeFirst()
            }
            switch item.kind {
            case .text: try add(item, outline, tree, work)
            case .image: add(ReadingCount(images: 1))
            case .audio, .video, .pageBreak: break
            }
        }
        for cut in cuts { self.cut(at: 1, section: starts[cut.order].section) }
        end(at: 1)
    }

    private mutating func add(
        _ item: ContentOutline.Item, _ outline: ContentOutline, _ tree: MarkupTree, _ work: Work
    ) throws(Failure) {
        let text = ReadingText(item, outline, tree)
        try work.step(MarkupTree.stepCost + text.bytes.count * SliceCounter.byteCost)
        let isLeftOut = { (segment: ReadingText.Segment) in
            segment.mark.map { [.image, .noteref].contains(outline.marks[$0].kind) } ?? false
        }
        var count = TextCount()
        if text.segments.contains(where: isLeftOut) {
            let bytes = text.segments.filter { !isLeftOut($0) }.flatMap { text.bytes[$0.range] }
            bytes.withUnsafeBufferPointer { count.add($0) }
        } else {
            text.bytes.withUnsafeBufferPointer { count.add($0) }
        }
        add(item.role == .footnote ? ReadingCount(notes: count) : ReadingCount(text: count))
    }

    /// The approximate cost in nanoseconds.
    private static let byteCost = 16
}
