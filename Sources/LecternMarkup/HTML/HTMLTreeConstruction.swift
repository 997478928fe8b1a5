// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Builds the tree of a document like a browser (HTML Standard, 13.2.6, "Tree construction"): splits overlapping
/// elements, moves misplaced content in front of its table, and adds missing elements.
///
/// It differs from the Standard in three points.  Scripts do not run.  A self-closing `title`, `script` or the like is
/// closed, because books are XHTML and the element would otherwise swallow the rest of the document.  And to bound the
/// cost of malicious documents, searches of the stack and copies of formatting elements stop at a limit.
struct HTMLTreeConstruction: HTMLTokenSink {
    static let wantsAttributes = true

    typealias Node = HTMLNodes.Node

    /// The insertion modes.
    enum Mode {
        case beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable, inCaption, inColumnGroup
        case inTableBody, inRow, inCell, inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody
        case afterAfterFrameset
    }

    /// A start tag, and its element.
    struct Start {
        let token: HTMLStartTag
        let tag: HTMLTag
    }

    var nodes: HTMLNodes
    var mode = Mode.beforeHTML
    /// The mode to return to after raw text.
    var outerMode = Mode.inBody
    var templateModes: [Mode] = []
    /// The stack of open elements, outermost first.
    private(set) var stack: [Node] = []
    /// The number of open paragraphs, because nearly every block searches for one.
    private(set) var paragraphs = 0
    /// The list of active formatting elements; `none` is a marker.
    var formatting: [Node] = []
    var head = HTMLNodes.none
    var form = HTMLNodes.none
    /// Whether a table can be inside a paragraph (13.2.6.4.1, quirks mode): the document has no document type, or one
    /// from the 1990s.
    private(set) var isInQuirksMode = true
    /// The text after `<!DOCTYPE`; nil without a document type.
    private(set) var doctype: String?
    /// Whether only comments have been seen so far; after that, a document type is ignored.
    private var isInitial = true
    /// Whether a frameset may still replace the body.
    var mayHaveFrames = true
    /// Whether foster parenting is enabled: nodes are inserted before the table.
    var isFostering = false
    /// The pending text in a table, until it is known whether it is all white space.
    private var tableText: [UInt8] = []
    /// How the tokenizer reads the content of the element.
    var content = HTMLContent.data
    /// Whether to drop the next character if it is a line feed.
    var skipsLineFeed = false
    /// The number of copies and moves of elements that are left.
    var budget: Int
    /// Whether a tag such as `<a id="x"/>` is a complete element, as in XHTML; in HTML it is a start tag.
    private let hasEmptyTags: Bool
    private let work: Work?
    private var builder: MarkupTreeBuilder

    /// The approximate cost of a token in nanoseconds.
    private static let tokenCost = 256
    /// The maximum number of open elements that a search examines.  Browsers do not nest deeper.
    static let maxSearch = 512
    /// The maximum number of active formatting elements.  Real documents have a handful.
    static let maxFormatting = 64

    /// - Parameter source: the document.  It must outlive this.
    init(_ source: UnsafeBufferPointer<UInt8>, builder: MarkupTreeBuilder, isXHTML: Bool, _ work: Work?) {
        self.builder = builder
        hasEmptyTags = isXHTML
        self.work = work
        nodes = HTMLNodes(source)
        budget = source.count / 3
    }

    private(set) var isStopped = false
    var readsSections: Bool { current.language != .html }
    var keepsNUL: Bool { current.language != .html && !holdsText(current) }

    // MARK: Tokens

    mutating func doctype(_ text: UnsafeBufferPointer<UInt8>) {
        comment()
        guard isInitial else { return }
        isInitial = false
        let text = String(decoding: text.prefix(512), as: UTF8.self)
        doctype = text
        isInQuirksMode = HTMLDoctype.isOfQuirksMode(text)
    }

    mutating func comment() {
        flushTableText()
        skipsLineFeed = false
    }

    mutating func startTag(_ token: HTMLStartTag) -> HTMLContent {
        count()
        flushTableText()
        skipsLineFeed = false
        content = .data
        let start = Start(token: token, tag: HTMLTag(token.name))
        if isForeign(start) {
            insertForeign(start)
        } else {
            let count = nodes.count
            insert(start)
            if hasEmptyTags, token.isSelfClosing, nodes.count > count, !HTMLTreeConstruction.outer.contains(start.tag) {
                endTag(token.name)
            }
        }
        return content
    }

    /// Elements that a self-closing tag does not close: the outermost ones, which end with the document, and void
    /// elements.
    private static let outer: Set<HTMLTag> = Set([.html, .head, .body, .frameset, .svg, .math])
        .union(HTMLTag.allCases.filter { $0.traits.contains(.void) })

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
        count()
        flushTableText()
        skipsLineFeed = false
        let tag = HTMLTag(name)
        guard mode != .text, current.language != .html else { return end(tag, name) }
        if tag == .br || tag == .p {
            leaveForeign()
            return end(tag, name)
        }
        for index in stack.indices.reversed().prefix(HTMLTreeConstruction.maxSearch) {
            let node = stack[index]
            if index == 0 || nodes[node].language == .html { return end(tag, name) }
            if nodes.hasSameName(node, as: name) { return pop(to: index) }
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>) {
        var text = text
        if skipsLineFeed {
            skipsLineFeed = false
            if text.first == 0x0A { text = UnsafeBufferPointer(rebasing: text.dropFirst()) }
        }
        guard !text.isEmpty, !isInitial || !text.allSatisfy(ASCII.isSpace) else { return }
        count()
        if current.language != .html && !holdsText(current) {
            if !text.allSatisfy(ASCII.isSpace) { mayHaveFrames = false }
            return insert(text)
        }
        characters(text, in: mode)
    }

    private mutating func count() {
        isInitial = false
        if work?.stops(after: HTMLTreeConstruction.tokenCost) ?? false { isStopped = true }
        if nodes.count > MarkupTreeBuilder.maxRecords { isStopped = true }
    }

    /// The tree of the whole document.
    mutating func finish() throws(Failure) -> MarkupTree {
        flushTableText()
        endDocument()
        if let work { try work.check() }
        try MarkupTreeBuilder.check(records: nodes.count)
        if let root = stack.first { nodes.write(root, to: &builder) }
        return try builder.finished()
    }

    // MARK: Open elements

    var currentNode: Node { stack.last ?? HTMLNodes.none }
    var current: HTMLNodes.Record { nodes[currentNode] }

    func isCurrent(_ tags: HTMLTag...) -> Bool { current.language == .html && tags.contains(current.tag) }

    /// Records whether an element is on the stack.
    private mutating func note(_ node: Node, isOpen: Bool) {
        nodes[node].isOpen = isOpen
        if nodes[node].tag == .p { paragraphs += isOpen ? 1 : -1 }
    }

    mutating func push(_ node: Node) {
        note(node, isOpen: true)
        stack.append(node)
    }

    mutating func pop() {
        // The root remains open until the end.
        guard stack.count > 1, let node = stack.popLast() else { return }
        note(node, isOpen: false)
    }

    /// Closes the element at `index` and all elements inside it.
    mutating func pop(to index: Int) {
        while stack.count > max(1, index) { pop() }
    }

    mutating func replaceOpen(_ index: Int, by node: Node) {
        guard stack.indices.contains(index) else { return }
        note(stack[index], isOpen: false)
        note(node, isOpen: true)
        stack[index] = node
    }

    mutating func removeOpen(_ index: Int) {
        guard stack.indices.contains(index), index > 0 else { return }
        note(stack.remove(at: index), isOpen: false)
    }

    mutating func insertOpen(_ node: Node, at index: Int) {
        note(node, isOpen: true)
        stack.insert(node, at: min(index, stack.count))
    }

    /// The innermost matching element on the stack that is in scope.
    func index(in scope: Scope = .normal, where isWanted: (HTMLNodes.Record) -> Bool) -> Int? {
        for index in stack.indices.reversed().prefix(HTMLTreeConstruction.maxSearch) {
            let record = nodes[stack[index]]
            if isWanted(record) { return index }
            if scope.ends(at: record) { return nil }
        }
        return nil
    }

    func openIndex(of node: Node) -> Int? { stack.suffix(HTMLTreeConstruction.maxSearch).lastIndex(of: node) }

    func index(of tags: HTMLTag..., in scope: Scope = .normal) -> Int? {
        index(in: scope) { $0.language == .html && tags.contains($0.tag) }
    }

    enum Scope {
        case normal, listItem, button, table, any

        func ends(at record: HTMLNodes.Record) -> Bool {
            switch self {
            case .any: return false
            case .table: return record.traits.contains(.tableScope)
            case .normal: return record.traits.contains(.scope)
            case .button: return record.traits.contains(.scope) || record.language == .html && record.tag == .button
            case .listItem:
                return record.traits.contains(.scope)
                    || record.language == .html && (record.tag == .ol || record.tag == .ul)
            }
        }
    }

    mutating func generateImpliedEndTags(except tag: HTMLTag? = nil) {
        while current.language == .html, current.traits.contains(.impliedEnd), current.tag != tag { pop() }
    }

    /// Closes open elements until the current one has one of these names.
    mutating func clear(to tags: HTMLTag...) {
        while stack.count > 1, !(current.language == .html && (tags.contains(current.tag) || current.tag == .template))
        {
            pop()
        }
    }

    // MARK: Insertion

    /// The appropriate place for inserting a node (13.2.6.1).
    func place(in target: Node) -> (parent: Node, before: Node) {
        guard isFostering, nodes[target].language == .html, nodes[target].traits.contains(.fosters) else {
            return (target, HTMLNodes.none)
        }
        let found = index(in: .any) { $0.language == .html && ($0.tag == .table || $0.tag == .template) }
        guard let found else { return (stack.first ?? target, HTMLNodes.none) }
        let node = stack[found]
        if nodes[node].tag == .template { return (node, HTMLNodes.none) }
        if nodes[node].parent != HTMLNodes.none { return (nodes[node].parent, node) }
        return (stack[max(0, found - 1)], HTMLNodes.none)
    }

    mutating func insert(_ text: UnsafeBufferPointer<UInt8>) {
        let place = place(in: currentNode)
        nodes.insert(text, in: place.parent, before: place.before)
    }

    /// Inserts an element and leaves it open.
    mutating func open(_ start: Start) {
        let node = nodes.element(start.token, start.tag, .html)
        add(node)
    }

    mutating func open(_ tag: HTMLTag) { add(nodes.element(tag)) }

    mutating func add(_ node: Node) {
        if stack.isEmpty { return push(node) }
        let place = place(in: currentNode)
        nodes.insert(node, in: place.parent, before: place.before)
        push(node)
    }

    /// Inserts an element without content.
    mutating func addEmpty(_ start: Start) {
        open(start)
        pop()
    }

    /// Inserts an element with text content.
    mutating func addText(_ start: Start, _ kind: HTMLContent) {
        if start.token.isSelfClosing { return addEmpty(start) }
        open(start)
        content = kind
        outerMode = mode
        mode = .text
    }

    // MARK: Text in tables

    mutating func collectTableText(_ text: UnsafeBufferPointer<UInt8>) { tableText.append(contentsOf: text) }

    private mutating func flushTableText() {
        guard !tableText.isEmpty else { return }
        let text = tableText
        tableText.removeAll(keepingCapacity: true)
        text.withUnsafeBufferPointer { text in
            if text.allSatisfy(ASCII.isSpace) { return insert(text) }
            fostering { $0.bodyCharacters(text) }
        }
    }

    mutating func fostering(_ body: (inout HTMLTreeConstruction) -> Void) {
        let was = isFostering
        isFostering = true
        body(&self)
        isFostering = was
    }

    // MARK: SVG and MathML

    /// Whether the element is a text integration point: its content is parsed as HTML.
    private func holdsText(_ record: HTMLNodes.Record) -> Bool {
        holdsHTML(record) || record.language == .math && [.mi, .mo, .mn, .ms, .mtext].contains(record.tag)
    }

    private func holdsHTML(_ record: HTMLNodes.Record) -> Bool {
        record.holdsHTML || record.language == .svg && [.foreignObject, .desc, .title].contains(record.tag)
    }

    /// Whether a start tag belongs to SVG or MathML.  One that cannot closes the open foreign elements.
    private mutating func isForeign(_ start: Start) -> Bool {
        let record = current
        if record.language == .html || holdsHTML(record) { return false }
        if holdsText(record), start.tag != .mglyph, start.tag != .malignmark { return false }
        if record.language == .math, record.tag == .annotationXML, start.tag == .svg { return false }
        let leaves = start.tag.traits.contains(.leavesForeign) || start.tag == .font && start.token.isStyled
        if leaves { leaveForeign() }
        return !leaves
    }

    private mutating func leaveForeign() {
        while stack.count > 1, current.language != .html, !holdsText(current) { pop() }
    }

    private mutating func insertForeign(_ start: Start) { addForeign(start, current.language) }

    mutating func addForeign(_ start: Start, _ language: HTMLNodes.Language) {
        add(nodes.element(start.token, start.tag, language))
        if start.token.isSelfClosing { pop() }
    }
}

extension HTMLStartTag {
    private func value(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>? {
        let wanted = UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
        return attributes.first { $0.name.elementsEqual(wanted) }?.value
    }

    private func says(_ name: StaticString, _ words: StaticString...) -> Bool {
        guard let value = value(name) else { return false }
        return words.contains { word in
            value.lazy.map(ASCII.lowercased).elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }

    /// Whether this is a hidden input.
    var isHidden: Bool { says("type", "hidden") }
    /// Whether this is a `font` element of HTML.
    var isStyled: Bool { value("color") != nil || value("face") != nil || value("size") != nil }
    /// Whether this is an annotation of a formula that contains HTML.
    var isOfHTML: Bool { says("encoding", "text/html", "application/xhtml+xml") }
}
