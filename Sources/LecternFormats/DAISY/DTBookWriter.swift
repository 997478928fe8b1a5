// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Writes a part of a DTBook document as XHTML.
struct DTBookWriter: MadeMarkup {
    let tree: MarkupTree
    /// The paths of documents by the ids in them.
    private let paths: [String: String]
    /// The href of the DTBook document.
    private let source: HrefBase
    private let path: String
    /// The maximum nesting of elements; those that are deeper are written without markup.
    private let most: Int
    var html = ""
    var hasContent = false

    /// Elements with another name in XHTML; their own name becomes a class.  All others in `same` stay.
    private static let renamed: [String: String] = [
        "docauthor": "p", "covertitle": "p", "author": "p", "byline": "p", "dateline": "p", "bridgehead": "p",
        "title": "p", "line": "div", "linegroup": "div", "poem": "div", "imggroup": "figure", "caption": "figcaption",
        "prodnote": "aside", "sidebar": "aside", "note": "aside", "annotation": "aside", "epigraph": "blockquote",
        "noteref": "a", "annoref": "a", "pagenum": "span", "linenum": "span", "sent": "span", "w": "span",
        "lic": "span", "acronym": "abbr", "doctitle": "h1",
    ]
    private static let same: Set<String> = [
        "p", "em", "strong", "sub", "sup", "code", "samp", "kbd", "q", "cite", "dfn", "abbr", "span", "bdo",
        "blockquote", "a", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "colgroup", "dl", "dt", "dd", "li",
        "address", "div", "h1", "h2", "h3", "h4", "h5", "h6",
    ]
    private static let kept: Set<String> = [
        "colspan", "rowspan", "scope", "headers", "start", "dir", "title", "width", "height", "alt", "span", "cite",
    ]

    init(_ tree: MarkupTree, _ paths: [String: String], source: String, path: String, most: Int) {
        self.tree = tree
        self.paths = paths
        self.source = HrefBase(entryPath: source)
        self.path = path
        self.most = most
    }

    /// Writes a part, and returns whether it has text or images.
    mutating func write(_ part: DTBookText.Part) -> Bool {
        html += part.matter.isEmpty ? "" : "<div class=\"\(part.matter)\" epub:type=\"\(matter(part.matter))\">\n"
        for node in part.nodes { element(node, depth: 0) }
        html += part.matter.isEmpty ? "" : "</div>\n"
        return hasContent
    }

    private func matter(_ name: String) -> String { name == "rearmatter" ? "backmatter" : name }

    /// The level of a heading: its number, or for `hd` the number of levels that it is in.
    static func headingLevel(_ node: MarkupTree.Node, _ name: String, _ tree: MarkupTree) -> Int? {
        let name = name.utf8
        guard name.first == UInt8(ascii: "h"), name.count == 2, let last = name.last else { return nil }
        if (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(last) { return Int(last - UInt8(ascii: "0")) }
        guard last == UInt8(ascii: "d"), var place = tree.parent(of: node), DTBookText.isLevel(place, tree) else {
            return nil
        }
        var level = 1
        while level < 6, let parent = tree.parent(of: place), DTBookText.isLevel(parent, tree) {
            level += 1
            place = parent
        }
        return level
    }

    /// The id of a heading that has none.
    static func madeID(_ node: MarkupTree.Node) -> String { "heading-\(node)" }

    // MARK: Elements

    private mutating func children(of node: MarkupTree.Node, depth: Int) {
        children(of: node) { $0.element($1, depth: depth + 1) }
    }

    private mutating func element(_ node: MarkupTree.Node, depth: Int) {
        if depth >= most {
            texts(of: node)
            return
        }
        let name = tree.localName(of: node)
        switch name {
        case "math": math(node)
        case "img": image(node)
        case "br", "col": html += "<\(name)\(attributes(of: node, name))/>"
        case "list": list(node, depth: depth)
        case "hd", "h1", "h2", "h3", "h4", "h5", "h6":
            guard let level = DTBookWriter.headingLevel(node, name, tree) else {
                return write(node, "p", attributes(of: node, name, class: name), depth: depth)
            }
            let made = tree.attributeText(.id, of: node) == nil ? " id=\"\(DTBookWriter.madeID(node))\"" : ""
            write(node, "h\(level)", made + attributes(of: node, name), depth: depth)
        case "caption" where tree.parent(of: node).map({ tree.localName(of: $0) }) == "table":
            write(node, "caption", attributes(of: node, name), depth: depth)
        case _ where DTBookText.isLevel(node, tree):
            write(node, "section", attributes(of: node, name), depth: depth)
        case _ where DTBookWriter.same.contains(name):
            write(node, name, link(of: node, name) + attributes(of: node, name), depth: depth)
        default:
            guard let written = DTBookWriter.renamed[name] else { return children(of: node, depth: depth) }
            let more = link(of: node, name) + DAISYStructure.semantics(name)
            write(node, written, more + attributes(of: node, name, class: name), depth: depth)
        }
    }

    private mutating func write(_ node: MarkupTree.Node, _ name: String, _ more: String, depth: Int) {
        html += "<\(name)\(more)>"
        children(of: node, depth: depth)
        html += "</\(name)>"
    }

    /// Ordered and unordered lists; "pl" is a list whose items have their own marks.
    private mutating func list(_ node: MarkupTree.Node, depth: Int) {
        let type = tree.value(named: "type", of: node)
        let mark = tree.value(named: "enum", of: node).flatMap { ["1", "a", "A", "i", "I"].contains($0) ? $0 : nil }
        let more = type == "ol" ? mark.map { " type=\"\($0)\"" } ?? "" : ""
        write(
            node, type == "ol" ? "ol" : "ul",
            more + attributes(of: node, "list", class: type == "ol" || type == "ul" ? nil : "plain"), depth: depth)
    }

    private mutating func image(_ node: MarkupTree.Node) {
        guard let target = tree.valueText(.src, of: node) else { return }
        hasContent = true
        let alt = tree.attributeText(.alt, of: node) == nil ? " alt=\"\"" : ""
        html += "<img src=\"\(target.htmlEscaped)\"\(alt)\(attributes(of: node, "img"))/>"
    }

    /// MathML, whose elements have a prefix in DTBook.
    private mutating func math(_ node: MarkupTree.Node) {
        hasContent = true
        var written = ""
        var ends: [String] = []
        tree.walk(node) { step in
            switch step {
            case .enter(let place):
                guard tree.isElement(place) else {
                    written += tree.text(of: place).htmlEscaped
                    return false
                }
                let name = tree.localName(of: place)
                written += "<\(name)" + (place == node ? " xmlns=\"http://www.w3.org/1998/Math/MathML\"" : "")
                for attribute in tree.writtenAttributes(of: place)
                where attribute.name == attribute.localName && attribute.name != "xmlns" && attribute.name != "smilref"
                {
                    written += " \(attribute.name)=\"\(tree.string(attribute.value).htmlEscaped)\""
                }
                written += ">"
                ends.append("</\(name)>")
                return true
            case .leave:
                if let end = ends.popLast() { written += end }
                return true
            }
        }
        html += written
    }

    // MARK: Attributes

    private func attributes(of node: MarkupTree.Node, _ name: String, class added: String? = nil) -> String {
        var written = ""
        if let id = tree.attributeText(.id, of: node) { written += " id=\"\(id.htmlEscaped)\"" }
        let classes = ([added].compactMap(\.self) + (tree.value(named: "class", of: node) ?? "").words)
            .withoutRepetitions
        if !classes.isEmpty { written += " class=\"\(classes.joined(separator: " ").htmlEscaped)\"" }
        let language = tree.attributeText(.lang, in: .xml, of: node).flatMap(LanguageTag.canonical)
        if let language { written += " lang=\"\(language)\" xml:lang=\"\(language)\"" }
        for attribute in tree.writtenAttributes(of: node) where DTBookWriter.kept.contains(attribute.name) {
            written += " \(attribute.name)=\"\(tree.string(attribute.value).htmlEscaped)\""
        }
        return written
    }

    /// The target of a link, or of a reference to a note.
    private func link(of node: MarkupTree.Node, _ name: String) -> String {
        guard name == "a" || name == "noteref" || name == "annoref" else { return "" }
        let target = name == "a" ? tree.href(of: node) : tree.valueText(.idref, of: node)
        guard let target else { return "" }
        if ["http://", "https://", "mailto:"].contains(where: target.asciiLowercased.hasPrefix) {
            return " href=\"\(target.htmlEscaped)\""
        }
        let isLocal = Href.withoutFragment(source.resolve(target)) == source.href
        let id = Href.fragment(target).map(String.init) ?? (name == "a" ? nil : target)
        guard let id, isLocal || name != "a", let file = paths[PercentEncoding.decoded(id[...]) ?? id] else {
            return ""
        }
        let start = file == path ? "" : PercentEncoding.encodedPath(Candidate.lastComponent(of: file))
        return " href=\"\(start)#\(id.htmlEscaped)\""
    }
}
