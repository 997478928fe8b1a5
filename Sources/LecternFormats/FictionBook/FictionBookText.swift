// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The text of a FictionBook document as XHTML documents, with their table of contents.
///
/// Each section of a body is a document.  A section of more than 100 KB that consists of others is divided into them.
/// Bodies of notes are documents of footnotes at the end.
struct FictionBookText {
    struct Document {
        let path: String
        let title: String?
        let content: ByteBuffer
    }

    private(set) var documents: [Document] = []
    private(set) var contents: [Link] = []

    /// A part of a body that becomes a document.
    private struct Part {
        let path: String
        /// The section or body.
        let node: MarkupTree.Node
        /// Whether the sections in it are documents of their own.
        var isHead = false
        var isNotes = false
    }

    private let tree: MarkupTree
    private var parts: [Part] = []
    private var targets = FictionBookTargets()

    private static let longest = 100_000
    /// The maximum number of documents, and how deep sections may be nested that become documents.
    private static let mostDocuments = 10_000
    private static let deepest = 8
    static let styleSheet = (path: "fictionbook.css", content: ByteBuffer(rules))

    init(
        _ tree: MarkupTree, _ root: MarkupTree.Node, _ images: FictionBookImages, title: String, language: String?,
        most: Int
    ) {
        self.tree = tree
        for (number, body) in tree.elements("body", in: root).enumerated() {
            let name = tree.value(named: "name", of: body)?.asciiLowercased
            if number > 0, let name, !name.isEmpty {
                add(Part(path: nextPath, node: body, isNotes: true))
            } else {
                contents += divide(body, isBody: true)
            }
        }
        for part in parts {
            var writer = FictionBookWriter(
                tree, images, targets, path: part.path, isNotes: part.isNotes, skipsSections: part.isHead, most: most)
            guard writer.write(part.node) else { continue }
            documents.append(
                Document(
                    path: part.path, title: self.title(of: part.node),
                    content: writer.document(title: self.title(of: part.node) ?? title, language: language)))
        }
        let written = Set(documents.map(\.path))
        contents = FictionBookText.kept(contents, written)
    }

    private var nextPath: String { MadeDocument.path(parts.count + 1) }

    private mutating func add(_ part: Part) {
        parts.append(part)
        targets.add(tree, part.node, path: part.path, skipsSections: part.isHead)
    }

    /// Adds the documents of a section or body.
    ///
    /// - Returns: its entry in the table of contents; those of its sections, if it has no title.
    private mutating func divide(_ node: MarkupTree.Node, isBody: Bool = false, depth: Int = 0) -> [Link] {
        let sections = tree.elements("section", in: node)
        let isAllowed =
            depth < FictionBookText.deepest && parts.count + sections.count <= FictionBookText.mostDocuments
        let isDivided =
            isAllowed && !sections.isEmpty && (isBody || tree.textSize(of: node) > FictionBookText.longest)
        let path = nextPath
        add(Part(path: path, node: node, isHead: isDivided))
        var children: [Link] = []
        if isDivided {
            for section in sections { children += divide(section, depth: depth + 1) }
        } else {
            children = entries(in: node, path: path)
        }
        // The title of a body is that of the book.
        guard !isBody, let title = title(of: node) else { return children }
        return [Link(href: path, title: title, children: children)]
    }

    /// The entries of sections inside a document, up to a depth that real books have.
    private func entries(in node: MarkupTree.Node, path: String, depth: Int = 0) -> [Link] {
        guard depth < 32 else { return [] }
        return tree.elements("section", in: node).flatMap { section -> [Link] in
            let children = entries(in: section, path: path, depth: depth + 1)
            guard let title = title(of: section) else { return children }
            let id = PercentEncoding.encodedPath(targets.id(of: section, tree))
            return [Link(href: "\(path)#\(id)", title: title, children: children)]
        }
    }

    private func title(of node: MarkupTree.Node) -> String? {
        guard let title = tree.child(node, "title") else { return nil }
        let lines = tree.children(of: title).map { tree.text(of: $0).collapsed }.filter { !$0.isEmpty }
        let text = lines.isEmpty ? tree.text(of: title).collapsed : lines.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Without entries of documents that have no content.
    private static func kept(_ links: [Link], _ written: Set<String>) -> [Link] {
        links.flatMap { link -> [Link] in
            var link = link
            link.children = kept(link.children, written)
            if written.contains(String(Href.path(link.href))) { return [link] }
            guard let first = link.children.first else { return [] }
            link.href = first.href
            return [link]
        }
    }

    private static let rules = """
        p { margin: 0; text-indent: 1.5em }
        h1 + p, h2 + p, h3 + p, h4 + p, h5 + p, h6 + p, td p, .subtitle { text-indent: 0 }
        h1, h2, h3, h4, h5, h6, .subtitle, .image { text-align: center }
        .subtitle { font-weight: bold; margin: 1em 0 }
        .epigraph { margin: 1em 0 1em 30% }
        .text-author { text-align: right; font-style: italic }
        .poem { margin: 1em 2em }
        .stanza { margin: 1em 0 }
        .v { margin: 0; padding-left: 2em; text-indent: -2em }
        .empty-line { height: 1em }
        img { max-width: 100% }

        """
}

/// Finds the document of each id.
struct FictionBookTargets {
    private var paths: [String: String] = [:]
    /// The first reference to each note, by the id of the note.
    private var references: [String: (path: String, node: MarkupTree.Node)] = [:]

    /// Records the ids and the references to notes in a section or body.
    mutating func add(_ tree: MarkupTree, _ node: MarkupTree.Node, path: String, skipsSections: Bool) {
        var place = node
        while place < tree.end(of: node) {
            if skipsSections, place != node, tree.isElement(place), tree.localName(of: place) == "section" {
                place = tree.end(of: place)
                continue
            }
            if tree.isElement(place) {
                if let id = tree.attributeText(.id, of: place), paths[id] == nil { paths[id] = path }
                if let note = FictionBookTargets.note(place, tree), references[note] == nil {
                    references[note] = (path, place)
                }
            }
            place += 1
        }
    }

    subscript(id: String) -> String? { paths[id] }

    /// The id of the note that a link refers to.
    static func note(_ link: MarkupTree.Node, _ tree: MarkupTree) -> String? {
        guard tree.name(of: link) == .a, tree.value(named: "type", of: link) == "note",
            let target = tree.href(of: link),
            target.hasPrefix("#")
        else { return nil }
        return String(target.dropFirst())
    }

    /// The id of a link that is the first reference to its note.
    func id(ofReference link: MarkupTree.Node, _ tree: MarkupTree) -> String? {
        guard let note = FictionBookTargets.note(link, tree), references[note]?.node == link else { return nil }
        return "reference-\(link)"
    }

    /// The path and the id of the first reference to a note.
    func reference(toNote id: String) -> (path: String, id: String)? {
        references[id].map { ($0.path, "reference-\($0.node)") }
    }

    /// The id of a section, or one made from its place.
    func id(of section: MarkupTree.Node, _ tree: MarkupTree) -> String {
        tree.attributeText(.id, of: section) ?? "section-\(section)"
    }
}

extension MarkupTree {
    /// The child elements with a local name.
    func elements(_ name: String, in node: Node) -> [Node] { children(of: node).filter { localName(of: $0) == name } }

    /// The number of bytes of character data in a node.
    func textSize(of node: Node) -> Int {
        (node..<end(of: node)).reduce(0) { isElement($1) ? $0 : $0 + Int(nodes[Int($1)].slice.count) }
    }
}
