// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension MarkupTree {
    /// A byte position in a text node.
    public struct TextPoint: Equatable {
        public let node: Node
        public var offset: Int
    }

    /// The maximum length of a context including all white space.  Otherwise, a run of white space counts as one
    /// character.
    private static let maxContextLength = 1000

    /// The text on one side of a quote, read outwards.
    private struct Context {
        private(set) var scalars: [Unicode.Scalar] = []
        private var count = 0
        private var isSpace = false
        /// Whether a line ends here: in white space, which the source need not have.
        var endsLine = false

        var isFull: Bool { count >= Snippet.length || scalars.count >= MarkupTree.maxContextLength }

        mutating func append(_ scalar: Unicode.Scalar) {
            let wasSpace = isSpace
            isSpace = UTF8Scalar.isSpace(scalar)
            if endsLine, !isSpace, !wasSpace { scalars.append(" ") }
            endsLine = false
            if !(isSpace && wasSpace) { count += 1 }
            scalars.append(scalar)
        }
    }

    /// Whether a line ends between two texts: where a block begins or ends, and at a `br`.
    func breaksLine(between first: Node, and second: Node) -> Bool {
        func breaksLine(_ node: Node) -> Bool {
            switch ContentRules.searching[localName(of: node)]?.kind {
            case .block, .end, .audio, .video: true
            default: false
            }
        }
        // Parents come before their children, so the later one of two elements does not hold both texts.
        var (left, entered) = (parent(of: first), parent(of: second))
        while let one = left, let other = entered, one != other {
            if breaksLine(max(one, other)) { return true }
            if one > other { left = parent(of: one) } else { entered = parent(of: other) }
        }
        return first < second && (first + 1..<second).contains { isElement($0) && breaksLine($0) }
    }

    /// The source text between two positions, with its context in an element.  Lines end in white space,
    /// those of the quote in a line feed.
    ///
    /// - Parameter leftOut: elements that are no part of the text.
    func quote(
        from start: TextPoint, to end: TextPoint, in element: Node, without leftOut: NodeRanges
    ) -> Locator.Text {
        Locator.Text(
            before: before(start, in: element, without: leftOut),
            highlight: source(from: start, to: end, most: .max) { leftOut.contains($0) },
            after: after(end, in: element, without: leftOut))
    }

    /// The source text between two positions; nil if it is longer than `most` bytes.
    func source(from start: TextPoint, to end: TextPoint, most: Int, without isLeftOut: (Node) -> Bool) -> String? {
        var texts: [(node: Node, slice: Slice)] = []
        var room = 0
        for node in start.node...max(start.node, end.node) where !isElement(node) && !isLeftOut(node) {
            let slice = nodes[Int(node)].slice
            let from = node == start.node ? min(Int32(clamping: start.offset), slice.count) : 0
            let to = node == end.node ? min(Int32(clamping: end.offset), slice.count) : slice.count
            guard from < to else { continue }
            texts.append((node, Slice(start: slice.start + from, count: to - from)))
            // The end of a line adds one byte.
            room += Int(to - from) + 1
            if room - 1 > most { return nil }
        }
        return String(unsafeUninitializedCapacity: room) { target in
            var count = 0
            for (index, (node, slice)) in texts.enumerated() {
                withBytes(of: slice) { text in
                    if index > 0, !ASCII.isSpace(text[0]) {
                        let end = target[..<count].lastIndex { !ASCII.isSpace($0) }.map { $0 + 1 } ?? 0
                        if !target[end..<count].contains(0x0A), breaksLine(between: texts[index - 1].node, and: node) {
                            target[end] = 0x0A
                            count = end + 1
                        }
                    }
                    count = target[count...].update(fromContentsOf: text)
                }
            }
            return count
        }
    }

    private func before(_ place: TextPoint, in element: Node, without leftOut: NodeRanges) -> String? {
        var context = Context()
        var (node, offset, last) = (place.node, place.offset, place.node)
        while node > element, !context.isFull {
            if !isElement(node), !leftOut.contains(node) {
                if node < last, breaksLine(between: node, and: last) { context.endsLine = true }
                last = node
                withBytes(of: nodes[Int(node)].slice) { text in
                    var at = node == place.node ? min(offset, text.count) : text.count
                    while !context.isFull, let found = UTF8Scalar.decode(text, before: at) {
                        context.append(found.scalar)
                        at -= found.count
                    }
                }
            }
            node -= 1
            offset = .max
        }
        return MarkupTree.text(context.scalars.reversed())
    }

    private func after(_ place: TextPoint, in element: Node, without leftOut: NodeRanges) -> String? {
        var context = Context()
        var (node, last) = (place.node, place.node)
        let end = end(of: element)
        while node < end, !context.isFull {
            if !isElement(node), !leftOut.contains(node) {
                if last < node, breaksLine(between: last, and: node) { context.endsLine = true }
                last = node
                withBytes(of: nodes[Int(node)].slice) { text in
                    var at = node == place.node ? place.offset : 0
                    while !context.isFull, let found = UTF8Scalar.decode(text, at: at) {
                        context.append(found.scalar)
                        at += found.count
                    }
                }
            }
            node += 1
        }
        return MarkupTree.text(context.scalars)
    }

    /// Returns nil if there is only white space.
    private static func text(_ scalars: some Collection<Unicode.Scalar>) -> String? {
        if scalars.allSatisfy(UTF8Scalar.isSpace) { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
