// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The contents of an HTML document in order, each of them made when it is asked for.
struct HTMLContents: Sendable {
    private let tree: MarkupTree
    private let outline: ContentOutline
    private let selectors: CSSSelectors
    private let base: HrefBase
    private let type: String
    private let range: ClosedRange<Double>?

    /// Characters of the text before a content that its locator has.
    private static let contextLength = 50

    init(_ tree: MarkupTree, href: String, type: String, range: ClosedRange<Double>?) {
        self.tree = tree
        outline = ContentOutline(tree)
        selectors = CSSSelectors(tree)
        base = HrefBase(href: href)
        self.type = type
        self.range = range
    }

    var count: Int { outline.items.count }
    var indices: Range<Int> { outline.items.indices }

    /// The first content that is in a node or behind it; the last one if there is none.
    func firstIndex(at node: MarkupTree.Node) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if outline.items[middle].lastNode < node { low = middle + 1 } else { high = middle }
        }
        return min(low, max(0, count - 1))
    }

    subscript(index: Int) -> ContentElement {
        let item = outline.items[index]
        let place = locator(item.node, at: index)
        switch item.kind {
        case .text(let segments): return text(segments, at: place)
        case .image: return embedded(item.node, at: place) { .image($0, caption: nil) }
        case .audio: return embedded(item.node, at: place, ContentElement.Kind.audio)
        case .video: return embedded(item.node, at: place, ContentElement.Kind.video)
        }
    }

    private func locator(_ node: MarkupTree.Node, at index: Int) -> Locator {
        let progression = Double(index) / Double(max(1, count))
        var locations = Locator.Locations()
        locations.progression = progression
        locations.totalProgression = range?.totalProgression(at: progression)
        locations.cssSelector = selectors.selector(of: node)
        return Locator(href: base.href, type: type, locations: locations)
    }

    // MARK: Text

    private func text(_ range: Range<Int>, at place: Locator) -> ContentElement {
        var segments = range.map { segment(outline.segments[$0], at: place) }
        // Only white space between segments says something.
        if let first = segments.indices.first { segments[first].text = segments[first].text.withoutLeadingSpace }
        if let last = segments.indices.last { segments[last].text = segments[last].text.withoutTrailingSpace }
        var locator = place
        let ranges = range.map { outline.segments[$0].range }
        if let start = ranges.first?.lowerBound, let end = ranges.last?.upperBound {
            locator.text = quote(start..<end, before: segments.first?.locator.text.before)
        }
        segments.removeAll { $0.text.isEmpty }
        return ContentElement(locator: locator, .text(role: .body, segments: segments))
    }

    private func segment(_ segment: ContentOutline.Segment, at place: Locator) -> ContentElement.Segment {
        var locator = place
        let before = withText { text in
            var start = segment.range.lowerBound
            for _ in 0..<HTMLContents.contextLength {
                guard let previous = UTF8Scalar.decode(text, before: start) else { break }
                start -= previous.count
            }
            return String(decoding: text[start..<segment.range.lowerBound], as: UTF8.self)
        }
        locator.text = quote(segment.range, before: before)
        return ContentElement.Segment(
            locator: locator, text: withText { collapsed($0, segment.range) },
            attributes: outline.languages[segment.language].map { [.language($0)] } ?? [])
    }

    /// The text of a locator: white space at the ends is not part of what is quoted.  The toolkits put the space in
    /// front of an element's text behind what its first segment says of it, which has it already.
    private func quote(_ range: Range<Int>, before: String?) -> Locator.Text {
        withText { text in
            let highlight = trimmed(text, range)
            let leading = String(decoding: text[range.lowerBound..<highlight.lowerBound], as: UTF8.self)
            let trailing = String(decoding: text[highlight.upperBound..<range.upperBound], as: UTF8.self)
            return Locator.Text(
                before: ((before ?? "") + leading).unlessSpace,
                highlight: String(decoding: text[highlight], as: UTF8.self), after: trailing.unlessSpace)
        }
    }

    private func withText<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        outline.text.withUnsafeBufferPointer(body)
    }

    private func trimmed(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, let (scalar, count) = UTF8Scalar.decode(text, at: start), UTF8Scalar.isSpace(scalar) {
            start += count
        }
        while start < end, let (scalar, count) = UTF8Scalar.decode(text, before: end), UTF8Scalar.isSpace(scalar) {
            end -= count
        }
        return start..<max(start, end)
    }

    /// With each run of white space as one space.
    private func collapsed(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound, let (scalar, count) = UTF8Scalar.decode(text, at: at) {
            if !UTF8Scalar.isSpace(scalar) {
                bytes.append(contentsOf: text[at..<at + count])
            } else if bytes.last != 0x20 {
                bytes.append(0x20)
            }
            at += count
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Embedded

    private func embedded(
        _ node: MarkupTree.Node, at place: Locator, _ kind: (Link) -> ContentElement.Kind
    ) -> ContentElement {
        var links = link(node).map { [$0] } ?? tree.sources(of: node).compactMap(link)
        var main = links.isEmpty ? Link(href: base.href) : links.removeFirst()
        main.alternates = links
        let label = tree.valueText(.alt, of: node)
        return ContentElement(
            locator: place, kind(main), attributes: label.map { [.accessibilityLabel($0)] } ?? [])
    }

    private func link(_ node: MarkupTree.Node) -> Link? {
        guard let source = tree.value(.src, of: node) else { return nil }
        return Link(href: tree.withBytes(of: source) { base.resolve($0) }, type: tree.valueText(.type, of: node))
    }
}

extension String {
    fileprivate var withoutLeadingSpace: String { utf8.first == 0x20 ? String(Substring(utf8.dropFirst())) : self }
    fileprivate var withoutTrailingSpace: String { utf8.last == 0x20 ? String(Substring(utf8.dropLast())) : self }

    /// nil when there is nothing but white space.
    fileprivate var unlessSpace: String? { unicodeScalars.allSatisfy(UTF8Scalar.isSpace) ? nil : self }
}
