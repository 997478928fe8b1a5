// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The text of a DTBook document (ANSI/NISO Z39.86-2005) as XHTML documents: one for each level of the first order.
struct DTBookText {
    struct Document {
        let path: String
        let title: String?
        let content: ByteBuffer
    }

    private(set) var documents: [Document] = []
    /// The headings, for a book without an NCX.
    private(set) var headings: [(level: Int, link: Link)] = []
    private(set) var pages: [Link] = []

    /// Nodes that become a document.
    struct Part {
        let path: String
        var nodes: [MarkupTree.Node]
        /// The matter that it is in, such as "frontmatter".
        let matter: String
    }

    private let tree: MarkupTree
    private var parts: [Part] = []
    /// The path of the document of each id.
    private(set) var paths: [String: String] = [:]
    /// The first heading of each document, by its path.
    private var titles: [String: String] = [:]

    private static let mostDocuments = 10_000
    private static let mostEntries = 100_000
    static let styleSheet = ByteBuffer(rules)

    static func isDTBook(_ tree: MarkupTree) -> Bool {
        tree.root.map { tree.localName(of: $0).hasPrefix("dtbook") } ?? false
    }

    /// - Parameters:
    ///   - path: that of the document; those of its parts begin like it, so that references lead to the same files.
    ///   - number: the number of documents made so far.
    ///   - title: the title of the book.
    init(_ tree: MarkupTree, path: String, number: inout Int, title: String, most: Int) {
        self.tree = tree
        guard let root = tree.root else { return }
        divide(root, stem: DTBookText.stem(of: path), &number)
        for part in parts {
            for node in part.nodes { index(node, part.path) }
        }
        let language = tree.attributeText(.lang, in: .xml, of: root)
        for part in parts {
            var writer = DTBookWriter(tree, paths, source: path, path: part.path, most: most)
            guard writer.write(part) else { continue }
            documents.append(
                Document(
                    path: part.path, title: titles[part.path],
                    content: MadeDocument.xhtml(
                        title: titles[part.path] ?? title, language: language,
                        head: "<link rel=\"stylesheet\" type=\"text/css\" href=\"\(DTBookText.styleSheetName)\"/>",
                        body: writer.html)))
        }
    }

    static let styleSheetName = "dtbook-as-xhtml.css"

    private static func stem(of path: String) -> String {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), dot > path.utf8.startIndex else { return path }
        let isInName = !path.utf8[dot...].contains(UInt8(ascii: "/"))
        return isInName ? String(path[..<dot]) : path
    }

    // MARK: Parts

    private mutating func divide(_ root: MarkupTree.Node, stem: String, _ number: inout Int) {
        let book = tree.child(root, "book") ?? root
        for node in tree.children(of: book) {
            let name = tree.localName(of: node)
            guard ["frontmatter", "bodymatter", "rearmatter"].contains(name) else {
                add(node, matter: "", stem, &number)
                continue
            }
            for child in tree.children(of: node) { add(child, matter: name, stem, &number) }
        }
    }

    /// A level begins a document.  The nodes between levels are one of their own.
    private mutating func add(_ node: MarkupTree.Node, matter: String, _ stem: String, _ number: inout Int) {
        let isLevel = DTBookText.isLevel(node, tree)
        if let last = parts.indices.last,
            number >= DTBookText.mostDocuments
                || !isLevel && parts[last].matter == matter && !parts[last].nodes.contains(where: isLevelNode)
        {
            parts[last].nodes.append(node)
            return
        }
        guard tree.localName(of: node) != "head" else { return }
        number += 1
        let digits = String(number)
        let path = "\(stem)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).xhtml"
        parts.append(Part(path: path, nodes: [node], matter: matter))
    }

    private func isLevelNode(_ node: MarkupTree.Node) -> Bool { DTBookText.isLevel(node, tree) }

    static func isLevel(_ node: MarkupTree.Node, _ tree: MarkupTree) -> Bool {
        levels.contains(tree.localName(of: node))
    }

    private static let levels: Set<String> = ["level", "level1", "level2", "level3", "level4", "level5", "level6"]

    /// Records the ids, the headings and the page numbers of a part.
    private mutating func index(_ top: MarkupTree.Node, _ path: String) {
        let file = PercentEncoding.encodedPath(path)
        for node in top..<tree.end(of: top) where tree.isElement(node) {
            let id = tree.attributeText(.id, of: node)
            if let id, paths[id] == nil { paths[id] = path }
            let name = tree.localName(of: node)
            if let level = DTBookWriter.headingLevel(node, name, tree) {
                let title = tree.collapsedText(of: node)
                let target = PercentEncoding.encodedPath(id ?? DTBookWriter.madeID(node))
                if title.isEmpty || headings.count == DTBookText.mostEntries { continue }
                if titles[path] == nil { titles[path] = title }
                headings.append((level, Link(href: "\(file)#\(target)", title: title)))
            } else if name == "pagenum", let id {
                let title = tree.collapsedText(of: node)
                if !title.isEmpty, pages.count < DTBookText.mostEntries {
                    pages.append(Link(href: "\(file)#\(PercentEncoding.encodedPath(id))", title: title))
                }
            }
        }
    }

    /// The href of a text by its id; of the first document without one.
    func href(_ id: String?) -> String? {
        guard let id else { return documents.first.map { PercentEncoding.encodedPath($0.path) } }
        return paths[id].map { PercentEncoding.encodedPath($0) + "#" + PercentEncoding.encodedPath(id) }
    }

    private static let rules = """
        .line, .title, .hd, .author, .byline, .dateline, .bridgehead, .covertitle, .docauthor { margin: 0 }
        .hd, .title, .bridgehead { font-weight: bold }
        .doctitle, .docauthor, .covertitle { text-align: center }
        .linegroup, .poem { margin: 1em 2em }
        .author, .byline, .dateline { font-style: italic }
        .plain { list-style: none }
        .linenum { float: right; margin-left: 1em }
        .noteref, .annoref { font-size: 0.8em; vertical-align: super; line-height: 0 }
        .sidebar, .prodnote { margin: 1em 0; padding: 0.5em 1em; border: 1px solid }
        img { max-width: 100% }

        """
}
