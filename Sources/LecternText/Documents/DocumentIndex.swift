// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternThreads

/// Tables of one document, each made when it is first needed.  With them, finding many places in a document takes a time
/// that does not grow with its length.
public final class DocumentIndex: Sendable {
    private let tree: MarkupTree
    private let names = Lazy<(ids: [Int: MarkupTree.Node], anchors: [Int: MarkupTree.Node])>()
    private let knownSelectors = Lazy<CSSSelectors>()
    private let knownPaths = Lazy<DocumentPaths>()
    private let knownReadings = Lazy<SearchText>()
    private let knownBrackets = Lazy<SearchText>()
    private let knownWords = Lazy<SearchText>()
    private let knownLetters = Lazy<SearchText>()

    init(_ tree: MarkupTree) { self.tree = tree }

    /// The first element with this id, or else the first anchor with this name.
    func element(withID id: String, orAnchor: Bool = true) -> MarkupTree.Node? {
        let (ids, anchors) = names.value { () throws(Never) in makeNames() }
        var id = id
        let key = id.withUTF8(DocumentIndex.key)
        if let node = ids[key], tree.hasValue(.id, id, node) { return node }
        return !orAnchor ? nil : anchors[key].flatMap { tree.hasValue(.name, id, $0) ? $0 : nil }
    }

    /// Dictionaries of strings would need several times as much memory.  Two names with the same hash are as good as
    /// impossible; of these, one would not be found.
    private func makeNames() -> (ids: [Int: MarkupTree.Node], anchors: [Int: MarkupTree.Node]) {
        var ids: [Int: MarkupTree.Node] = [:], anchors: [Int: MarkupTree.Node] = [:]
        func add(_ name: MarkupName, of node: MarkupTree.Node, to nodes: inout [Int: MarkupTree.Node]) {
            guard let value = tree.attribute(name, of: node) else { return }
            let key = tree.withBytes(of: value, DocumentIndex.key)
            if nodes[key] == nil { nodes[key] = node }
        }
        for node in 0..<MarkupTree.Node(truncatingIfNeeded: tree.nodes.count) where tree.isElement(node) {
            add(.id, of: node, to: &ids)
            if tree.name(of: node) == .a { add(.name, of: node, to: &anchors) }
        }
        return (ids, anchors)
    }

    /// Swift seeds its hashes at random, so that no document can be made for collisions.
    private static func key(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }

    /// Not kept if the host has ended the call meanwhile.
    public func selectors(_ work: Work) -> CSSSelectors {
        if let known = knownSelectors.known { return known }
        let made = CSSSelectors(tree, work)
        return work.failure == nil ? knownSelectors.value { () throws(Never) in made } : made
    }

    func text(_ form: SearchText.Form, _ work: Work?) -> SearchText {
        switch form {
        case .withoutMarks: text(form, knownWords, work)
        case .withPictures: text(form, knownLetters, work)
        case .withReadingsInBrackets: text(form, knownBrackets, work)
        case .bases, .withReadings: text(form, knownReadings, work)
        }
    }

    private func text(_ form: SearchText.Form, _ known: borrowing Lazy<SearchText>, _ work: Work?) -> SearchText {
        if let text = known.known { return text }
        let made = SearchText(tree, form, work)
        return work?.failure == nil ? known.value { () throws(Never) in made } : made
    }

    public var paths: DocumentPaths { knownPaths.value { () throws(Never) in DocumentPaths(tree) } }
}
