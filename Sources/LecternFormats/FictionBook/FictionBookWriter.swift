// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Writes a section of a FictionBook document as XHTML.
struct FictionBookWriter: MadeMarkup {
    let tree: MarkupTree
    private let images: FictionBookImages
    private let targets: FictionBookTargets
    private let path: String
    private let isNotes: Bool
    private let skipsSections: Bool
    /// The maximum nesting of elements; those that are deeper are written without markup.
    private let most: Int
    var html = ""
    var hasContent = false

    /// Elements that stay, or get another name, and a class.
    private static let names: [String: (name: String, more: String)] = [
        "p": ("p", ""), "emphasis": ("em", ""), "strong": ("strong", ""), "strikethrough": ("s", ""),
        "sub": ("sub", ""), "sup": ("sup", ""), "code": ("code", ""), "style": ("span", ""),
        "epigraph": ("blockquote", " class=\"epigraph\" epub:type=\"epigraph\""), "cite": ("blockquote", ""),
        "annotation": ("div", " class=\"annotation\""), "poem": ("div", " class=\"poem\" epub:type=\"z3998:poem\""),
        "stanza": ("div", " class=\"stanza\""), "v": ("p", " class=\"v\""), "subtitle": ("p", " class=\"subtitle\""),
        "text-author": ("p", " class=\"text-author\""), "date": ("p", " class=\"date\""),
        "empty-line": ("div", " class=\"empty-line\""), "table": ("table", ""), "tr": ("tr", ""), "th": ("th", ""),
        "td": ("td", ""), "section": ("section", ""), "body": ("div", ""),
    ]
    private static let cellAttributes = ["colspan", "rowspan"]

    init(
        _ tree: MarkupTree, _ images: FictionBookImages, _ targets: FictionBookTargets, path: String, isNotes: Bool,
        skipsSections: Bool, most: Int
    ) {
        self.tree = tree
        self.images = images
        self.targets = targets
        self.path = path
        self.isNotes = isNotes
        self.skipsSections = skipsSections
        self.most = most
    }

    /// Writes a section or body, and returns whether it has text or images.
    mutating func write(_ node: MarkupTree.Node) -> Bool {
        element(node, level: level(of: node), depth: 0, isTop: true)
        return hasContent
    }

    func document(title: String, language: String?) -> ByteBuffer {
        let head = "<link rel=\"stylesheet\" type=\"text/css\" href=\"../\(FictionBookText.styleSheet.path)\"/>"
        return MadeDocument.xhtml(title: title, language: language, head: head, body: html)
    }

    /// The level of the heading of a section: 1 for a body, and one more for each section around it.
    private func level(of node: MarkupTree.Node) -> Int {
        var level = 1
        var place = tree.localName(of: node) == "body" ? nil : tree.parent(of: node)
        while let parent = place, level < 6 {
            level += 1
            place = tree.localName(of: parent) == "body" ? nil : tree.parent(of: parent)
        }
        return level
    }

    // MARK: Elements

    private mutating func children(of node: MarkupTree.Node, level: Int, depth: Int) {
        children(of: node) { $0.element($1, level: level, depth: depth + 1) }
    }

    private mutating func element(_ node: MarkupTree.Node, level: Int, depth: Int, isTop: Bool = false) {
        let name = tree.localName(of: node)
        if name == "section", skipsSections, !isTop { return }
        if depth >= most {
            texts(of: node)
            return
        }
        switch name {
        case "title": title(node, level: level, depth: depth)
        case "image": image(node)
        case "a": link(node, level: level, depth: depth)
        case "section" where isNotes:
            write(node, "aside", " epub:type=\"footnote\" role=\"doc-footnote\"", level: level + 1, depth: depth)
        case "section":
            write(
                node, "section", "", level: isTop ? level : min(6, level + 1), depth: depth,
                id: targets.id(of: node, tree))
        default:
            guard let known = FictionBookWriter.names[name] else {
                return children(of: node, level: level, depth: depth)
            }
            let more = name == "td" || name == "th" ? cellAttributes(of: node) : known.more
            write(node, known.name, more, level: level, depth: depth)
        }
    }

    private mutating func write(
        _ node: MarkupTree.Node, _ name: String, _ more: String, level: Int, depth: Int, id: String? = nil
    ) {
        let id = id ?? tree.attributeText(.id, of: node)
        let language = tree.attributeText(.lang, in: .xml, of: node).flatMap(LanguageTag.canonical)
        html += "<\(name)\(more)"
        if let id { html += " id=\"\(id.htmlEscaped)\"" }
        if let language { html += " lang=\"\(language)\" xml:lang=\"\(language)\"" }
        html += ">"
        children(of: node, level: level, depth: depth)
        html += "</\(name)>"
        if !FictionBookWriter.inline.contains(name) { html += "\n" }
    }

    private static let inline: Set<String> = ["em", "strong", "span", "s", "sub", "sup", "code", "a"]

    private func cellAttributes(of node: MarkupTree.Node) -> String {
        FictionBookWriter.cellAttributes.compactMap { name in
            tree.value(named: name, of: node).flatMap { UInt16($0.trimmed) }.map { " \(name)=\"\($0)\"" }
        }.joined()
    }

    /// The lines of a title are lines of one heading.  The title of a note links back to its reference.
    private mutating func title(_ node: MarkupTree.Node, level: Int, depth: Int) {
        let note = isNotes ? tree.parent(of: node).flatMap { tree.localName(of: $0) == "section" ? $0 : nil } : nil
        let reference = note.flatMap { tree.attributeText(.id, of: $0) }.flatMap(targets.reference)
        let isOfSection = tree.parent(of: node).map { ["section", "body"].contains(tree.localName(of: $0)) } ?? false
        let name = note == nil ? "h\(isOfSection ? level : min(6, level + 1))" : "p"
        let back = reference.map { href($0.id, in: $0.path).htmlEscaped }
        html += "<\(name)>" + (back.map { "<a epub:type=\"backlink\" role=\"doc-backlink\" href=\"\($0)\">" } ?? "")
        var isFirst = true
        for line in tree.children(of: node) {
            if tree.localName(of: line) == "empty-line" { continue }
            if !isFirst { html += "<br/>" }
            isFirst = false
            children(of: line, level: level, depth: depth + 1)
        }
        if isFirst { children(of: node, level: level, depth: depth) }
        html += (back == nil ? "" : "</a>") + "</\(name)>\n"
    }

    private mutating func image(_ node: MarkupTree.Node) {
        guard let path = tree.href(of: node).flatMap({ images[$0] }) else { return }
        hasContent = true
        let alt = tree.value(named: "alt", of: node) ?? tree.value(named: "title", of: node) ?? ""
        let id = tree.attributeText(.id, of: node).map { " id=\"\($0.htmlEscaped)\"" } ?? ""
        let image = "<img src=\"../\(path)\" alt=\"\(alt.collapsed.htmlEscaped)\"\(id)/>"
        let parent = tree.parent(of: node).map { tree.localName(of: $0) } ?? ""
        let isBlock = ["section", "body", "title", "cite", "epigraph", "annotation"].contains(parent)
        html += isBlock ? "<div class=\"image\">\(image)</div>\n" : image
    }

    private mutating func link(_ node: MarkupTree.Node, level: Int, depth: Int) {
        guard let target = tree.href(of: node).flatMap(href) else {
            return children(of: node, level: level, depth: depth)
        }
        let isNote = FictionBookTargets.note(node, tree) != nil
        let more = isNote ? " epub:type=\"noteref\" role=\"doc-noteref\"" : ""
        write(
            node, "a", " href=\"\(target.htmlEscaped)\"\(more)", level: level, depth: depth,
            id: targets.id(ofReference: node, tree))
    }

    /// The address of a target in one of the documents, or on the web; nil for any other.
    private func href(_ target: String) -> String? {
        if target.hasPrefix("#") {
            let id = String(target.dropFirst())
            return targets[id].map { href(id, in: $0) }
        }
        return ["http://", "https://", "mailto:"].contains { target.asciiLowercased.hasPrefix($0) } ? target : nil
    }

    private func href(_ id: String, in path: String) -> String {
        (path == self.path ? "" : Candidate.lastComponent(of: path)) + "#" + PercentEncoding.encodedPath(id)
    }
}
