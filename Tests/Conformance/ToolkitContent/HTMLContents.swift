// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

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
        outline = ContentOutline(tree, .toolkits)
        selectors = CSSSelectors(tree)
        base = HrefBase(href: href)
        self.type = type
        self.range = range
    }

    var count: Int { outline.items.count }
    var indices: Range<Int> { outline.items.indices }

    func firstIndex(at node: MarkupTree.Node) -> Int { outline.firstIndex(at: node) }

    /// How far into the document a content is, as its locator says.
    func progression(of index: Int) -> Double { Double(index) / Double(max(1, count)) }

    subscript(index: Int) -> ContentElement {
        let item = outline.items[index]
        let place = locator(item.node, at: index)
        switch item.kind {
        case .text, .pageBreak: return text(item, at: place)
        case .image: return embedded(item.node, at: place) { .image($0, caption: nil) }
        case .audio: return embedded(item.node, at: place, ContentElement.Kind.audio)
        case .video: return embedded(item.node, at: place, ContentElement.Kind.video)
        }
    }

    private func locator(_ node: MarkupTree.Node, at index: Int) -> Locator {
        let progression = progression(of: index)
        var locations = Locator.Locations()
        locations.progression = progression
        locations.totalProgression = range?.totalProgression(at: progression)
        locations.cssSelector = selectors.selector(of: node)
        return Locator(href: base.href, type: type, locations: locations)
    }

    // MARK: Text

    /// Pieces of a text in one language, and what they say.
    private struct Run {
        let firstPiece: Int
        let language: Int
        var text: [UInt8] = []
    }

    private func text(_ item: ContentOutline.Item, at place: Locator) -> ContentElement {
        let runs = runs(of: item)
        var segments = runs.map { segment($0, at: place) }
        // Only white space between segments says something.
        if let first = segments.indices.first { segments[first].text = segments[first].text.withoutLeadingSpace }
        if let last = segments.indices.last { segments[last].text = segments[last].text.withoutTrailingSpace }
        var locator = place
        locator.text = quote(runs.flatMap(\.text), before: segments.first?.locator.text.before)
        segments.removeAll { $0.text.isEmpty }
        return ContentElement(locator: locator, .text(role: .body, segments: segments))
    }

    private func runs(of item: ContentOutline.Item) -> [Run] {
        var runs: [Run] = []
        for index in Int(item.pieces.lowerBound)..<Int(item.pieces.upperBound) {
            let piece = outline.pieces[index]
            // White space in between belongs to what is in front of it.
            if runs.isEmpty || runs[runs.count - 1].language != Int(piece.language) && !tree.isSpace(piece.node) {
                runs.append(Run(firstPiece: index, language: Int(piece.language)))
            }
            tree.withBytes(of: tree.source(of: piece)) { runs[runs.count - 1].text.append(contentsOf: $0) }
        }
        return runs
    }

    private func segment(_ run: Run, at place: Locator) -> ContentElement.Segment {
        var locator = place
        locator.text = quote(run.text, before: context(before: run.firstPiece))
        return ContentElement.Segment(
            locator: locator, text: run.text.withUnsafeBufferPointer(collapsed),
            attributes: outline.languages[run.language].map { [.language($0)] } ?? [])
    }

    /// The end of all text in front of a piece.
    private func context(before piece: Int) -> String {
        var scalars: [Unicode.Scalar] = []
        for index in (0..<piece).reversed() {
            guard scalars.count < HTMLContents.contextLength else { break }
            tree.withBytes(of: tree.source(of: outline.pieces[index])) { text in
                var at = text.count
                while scalars.count < HTMLContents.contextLength, let found = UTF8Scalar.decode(text, before: at) {
                    scalars.append(found.scalar)
                    at -= found.count
                }
            }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.reversed())
        return String(text)
    }

    /// The text of a locator: white space at the ends is not part of what is quoted.  The toolkits put the space in
    /// front of an element's text behind what its first segment says of it, which has it already.
    private func quote(_ text: [UInt8], before: String?) -> Locator.Text {
        text.withUnsafeBufferPointer { text in
            let highlight = trimmed(text)
            let leading = String(decoding: text[..<highlight.lowerBound], as: UTF8.self)
            let trailing = String(decoding: text[highlight.upperBound...], as: UTF8.self)
            return Locator.Text(
                before: ((before ?? "") + leading).unlessSpace,
                highlight: String(decoding: text[highlight], as: UTF8.self), after: trailing.unlessSpace)
        }
    }

    private func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var (start, end) = (0, text.count)
        while start < end, let (scalar, count) = UTF8Scalar.decode(text, at: start), UTF8Scalar.isSpace(scalar) {
            start += count
        }
        while start < end, let (scalar, count) = UTF8Scalar.decode(text, before: end), UTF8Scalar.isSpace(scalar) {
            end -= count
        }
        return start..<max(start, end)
    }

    /// With each run of white space as one space.
    private func collapsed(_ text: UnsafeBufferPointer<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var at = 0
        while let (scalar, count) = UTF8Scalar.decode(text, at: at) {
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
