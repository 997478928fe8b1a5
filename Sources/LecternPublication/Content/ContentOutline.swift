// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The contents of a document as places in it: which nodes and which bytes of its text.  What they say is made when
/// somebody asks, so that a document costs little more than its text however many contents it has.
struct ContentOutline {
    struct Item {
        let kind: Kind
        /// The innermost block around a text, or the embedded element.
        let node: MarkupTree.Node
        /// The last node that belongs to it.
        let lastNode: MarkupTree.Node
    }

    enum Kind {
        /// Which of `segments`.
        case text(Range<Int>)
        case image, audio, video
    }

    struct Segment {
        /// Which bytes of `text`.
        let range: Range<Int>
        /// Which of `languages`.
        let language: Int
    }

    private(set) var items: [Item] = []
    private(set) var segments: [Segment] = []
    /// All text that is not white space between blocks, as it is in the document.
    private(set) var text: [UInt8] = []
    /// nil is the language of text without one.
    private(set) var languages: [String?] = [nil]

    private let tree: MarkupTree
    private var blocks: [MarkupTree.Node] = []
    private var openLanguages: [(node: MarkupTree.Node, language: Int)] = []
    private var numbers: [String: Int] = [:]

    /// Where the segment and the element begin that are being read.
    private var segmentStart = 0
    private var firstSegment = 0
    private var currentLanguage = 0
    private var lastTextNode: MarkupTree.Node = 0
    /// White space that counts only if more text of the same element follows.
    private var pendingSpace: [MarkupTree.Node] = []

    init(_ tree: MarkupTree) {
        self.tree = tree
        guard let body = tree.body else { return }
        if let root = tree.root, root != body { enterLanguage(of: root) }
        tree.walk(body) { step in
            switch step {
            case .enter(let node): return tree.isElement(node) ? enter(node) : read(node)
            case .leave(let node):
                leave(node)
                return true
            }
        }
        flushText()
    }

    // MARK: Elements

    private mutating func enter(_ node: MarkupTree.Node) -> Bool {
        switch ContentElementName.kind(tree.localName(of: node)) {
        case nil: break
        case .skipped: return false
        case .block:
            flushText()
            blocks.append(node)
        case .lineBreak: flushText()
        case .image: return embed(node, .image)
        case .audio: return embed(node, .audio)
        case .video: return embed(node, .video)
        }
        enterLanguage(of: node)
        return true
    }

    /// What an embedded element contains is not shown.
    private mutating func embed(_ node: MarkupTree.Node, _ kind: Kind) -> Bool {
        flushText()
        if tree.hasSource(node) { items.append(Item(kind: kind, node: node, lastNode: node)) }
        return false
    }

    private mutating func leave(_ node: MarkupTree.Node) {
        if blocks.last == node {
            flushText()
            blocks.removeLast()
        }
        if openLanguages.last?.node == node { openLanguages.removeLast() }
    }

    private mutating func enterLanguage(of node: MarkupTree.Node) {
        guard let language = tree.ownLanguage(of: node) else { return }
        let number = numbers[language] ?? languages.count
        if number == languages.count {
            languages.append(language)
            numbers[language] = number
        }
        openLanguages.append((node, number))
    }

    // MARK: Text

    private mutating func read(_ node: MarkupTree.Node) -> Bool {
        if tree.isSpace(node) {
            // Between two words it keeps them apart; between blocks it is nothing.
            if isInText { pendingSpace.append(node) }
            return true
        }
        for space in pendingSpace { append(space) }
        pendingSpace = []
        let language = openLanguages.last?.language ?? 0
        if language != currentLanguage {
            flushSegment()
            currentLanguage = language
        }
        append(node)
        lastTextNode = node
        return true
    }

    private var isInText: Bool { text.count > segmentStart || segments.count > firstSegment }

    private mutating func append(_ node: MarkupTree.Node) {
        tree.withBytes(of: tree.nodes[Int(node)].slice) { text.append(contentsOf: $0) }
    }

    private mutating func flushSegment() {
        if text.count > segmentStart {
            segments.append(Segment(range: segmentStart..<text.count, language: currentLanguage))
        }
        segmentStart = text.count
    }

    private mutating func flushText() {
        flushSegment()
        pendingSpace = []
        guard segments.count > firstSegment, let root = tree.root else { return }
        items.append(
            Item(
                kind: .text(firstSegment..<segments.count), node: blocks.last ?? tree.body ?? root,
                lastNode: lastTextNode))
        firstSegment = segments.count
    }
}

extension MarkupTree {
    /// Whether an embedded element says what is in it.
    func hasSource(_ node: Node) -> Bool {
        value(.src, of: node) != nil || sources(of: node).contains { value(.src, of: $0) != nil }
    }

    /// The `source` children of an element.
    func sources(of node: Node) -> [Node] { children(of: node).filter { localName(of: $0) == "source" } }

    /// `xml:lang`, or `lang`, if it says something.
    func ownLanguage(of node: Node) -> String? {
        var found: String?
        for index in attributeRange(of: node) where attributes[index].name == .lang {
            let attribute = attributes[index]
            let isXML = equals(attribute.qualifiedName, "xml:lang")
            guard isXML || attribute.prefixCount == 0 else { continue }
            let value = string(trimmed(attribute.value))
            if value.isEmpty { continue }
            if isXML { return value }
            found = value
        }
        return found
    }

    /// Whether a text node has nothing but white space.
    func isSpace(_ node: Node) -> Bool {
        withBytes(of: nodes[Int(node)].slice) { bytes in
            var at = 0
            while let (scalar, count) = UTF8Scalar.decode(bytes, at: at) {
                guard UTF8Scalar.isSpace(scalar) else { return false }
                at += count
            }
            return true
        }
    }
}
