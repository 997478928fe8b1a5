// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The parts of texts with their looks.
struct MarkdownSpans {
    private let tree: MarkupTree
    private let outline: ContentOutline
    private let reference: (MarkupTree.Node) -> String?
    private let address: (MarkupTree.Node) -> String?
    private let source: (MarkupTree.Node) -> String?
    private var looks: [MarkupTree.Node: MarkdownLine.Look] = [:]

    /// - Parameters:
    ///   - reference: where a reference to a note leads.
    ///   - address: where a link leads.
    ///   - source: the file of an image.
    init(
        _ tree: MarkupTree, _ outline: ContentOutline, reference: @escaping (MarkupTree.Node) -> String?,
        address: @escaping (MarkupTree.Node) -> String?, source: @escaping (MarkupTree.Node) -> String?
    ) {
        self.tree = tree
        self.outline = outline
        self.reference = reference
        self.address = address
        self.source = source
    }

    /// - Parameter asides: pictures and page breaks inside the text, in document order.
    mutating func spans(of item: ContentOutline.Item, _ asides: [ContentOutline.Item]) -> [MarkdownLine.Span] {
        let text = ReadingText(item, outline, tree)
        var spans: [MarkdownLine.Span] = []
        var rest = asides.filter { $0.kind != .image || tree.alternative(of: $0.node) == nil }[...]
        var formulas: Set<MarkupTree.Node> = []
        var isBehindBacklink = false
        for segment in text.segments {
            let mark = segment.mark.map { outline.marks[$0] }
            for part in text.parts(of: segment.range) {
                while let aside = rest.first, aside.node < part.piece.node {
                    spans.append(self.aside(aside))
                    rest = rest.dropFirst()
                }
                let look = look(of: part.piece.node)
                var shown = text.bytes[part.range]
                if isBehindBacklink { MarkdownSpans.dropMark(&shown) }
                isBehindBacklink = false
                let plain = MarkdownLine.Span(content: .text(shown), look: look)
                guard let mark else {
                    spans.append(plain)
                    continue
                }
                switch mark.kind {
                case .noteref:
                    guard let target = reference(mark.node) else { fallthrough }
                    if part.range.lowerBound > segment.range.lowerBound { continue }
                    let label = Array(text.bytes[segment.range])
                    spans.append(
                        MarkdownLine.Span(content: .reference(MarkdownReference(target: target, text: label))))
                case .ruby, .phoneme: spans.append(plain)
                case .backlink: isBehindBacklink = spans.isEmpty
                case .image:
                    spans.append(MarkdownLine.Span(content: .markdown(image(mark.node)), look: look))
                case .math:
                    guard let formula = formula(mark.node, isBlock: item.role == .math) else {
                        spans.append(plain)
                        continue
                    }
                    if formulas.insert(mark.node).inserted {
                        spans.append(MarkdownLine.Span(content: .markdown(formula), look: look))
                    }
                }
            }
        }
        return spans + rest.map { aside($0) }
    }

    /// What follows the number of a note at its beginning.
    private static func dropMark(_ text: inout ArraySlice<UInt8>) {
        text = text.drop(while: ASCII.isSpace)
        if let first = text.first, ".):]".utf8.contains(first) { text = text.dropFirst() }
    }

    // MARK: Parts

    private func aside(_ item: ContentOutline.Item) -> MarkdownLine.Span {
        let markdown = item.kind == .pageBreak ? pageBreak(item.node) : image(item.node)
        return MarkdownLine.Span(content: .markdown(markdown), look: MarkdownLine.Look())
    }

    /// A comment, which is no text of the page.
    func pageBreak(_ node: MarkupTree.Node) -> [UInt8] {
        let label = tree.pageLabel(of: node).map { $0.utf8.filter { !"<>-".utf8.contains($0) && $0 >= 0x20 } } ?? []
        return label.isEmpty ? [] : Array("<!-- page ".utf8) + label + Array(" -->".utf8)
    }

    func image(_ node: MarkupTree.Node) -> [UInt8] {
        let text = tree.alternative(of: node).map { tree.string($0) } ?? tree.svgLabel(of: node) ?? ""
        return MarkdownSpans.image(text, source(node) ?? "")
    }

    static func image(_ alternative: String, _ source: String) -> [UInt8] {
        var written = Array("![".utf8)
        MarkdownEscaping.append(Array(alternative.collapsed.utf8)[...], beginsLine: false, to: &written)
        return written + "](".utf8 + (source.isEmpty ? [] : MarkdownEscaping.address(source)) + ")".utf8
    }

    /// A formula in TeX, if the document has that; nil if all that there is are words.
    private func formula(_ node: MarkupTree.Node, isBlock: Bool) -> [UInt8]? {
        let said = tree.value(.alttext, of: node).map { tree.string($0) }
        guard let formula = tex(of: node) ?? said.flatMap({ MarkdownSpans.isTeX($0) ? $0 : nil }) else { return nil }
        let fence = isBlock ? "$$" : "$"
        return Array((fence + formula.collapsed.filter { $0 != "$" } + fence).utf8)
    }

    private func tex(of math: MarkupTree.Node) -> String? {
        for node in math..<tree.end(of: math) where tree.isElement(node) && tree.localName(of: node) == "annotation" {
            let isTeX = tree.attributeRange(of: node).contains { index in
                let encoding = tree.string(tree.attributes[index].value).asciiLowercased
                return ["application/x-tex", "application/x-latex", "tex", "latex"].contains(encoding)
            }
            if isTeX { return tree.text(of: node) }
        }
        return nil
    }

    private static func isTeX(_ text: String) -> Bool {
        let text = text.trimmed
        return !text.isEmpty && (text.utf8.contains { "\\^_{=".utf8.contains($0) } || !text.utf8.contains(0x20))
    }

    // MARK: Looks

    private static let strong: Set<String> = ["strong", "b"]
    private static let emphasized: Set<String> = ["em", "i", "cite", "dfn", "var"]
    private static let deleted: Set<String> = ["del", "s", "strike"]
    private static let code: Set<String> = ["code", "kbd", "samp", "tt"]

    /// The look of a text: that of its parent, and what its element adds.
    private mutating func look(of text: MarkupTree.Node) -> MarkdownLine.Look {
        var above: [MarkupTree.Node] = []
        var node = tree.parent(of: text)
        while let element = node, looks[element] == nil {
            above.append(element)
            node = tree.parent(of: element)
        }
        var look = node.flatMap { looks[$0] } ?? MarkdownLine.Look()
        for element in above.reversed() {
            add(element, to: &look)
            looks[element] = look
        }
        return look
    }

    private func add(_ element: MarkupTree.Node, to look: inout MarkdownLine.Look) {
        let name = tree.localName(of: element)
        if MarkdownSpans.strong.contains(name) { look.isStrong = true }
        if MarkdownSpans.emphasized.contains(name) { look.isEmphasized = true }
        if MarkdownSpans.deleted.contains(name) { look.isDeleted = true }
        if MarkdownSpans.code.contains(name) { look.isCode = true }
        if name == "a", let href = address(element) { (look.link, look.href) = (element, href) }
    }
}
