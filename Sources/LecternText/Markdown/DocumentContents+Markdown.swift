// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension DocumentContents {
    /// Some of the elements as Markdown.
    public func markdown(of items: Range<Int>, _ work: Work) throws(Failure) -> [MarkdownBlock] {
        var builder = MarkdownBuilder(self, tree)
        var index = items.lowerBound
        while index < items.upperBound {
            try work.step(MarkupTree.stepCost)
            index = builder.add(at: index, before: items.upperBound)
        }
        builder.finish()
        return builder.blocks
    }

    /// Where a link leads: a resource, or a page of the web.
    fileprivate func address(of link: MarkupTree.Node) -> String? {
        tree.linkTarget(of: link, base).map { resources().spelled($0) }
    }

    /// The file of an image or a recording.  One inside the document has no address.
    fileprivate func file(of node: MarkupTree.Node) -> String? {
        let own = source(of: node) ?? tree.sources(of: node).lazy.compactMap { source(of: $0) }.first
        return own.flatMap { $0.asciiLowercased.hasPrefix("data:") ? nil : $0 }
    }

    /// The elements of the note with an id.
    public func note(named id: String) -> Range<Int>? {
        guard let element = document.element(named: id) else { return nil }
        let first = outline.firstIndex(at: element)
        guard outline.items.indices.contains(first) else { return nil }
        let end = tree.end(of: element)
        let last = outline.items[first...].firstIndex { $0.node >= end } ?? outline.items.count
        return first..<max(first + 1, last)
    }
}

/// Puts the elements of a document into blocks.
private struct MarkdownBuilder {
    private(set) var blocks: [MarkdownBlock] = []
    private let contents: DocumentContents
    private let tree: MarkupTree
    private let outline: ContentOutline
    private var spans: MarkdownSpans
    /// The last item of each list and its number.
    private var numbers: [MarkupTree.Node: (item: MarkupTree.Node, number: Int)] = [:]
    /// The last list in each element, and the marks of lists.
    private var lastLists: [MarkupTree.Node: MarkupTree.Node] = [:]
    private var marks: [MarkupTree.Node: UInt8] = [:]
    /// The current table, and the elements around it.
    private var table: (node: MarkupTree.Node, end: MarkupTree.Node, table: MarkdownTable)?
    /// Tables that are laid out as blocks.
    private var layouts: Set<MarkupTree.Node> = []

    /// The number of ids that are examined at the beginning of a note.
    private static let mostTargets: MarkupTree.Node = 16

    init(_ contents: DocumentContents, _ tree: MarkupTree) {
        self.contents = contents
        self.tree = tree
        outline = contents.outline
        spans = MarkdownSpans(
            tree, contents.outline, reference: { contents.reference($0) }, address: { contents.address(of: $0) },
            source: { contents.file(of: $0) })
    }

    /// Adds an item with the pictures and page breaks inside its text.
    ///
    /// - Returns: the index of the next item.
    mutating func add(at index: Int, before end: Int) -> Int {
        let items = outline.items
        var next = index
        var asides: [ContentOutline.Item] = []
        while next < end, items[next].isInline {
            asides.append(items[next])
            next += 1
        }
        guard next < end, items[next].kind == .text || asides.isEmpty else {
            for aside in asides { add(aside, []) }
            return next
        }
        let item = items[next]
        next += 1
        if item.kind == .text {
            while next < end, items[next].isInline, items[next].node <= item.lastNode {
                asides.append(items[next])
                next += 1
            }
        }
        add(item, asides)
        return next
    }

    mutating func finish() {
        guard let (node, _, table) = table else { return }
        self.table = nil
        append(table.written(), node)
    }

    private mutating func add(_ item: ContentOutline.Item, _ asides: [ContentOutline.Item]) {
        if let table, item.node >= table.end { finish() }
        if table == nil { enterTable(of: item.node) }
        if let (node, _, grid) = table, let cell = grid.cell(around: item.node, of: node, in: tree) {
            let text = MarkdownLine(parts(item, asides), isSingle: true).text
            table?.table.add(text, to: cell)
        } else if item.kind == .text {
            add(text: item, asides)
        } else {
            append(MarkdownLine(parts(item, asides)).text, item.node)
        }
    }

    /// Begins a table if the outermost table around a node is one with columns.
    private mutating func enterTable(of node: MarkupTree.Node) {
        var found: MarkupTree.Node?
        var current: MarkupTree.Node? = node
        while let element = current {
            if tree.localName(of: element) == "table" { found = element }
            current = tree.parent(of: element)
        }
        guard let found, !layouts.contains(found) else { return }
        if let grid = MarkdownTable(tree, found) {
            table = (found, tree.end(of: found), grid)
        } else {
            layouts.insert(found)
        }
    }

    // MARK: Blocks

    private mutating func parts(
        _ item: ContentOutline.Item, _ asides: [ContentOutline.Item]
    ) -> [MarkdownLine.Span] {
        switch item.kind {
        case .text: return spans.spans(of: item, asides)
        case .pageBreak: return [MarkdownLine.Span(content: .markdown(spans.pageBreak(item.node)))]
        case .image: return [MarkdownLine.Span(content: .markdown(spans.image(item.node)))]
        case .audio, .video:
            let source = contents.file(of: item.node) ?? ""
            let file = source.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
            let name = tree.valueText(.ariaLabel, of: item.node) ?? file
            var look = MarkdownLine.Look()
            (look.link, look.href) = (item.node, source)
            return [MarkdownLine.Span(content: .text(Array(name.utf8)[...]), look: look)]
        }
    }

    private mutating func add(text item: ContentOutline.Item, _ asides: [ContentOutline.Item]) {
        switch item.role {
        case .heading:
            var text = MarkdownText(String(repeating: "#", count: min(max(Int(item.level), 1), 6)) + " ")
            text += MarkdownLine(parts(item, asides), isSingle: true).text
            append(text, item.node)
        case .code: append(fenced(item), item.node)
        default: append(MarkdownLine(parts(item, asides)).text, item.node, role: item.role)
        }
    }

    private func fenced(_ item: ContentOutline.Item) -> MarkdownText {
        let code = ReadingText(item, outline, tree).bytes
        let length = max(3, MarkdownEscaping.longestRun(of: UInt8(ascii: "`"), in: code[...]) + 1)
        let fence = [UInt8](repeating: UInt8(ascii: "`"), count: length)
        return MarkdownText(fence + language(of: item.node).utf8 + [0x0A] + code + [0x0A] + fence)
    }

    /// The language of code, from a class such as `language-swift` (HTML Standard, 4.5.15).
    private func language(of node: MarkupTree.Node) -> String {
        for element in [node] + tree.children(of: node).prefix(1) {
            var found: String?
            if let classes = tree.value(.class, of: element) {
                tree.forEachWord(in: classes) { word in
                    let name = tree.string(word)
                    if name.hasPrefix("language-") { found = String(name.dropFirst(9)) }
                }
            }
            if let found, found.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "+-#.".utf8.contains($0) })
            {
                return found
            }
        }
        return ""
    }

    /// - Parameter role: of a text.  References to notes may lead to notes, paragraphs and items.
    private mutating func append(_ text: MarkdownText, _ node: MarkupTree.Node, role: ReadingElement.Role? = nil) {
        guard !text.bytes.isEmpty || !text.references.isEmpty else { return }
        var block = MarkdownBlock(text: text, node: node)
        block.isNote = role == .footnote
        let mayBeNote = [.footnote, .paragraph, .listItem, .definition].contains(role)
        for element in path(to: node) {
            let name = tree.localName(of: element)
            if name == "blockquote" { block.containers.append(.quote(element)) }
            if name == "li", let item = item(element) { block.containers.append(item) }
            guard mayBeNote, block.isNote || element == node || name == "li" || name == "dd",
                let id = tree.attributeText(.id, of: element)
            else { continue }
            block.noteTargets.append(contents.place(id))
            block.noteDepth = block.containers.count
        }
        if mayBeNote {
            let inside = targets(in: node)
            if !inside.isEmpty && block.noteTargets.isEmpty { block.noteDepth = block.containers.count }
            block.noteTargets += inside
        }
        blocks.append(block)
    }

    /// The elements from the body to a node.
    private func path(to node: MarkupTree.Node) -> [MarkupTree.Node] {
        var path: [MarkupTree.Node] = []
        var current: MarkupTree.Node? = node
        while let element = current {
            path.append(element)
            current = tree.parent(of: element)
        }
        return path.reversed()
    }

    /// The ids of elements at the beginning of a note.
    private func targets(in node: MarkupTree.Node) -> [String] {
        (node + 1..<max(node + 1, min(tree.end(of: node), node + MarkdownBuilder.mostTargets))).compactMap { inner in
            tree.isElement(inner) ? tree.attributeText(.id, of: inner).map(contents.place) : nil
        }
    }

    // MARK: Lists

    private mutating func item(_ element: MarkupTree.Node) -> MarkdownBlock.Container? {
        guard let list = tree.parent(of: element) else { return nil }
        guard tree.localName(of: list) == "ol" else {
            return .item(element, list: list, marker: [mark(of: list), 0x20])
        }
        let number = number(of: element, in: list)
        let mark = mark(of: list) == UInt8(ascii: "-") ? ". " : ") "
        return .item(element, list: list, marker: Array("\(number)\(mark)".utf8))
    }

    /// Two lists in succession have different marks, so that they stay two.
    private mutating func mark(of list: MarkupTree.Node) -> UInt8 {
        if let mark = marks[list] { return mark }
        let last = tree.parent(of: list).flatMap { lastLists.updateValue(list, forKey: $0) }
        let mark = last.flatMap { marks[$0] } == UInt8(ascii: "-") ? UInt8(ascii: "*") : UInt8(ascii: "-")
        marks[list] = mark
        return mark
    }

    private mutating func number(of element: MarkupTree.Node, in list: MarkupTree.Node) -> Int {
        if let last = numbers[list], last.item == element { return last.number }
        var number = numbers[list]?.number ?? (value("start", of: list) ?? 1) - 1
        var next = numbers[list].map { tree.nodes[Int($0.item)].nextSibling } ?? tree.nodes[Int(list)].firstChild
        while next >= 0, next <= element {
            if tree.isElement(next), tree.localName(of: next) == "li" {
                number = value("value", of: next) ?? number + 1
            }
            next = tree.nodes[Int(next)].nextSibling
        }
        number = min(max(number, 0), 999_999_999)
        numbers[list] = (element, number)
        return number
    }

    private func value(_ name: String, of element: MarkupTree.Node) -> Int? {
        for index in tree.attributeRange(of: element) {
            guard tree.string(tree.attributes[index].qualifiedName) == name else { continue }
            return Int(tree.string(tree.attributes[index].value).trimmed)
        }
        return nil
    }
}
