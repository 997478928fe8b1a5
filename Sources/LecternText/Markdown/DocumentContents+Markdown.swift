// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension DocumentContents {
    /// Some of the elements as Markdown.
    public func markdown(of items: Range<Int>, _ work: Work) throws(Failure) -> MarkdownBlocks {
        var builder = MarkdownBuilder(self, tree)
        var index = items.lowerBound
        while index < items.upperBound {
            try work.step(MarkupTree.stepCost)
            index = builder.add(at: index, before: items.upperBound)
        }
        builder.finish()
        return builder.made
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

    /// The number of elements that a note from elsewhere may have.
    private static let mostInNote = 256

    /// The elements of the note with an id; nil for what is too long to be a note.
    public func note(named id: String) -> Range<Int>? {
        guard let element = document.element(named: id) else { return nil }
        let first = outline.firstIndex(at: element)
        guard outline.items.indices.contains(first) else { return nil }
        let end = tree.end(of: element)
        let last = outline.items[first...].firstIndex { $0.node >= end } ?? outline.items.count
        return last - first > DocumentContents.mostInNote ? nil : first..<max(first + 1, last)
    }
}

/// Puts the elements of a document into blocks.
private struct MarkdownBuilder {
    private(set) var made = MarkdownBlocks()
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
    private var places: [MarkupTree.Node: Place] = [:]

    /// What is around the content of an element.
    private struct Place {
        var container: Int32 = -1
        var depth = 0
        /// The outermost table, and its cell.
        var table: MarkupTree.Node?
        var cell: MarkupTree.Node?
    }

    /// The number of lists and quotes around a text that are written.
    private static let mostContainers = 64
    /// The number of ids that are examined at the beginning of a note.
    private static let mostTargets: MarkupTree.Node = 16
    /// The number of elements around the text of a note whose ids are examined.
    private static let mostFrames = 8

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
        if table != nil, let cell = place(in: item.node).cell {
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
        guard let found = place(in: node).table, !layouts.contains(found) else { return }
        if let grid = MarkdownTable(tree, found) {
            table = (found, tree.end(of: found), grid)
        } else {
            layouts.insert(found)
        }
    }

    /// What is around the content of an element: what is around its parent, and itself.
    private mutating func place(in node: MarkupTree.Node) -> Place {
        var above: [MarkupTree.Node] = []
        var current: MarkupTree.Node? = node
        while let element = current, places[element] == nil {
            above.append(element)
            current = tree.parent(of: element)
        }
        var place = current.flatMap { places[$0] } ?? Place()
        for element in above.reversed() {
            enter(element, &place)
            places[element] = place
        }
        return place
    }

    private mutating func enter(_ element: MarkupTree.Node, _ place: inout Place) {
        let name = tree.localName(of: element)
        if name == "table", place.table == nil { place.table = element }
        if place.table != nil, place.cell == nil, name == "td" || name == "th" { place.cell = element }
        guard place.depth < MarkdownBuilder.mostContainers else { return }
        let kind = name == "blockquote" ? .quote : name == "li" ? item(element) : nil
        guard let kind else { return }
        made.containers.append(MarkdownContainer(kind: kind, parent: place.container))
        place.container = Int32(truncatingIfNeeded: made.containers.count - 1)
        place.depth += 1
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
        var block = MarkdownBlock(text: text, container: place(in: node).container, isNote: role == .footnote)
        if [.footnote, .paragraph, .listItem, .definition].contains(role) {
            block.noteTargets = targets(in: node)
            block.noteContainer = block.container
            addTargets(around: node, to: &block)
        }
        made.blocks.append(block)
    }

    /// The ids of the elements around the text of a note.
    private mutating func addTargets(around node: MarkupTree.Node, to block: inout MarkdownBlock) {
        var current: MarkupTree.Node? = node
        var isInnermost = block.noteTargets.isEmpty
        for _ in 0..<MarkdownBuilder.mostFrames {
            guard let element = current else { return }
            current = tree.parent(of: element)
            guard block.isNote || element == node || ["li", "dd"].contains(tree.localName(of: element)),
                let id = tree.attributeText(.id, of: element)
            else { continue }
            block.noteTargets.append(contents.place(id))
            if isInnermost { block.noteContainer = place(in: element).container }
            isInnermost = false
        }
    }

    /// The ids of elements at the beginning of a note.
    private func targets(in node: MarkupTree.Node) -> [String] {
        (node + 1..<max(node + 1, min(tree.end(of: node), node + MarkdownBuilder.mostTargets))).compactMap { inner in
            tree.isElement(inner) ? tree.attributeText(.id, of: inner).map(contents.place) : nil
        }
    }

    // MARK: Lists

    private mutating func item(_ element: MarkupTree.Node) -> MarkdownContainer.Kind? {
        guard let list = tree.parent(of: element) else { return nil }
        guard tree.localName(of: list) == "ol" else {
            return .item(list: list, marker: [mark(of: list), 0x20])
        }
        let number = number(of: element, in: list)
        let mark = mark(of: list) == UInt8(ascii: "-") ? ". " : ") "
        return .item(list: list, marker: Array("\(number)\(mark)".utf8))
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
        number = min(number, 999_999_999)
        numbers[list] = (element, number)
        return number
    }

    private func value(_ name: String, of element: MarkupTree.Node) -> Int? {
        for index in tree.attributeRange(of: element) {
            guard tree.string(tree.attributes[index].qualifiedName) == name else { continue }
            return Int(tree.string(tree.attributes[index].value).trimmed).map { min(max($0, 0), 999_999_999) }
        }
        return nil
    }
}
