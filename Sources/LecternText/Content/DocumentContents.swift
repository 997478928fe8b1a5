// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The elements of a document.
public struct DocumentContents: Sendable {
    let document: ReadableDocument
    let outline: ContentOutline
    private let selectors: CSSSelectors
    let base: HrefBase
    let resources: @Sendable () -> FootnoteResources
    private let type: String
    private let title: String?
    private let language: String?

    /// - Parameters:
    ///   - link: the link of the resource.
    ///   - language: the language of text that does not declare one.
    public init(
        _ tree: MarkupTree, _ link: Link, language: String?, _ resources: @escaping @Sendable () -> FootnoteResources,
        _ work: Work
    ) throws(Failure) {
        document = try ReadableDocument(tree, work)
        outline = ContentOutline(tree, .reading, DocumentFootnotes(tree, link, resources(), work), work)
        selectors = document.index.selectors(work)
        base = HrefBase(href: Href.withoutFragment(link.href))
        self.resources = resources
        type = link.type ?? MediaType.guess(path: link.href) ?? MediaType.xhtml
        title = link.title
        self.language = language
        try work.check()
    }

    var tree: MarkupTree { document.tree }
    public var count: Int { outline.items.count }

    public func progression(of index: Int) -> Double {
        document.progression(at: document.start(of: outline.items[index], in: outline))
    }

    public func index(at progression: Double) -> Int {
        let offset = document.offset(at: progression)
        return max(0, outline.items.partitionPoint { document.start(of: $0, in: outline) <= offset } - 1)
    }

    public func element(at index: Int, tokens: TokenOptions?) -> ReadingElement {
        let item = outline.items[index]
        var locator = Locator(href: base.href, type: type, title: title)
        locator.locations.cssSelector = selectors.selector(of: item.node)
        var element = ReadingElement(item.role, locator: locator)
        element.isInline = item.isInline
        element.language = outline.languages[Int(item.language)] ?? language
        switch item.kind {
        case .text: fill(&element, item, tokens)
        case .pageBreak: element.text = tree.pageLabel(of: item.node).map { Array($0.utf8)[...] }
        case .image, .audio, .video: embed(&element, item.node)
        }
        return element
    }

    // MARK: Texts

    private func fill(_ element: inout ReadingElement, _ item: ContentOutline.Item, _ options: TokenOptions?) {
        let text = ReadingText(item, outline, tree)
        if item.role == .heading { element.level = Int(item.level) }
        element.text = text.bytes[...]
        element.segments = text.segments.map { segment($0, of: text) }
        // The language that all segments share, or otherwise that of the block.
        if let first = element.segments.first?.language, element.segments.allSatisfy({ $0.language == first }) {
            element.language = first
        }
        element.locator.text = quote(0..<text.bytes.count, of: text)
        guard let options else { return }
        element.tokens = tokens(of: text, element, item, options)
    }

    private func segment(_ segment: ReadingText.Segment, of text: ReadingText) -> ReadingElement.Segment {
        var result = ReadingElement.Segment(
            text: text.bytes[segment.range], language: outline.languages[segment.language] ?? language)
        guard let mark = segment.mark.map({ outline.marks[$0] }) else { return result }
        result.mark = mark.kind
        switch mark.kind {
        case .ruby where segment.firstPiece == Int(mark.firstPiece): result.reading = reading(ofRuby: mark.node)
        case .noteref, .backlink: result.href = reference(mark.node)
        case .image:
            result.href = source(of: mark.node)
        case .phoneme:
            result.phonemes = ssml(.ph, of: mark.node)
            result.alphabet = ssml(.alphabet, around: mark.node)
        case .ruby, .math: break
        }
        return result
    }

    private func ssml(_ name: MarkupName, of node: MarkupTree.Node) -> String? {
        tree.attributeRange(of: node).lazy.map { tree.attributes[$0] }
            .first { $0.name == name && $0.prefixCount > 0 }.map { tree.string($0.value) }
    }

    /// An attribute that elements inherit.
    private func ssml(_ name: MarkupName, around node: MarkupTree.Node) -> String? {
        var node: MarkupTree.Node? = node
        while let element = node {
            if let value = ssml(name, of: element) { return value }
            node = tree.parent(of: element)
        }
        return nil
    }

    private func reading(ofRuby ruby: MarkupTree.Node) -> String? {
        let readings = (ruby + 1..<tree.end(of: ruby)).filter { tree.isElement($0) && tree.localName(of: $0) == "rt" }
        let text = readings.map { tree.collapsedText(of: $0) }.joined()
        return text.isEmpty ? nil : text
    }

    /// The file of an image or a recording.
    func source(of node: MarkupTree.Node) -> String? {
        tree.imageSource(of: node).map { source in tree.withBytes(of: source) { base.resolve($0) } }
    }

    /// The id of an element as a place in the publication.
    func place(_ id: String) -> String { "\(base.href)#\(id)" }

    /// The target of a link, which may be the element itself, its parent or a child.
    func reference(_ node: MarkupTree.Node) -> String? {
        let around = tree.parent(of: node).map { [$0] } ?? []
        let inside = tree.children(of: node).prefix(MarkupTree.maxChildren)
        for candidate in [node] + inside + around {
            if let href = tree.value(.href, of: candidate) {
                return resources().spelled(tree.withBytes(of: href) { base.resolve($0) })
            }
        }
        return nil
    }

    private func quote(_ range: Range<Int>, of text: ReadingText) -> Locator.Text {
        guard let place = text.place(of: range), let body = tree.body else { return Locator.Text() }
        return tree.quote(from: place.start, to: place.end, in: body, without: outline.leftOut)
    }

    private func tokens(
        of text: ReadingText, _ element: ReadingElement, _ item: ContentOutline.Item, _ options: TokenOptions
    ) -> [ReadingElement.Token]? {
        let notes = text.segments.filter { $0.mark.map { outline.marks[$0].kind == .noteref } ?? false }.map(\.range)
        let most = ReadingElement.tokenRoom / element.tokenSize
        let ranges = options.ranges(in: text.bytes, without: notes, language: element.language, most: most)
        return ranges?.map { range in
            var locator = element.locator
            locator.text = quote(range, of: text)
            locator.locations.progression = text.place(of: range).map { place in
                document.progression(at: document.offset(place.start.offset, in: place.start.node))
            }
            return ReadingElement.Token(
                text: text.bytes[range], segments: text.segments(in: range).map { segment($0, of: text) },
                locator: locator)
        }
    }

    // MARK: Others

    private func embed(_ element: inout ReadingElement, _ node: MarkupTree.Node) {
        var links = tree.imageSource(of: node).map { [link(node, $0)] } ?? []
        links += alternatives(of: node).compactMap { source in
            (tree.value(.src, of: source) ?? tree.firstCandidate(of: source)).map { link(source, $0) }
        }
        if !links.isEmpty {
            var main = links.removeFirst()
            main.alternates = links
            element.link = main
        }
        element.alt =
            tree.attributeText(.alt, of: node)?.words.joined(separator: " ") ?? tree.valueText(.ariaLabel, of: node)
            ?? tree.svgLabel(of: node) ?? drawingLabel(around: node)
        element.caption = outline.captions[node].map { tree.collapsedText(of: $0) }
    }

    private func alternatives(of node: MarkupTree.Node) -> [MarkupTree.Node] {
        guard let parent = tree.parent(of: node), tree.localName(of: parent) == "picture" else {
            return tree.sources(of: node)
        }
        return tree.children(of: parent).prefix(MarkupTree.maxChildren).filter {
            tree.localName(of: $0) == "source"
        }
    }

    private func link(_ node: MarkupTree.Node, _ source: MarkupTree.Slice) -> Link {
        Link(href: tree.withBytes(of: source) { base.resolve($0) }, type: tree.valueText(.type, of: node))
    }

    /// The label of an image inside a drawing is that of the drawing.
    private func drawingLabel(around node: MarkupTree.Node) -> String? {
        guard tree.localName(of: node) == "image" else { return nil }
        var parent = tree.parent(of: node)
        for _ in 0..<8 {
            guard let current = parent else { return nil }
            if tree.localName(of: current) == "svg" { return tree.svgLabel(of: current) }
            parent = tree.parent(of: current)
        }
        return nil
    }
}

extension ReadableDocument {
    /// The offset in the text at which an item of the content begins.
    func start(of item: ContentOutline.Item, in outline: ContentOutline) -> Int {
        start(of: item.pieces.isEmpty ? item.node : outline.pieces[Int(item.pieces.lowerBound)].node)
    }
}

extension MarkupTree {
    /// The texts of all elements.  Each element is one line, or several if it contains line breaks.
    public func renderedText(_ work: Work) throws(Failure) -> ByteBuffer {
        let outline = ContentOutline(self, .reading, .none, work)
        try work.check()
        var bytes: [UInt8] = []
        for item in outline.items where item.kind == .text {
            if !bytes.isEmpty { bytes.append(0x0A) }
            try work.step(MarkupTree.stepCost)
            let text = ReadingText(item, outline, self).bytes
            // Avoids a copy if there is only one element.
            if bytes.isEmpty { bytes = text } else { bytes += text }
        }
        return bytes.withUnsafeBytes { ByteBuffer(copying: $0) }
    }
}
