// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The contents of a document as references to nodes.  Texts are only created on demand, so that a document costs
/// little more than its tree, no matter how many elements it has.
struct ContentOutline: Sendable {
    struct Item: Sendable {
        let kind: Kind
        let role: ReadingElement.Role
        let level: UInt8
        /// Whether it is part of the text of a neighbour.
        let isInline: Bool
        /// An index into `languages`.
        let language: Int32
        /// The innermost block around a text, or the element itself.
        let node: MarkupTree.Node
        /// The last node that belongs to this item or an earlier one.
        let lastNode: MarkupTree.Node
        /// The range in `pieces` of a text.
        let pieces: Range<Int32>
    }

    enum Kind: UInt8, Sendable { case text, image, audio, video, pageBreak }

    /// A part of a text.
    struct Piece: Sendable {
        enum Kind: UInt8 { case text, preformatted, lineBreak, alternative }

        let kind: Kind
        let node: MarkupTree.Node
        /// An index into `languages`.
        let language: Int32
        /// An index into `marks`, or -1.
        let mark: Int32
    }

    struct Mark: Sendable {
        let kind: ReadingElement.Mark
        let node: MarkupTree.Node
        /// -1 until there is a piece.
        var firstPiece: Int32 = -1
    }

    fileprivate(set) var items: [Item] = []
    fileprivate(set) var pieces: [Piece] = []
    fileprivate(set) var marks: [Mark] = []
    /// The entry nil is for text without a language.
    fileprivate(set) var languages: [String?] = [nil]
    /// The `figcaption` for the first image or recording of a figure.
    fileprivate(set) var captions: [MarkupTree.Node: MarkupTree.Node] = [:]
    /// Elements inside of texts that are no part of them, such as the readings of ruby.
    fileprivate(set) var leftOut = NodeRanges()

    init(_ tree: MarkupTree, _ rules: ContentRules, _ found: DocumentFootnotes = .none, _ work: Work? = nil) {
        var walk = OutlineWalk(tree, rules, found, work)
        walk.run()
        self = walk.outline
    }

    fileprivate init() {}

    /// The first item that is inside a node or after it; the last item if there is none.
    func firstIndex(at node: MarkupTree.Node) -> Int {
        min(items.partitionPoint { $0.lastNode < node }, max(0, items.count - 1))
    }
}

/// A single pass over a document that builds its outline.
private struct OutlineWalk {
    var outline = ContentOutline()

    private let tree: MarkupTree
    private let rules: ContentRules
    private let found: DocumentFootnotes
    private let work: Work?
    private let body: MarkupTree.Node?
    private var blocks: [MarkupTree.Node] = []
    private var roles: [(node: MarkupTree.Node, role: ReadingElement.Role, level: UInt8)] = []
    private var marks: [(node: MarkupTree.Node, mark: Int32)] = []
    private var notes: [MarkupTree.Node] = []
    private var preformatted: [MarkupTree.Node] = []
    private var drawings: [MarkupTree.Node] = []
    private var figures: [(node: MarkupTree.Node, caption: MarkupTree.Node?)] = []
    private var languages: [(node: MarkupTree.Node, language: Int32)] = []
    private var numbers: [String: Int32] = [:]

    /// The current text.
    private var text = Text()

    private struct Text {
        var firstPiece = 0
        var hasText = false
        var lastNode: MarkupTree.Node = 0
        /// White space that is only used if the same text continues.
        var pendingSpace: [ContentOutline.Piece] = []
        /// Items inside the text that are separate, before and after its first letter.
        var before: [(kind: ContentOutline.Kind, node: MarkupTree.Node)] = []
        var after: [(kind: ContentOutline.Kind, node: MarkupTree.Node)] = []
    }

    init(_ tree: MarkupTree, _ rules: ContentRules, _ found: DocumentFootnotes, _ work: Work?) {
        self.found = found
        self.work = work
        self.tree = tree
        self.rules = rules
        body = tree.body
    }

    mutating func run() {
        guard let body else { return }
        if let root = tree.root, root != body { enterLanguage(of: root) }
        tree.walk(body) { step in
            if let work, work.stops(after: MarkupTree.stepCost) { return false }
            switch step {
            case .enter(let node): return tree.isElement(node) ? enter(node) : read(node)
            case .leave(let node):
                leave(node)
                return true
            }
        }
        flush()
    }

    // MARK: Elements

    private mutating func enter(_ node: MarkupTree.Node) -> Bool {
        let rule = rules[tree.localName(of: node)]
        var semantics: ContentSemantics?
        if rules.readsAttributes && !tree.attributeRange(of: node).isEmpty {
            let found = ContentSemantics(tree, node)
            if found.isHidden { return false }
            semantics = found
        }
        if let semantics {
            if semantics.role == .pageBreak {
                addAside(.pageBreak, node)
                return false
            }
            if semantics.isImage, tree.value(.ariaLabel, of: node) != nil, rule?.kind != .svg {
                return enterImage(node)
            }
            if let mark = semantics.mark, !found.texts.contains(node) { open(mark, node) }
            // A note in a line is a separate text.
            if semantics.role == .footnote && rule == nil { beginBlock(node) }
        }
        if found.references.contains(node) { open(.noteref, node) }
        if found.backlinks.contains(node) { open(.backlink, node) }
        let goesIn = rule.map { enter(node, $0, semantics) } ?? true
        guard goesIn else { return false }
        if let role = role(of: node, rule, semantics) {
            open(role, level: semantics?.level ?? rule?.level, node)
        }
        if semantics?.holdsNotes == true { notes.append(node) }
        enterLanguage(of: node)
        return true
    }

    private mutating func enter(
        _ node: MarkupTree.Node, _ rule: ContentRules.Rule, _ semantics: ContentSemantics?
    ) -> Bool {
        switch rule.kind {
        case .skipped, .reading, .readingBracket:
            outline.leftOut.append(node..<tree.end(of: node))
            return false
        case .dialog where semantics?.isOpen != true: return false
        case .dialog, .block: beginBlock(node)
        case .preformatted:
            beginBlock(node)
            preformatted.append(node)
        case .figure:
            beginBlock(node)
            figures.append((node, tree.children(of: node).first { tree.localName(of: $0) == "figcaption" }))
        case .end: flush()
        case .lineBreak: addPiece(.lineBreak, node)
        case .ruby: open(.ruby, node)
        case .image: return rules.readsAttributes ? enterImage(node) : embed(node, .image)
        case .audio: return embed(node, .audio)
        case .video: return embed(node, .video)
        case .pageBreak:
            addAside(.pageBreak, node)
            return false
        case .object: return enterObject(node)
        case .svg:
            beginBlock(node)
            drawings.append(node)
            if drawings.count == 1, tree.isImage(svg: node) { return embed(node, .image, goesIn: true) }
        case .math: return enterMath(node)
        }
        return true
    }

    private func role(
        of node: MarkupTree.Node, _ rule: ContentRules.Rule?, _ semantics: ContentSemantics?
    ) -> ReadingElement.Role? {
        if rule != nil, found.blocks.contains(node) { return .footnote }
        let role = semantics?.role ?? rule?.role
        let isItem = role == .listItem || role == .term || role == .definition
        return isItem && !notes.isEmpty ? .footnote : role
    }

    private mutating func beginBlock(_ node: MarkupTree.Node) {
        flush()
        blocks.append(node)
    }

    /// Nested notes are one note.  Otherwise the innermost role is used.
    private mutating func open(_ role: ReadingElement.Role, level: UInt8?, _ node: MarkupTree.Node) {
        if roles.last?.role == .footnote { return }
        roles.append((node, role, role == .heading ? level ?? 2 : 0))
    }

    private mutating func open(_ mark: ReadingElement.Mark, _ node: MarkupTree.Node) {
        guard marks.isEmpty else { return }
        marks.append((node, Int32(truncatingIfNeeded: outline.marks.count)))
        outline.marks.append(ContentOutline.Mark(kind: mark, node: node))
    }

    private mutating func leave(_ node: MarkupTree.Node) {
        if blocks.last == node {
            flush()
            blocks.removeLast()
        }
        if roles.last?.node == node { roles.removeLast() }
        if marks.last?.node == node { marks.removeLast() }
        if notes.last == node { notes.removeLast() }
        if preformatted.last == node { preformatted.removeLast() }
        if drawings.last == node { drawings.removeLast() }
        if figures.last?.node == node { figures.removeLast() }
        if languages.last?.node == node { languages.removeLast() }
    }

    private mutating func enterLanguage(of node: MarkupTree.Node) {
        guard let language = tree.ownLanguage(of: node) else { return }
        let number = numbers[language] ?? Int32(truncatingIfNeeded: outline.languages.count)
        if Int(number) == outline.languages.count {
            outline.languages.append(language)
            numbers[language] = number
        }
        languages.append((node, number))
    }

    // MARK: Embedded

    /// The content of an embedded element is not displayed.
    private mutating func embed(_ node: MarkupTree.Node, _ kind: ContentOutline.Kind, goesIn: Bool = false) -> Bool {
        flush()
        guard kind == .image && rules.readsAttributes || tree.hasSource(node) else { return false }
        takeCaption(node)
        append(kind, node, isInline: false)
        return goesIn
    }

    /// The alternative text of an inline image is part of the line.
    private mutating func enterImage(_ node: MarkupTree.Node) -> Bool {
        let hasAlternative = tree.alternative(of: node) != nil
        guard hasAlternative || tree.imageSource(of: node) != nil else { return false }
        takeCaption(node)
        addAside(.image, node)
        open(.image, node)
        if hasAlternative { addPiece(.alternative, node) }
        if marks.last?.node == node { marks.removeLast() }
        return false
    }

    private mutating func enterObject(_ node: MarkupTree.Node) -> Bool {
        switch tree.valueText(.type, of: node).map({ $0.prefix { $0 != "/" }.description.asciiLowercased }) {
        case "image": return embed(node, .image)
        case "audio": return embed(node, .audio)
        case "video": return embed(node, .video)
        default: return true
        }
    }

    private mutating func enterMath(_ node: MarkupTree.Node) -> Bool {
        if tree.isBlock(math: node) { beginBlock(node) }
        open(.math, node)
        guard tree.value(.alttext, of: node) != nil else { return true }
        text.hasText = true
        addPiece(.alternative, node)
        // The walk does not enter the element, but it leaves it.
        if blocks.last == node { open(.math, level: nil, node) }
        return false
    }

    private mutating func takeCaption(_ node: MarkupTree.Node) {
        guard let caption = figures.last?.caption else { return }
        outline.captions[node] = caption
        figures[figures.count - 1].caption = nil
    }

    private mutating func addAside(_ kind: ContentOutline.Kind, _ node: MarkupTree.Node) {
        if text.hasText { text.after.append((kind, node)) } else { text.before.append((kind, node)) }
    }

    // MARK: Text

    private mutating func read(_ node: MarkupTree.Node) -> Bool {
        let piece = piece(preformatted.isEmpty ? .text : .preformatted, node)
        if rules.readsAttributes ? tree.isBlank(node) : tree.isSpace(node) {
            if text.hasText || mayBegin(with: piece) { text.pendingSpace.append(piece) }
            return true
        }
        text.hasText = true
        takePendingSpace()
        append(piece)
        return true
    }

    /// White space between two words separates them, even if one of them is an alternative text.  Between blocks it is
    /// ignored, unless it is preformatted.
    private func mayBegin(with space: ContentOutline.Piece) -> Bool {
        guard rules.readsAttributes else { return false }
        return outline.pieces.count > text.firstPiece || space.kind == .preformatted || !tree.isCollapsible(space.node)
    }

    private func piece(_ kind: ContentOutline.Piece.Kind, _ node: MarkupTree.Node) -> ContentOutline.Piece {
        ContentOutline.Piece(
            kind: kind, node: node, language: languages.last?.language ?? 0, mark: marks.last?.mark ?? -1)
    }

    private mutating func addPiece(_ kind: ContentOutline.Piece.Kind, _ node: MarkupTree.Node) {
        takePendingSpace()
        append(piece(kind, node))
    }

    private mutating func takePendingSpace() {
        for space in text.pendingSpace { append(space) }
        text.pendingSpace = []
    }

    private mutating func append(_ piece: ContentOutline.Piece) {
        let mark = Int(piece.mark)
        if outline.marks.indices.contains(mark), outline.marks[mark].firstPiece < 0 {
            outline.marks[mark].firstPiece = Int32(truncatingIfNeeded: outline.pieces.count)
        }
        outline.pieces.append(piece)
        text.lastNode = piece.node
    }

    private mutating func flush() {
        if text.hasText && rules.readsAttributes { takePendingSpace() }
        let ended = text
        // If a block has no text of its own, the alternative texts only belong to their images.
        if !ended.hasText { outline.pieces.removeLast(outline.pieces.count - ended.firstPiece) }
        let range = ended.firstPiece..<outline.pieces.count
        text = Text(firstPiece: outline.pieces.count)
        for aside in ended.before { append(aside.kind, aside.node, isInline: ended.hasText) }
        guard ended.hasText, let root = tree.root else { return }
        let (_, role, level) = roles.last ?? (root, .paragraph, 0)
        outline.items.append(
            ContentOutline.Item(
                kind: .text, role: role, level: level, isInline: false, language: languages.last?.language ?? 0,
                node: blocks.last ?? body ?? root, lastNode: max(lastNode, ended.lastNode),
                pieces: Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound)))
        for aside in ended.after { append(aside.kind, aside.node, isInline: true) }
    }

    private var lastNode: MarkupTree.Node { outline.items.last?.lastNode ?? 0 }

    private mutating func append(_ kind: ContentOutline.Kind, _ node: MarkupTree.Node, isInline: Bool) {
        outline.items.append(
            ContentOutline.Item(
                kind: kind, role: kind.role, level: 0, isInline: isInline, language: languages.last?.language ?? 0,
                node: node, lastNode: max(lastNode, node), pieces: 0..<0))
    }
}

extension ContentOutline.Kind {
    fileprivate var role: ReadingElement.Role {
        switch self {
        case .text: .paragraph
        case .image: .image
        case .audio: .audio
        case .video: .video
        case .pageBreak: .pageBreak
        }
    }
}

extension MarkupTree {
    /// The source characters of a piece.
    func source(of piece: ContentOutline.Piece) -> Slice {
        switch piece.kind {
        case .text, .preformatted: nodes[Int(piece.node)].slice
        case .lineBreak: .empty
        case .alternative: alternative(of: piece.node) ?? .empty
        }
    }
}
