// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text document of DAISY 2.02 as XHTML without its links to SMIL files, which are around every text.
///
/// Page numbers, notes and their references get the semantics of their classes.
struct ContentDocument {
    private let tree: MarkupTree
    private let base: HrefBase
    private var out = ""
    private var ends: [String] = []
    private(set) var title: String?
    private(set) var language: String?

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    init(_ tree: MarkupTree, path: String) {
        self.tree = tree
        base = HrefBase(entryPath: path)
    }

    /// Returns nil for a document without elements.
    mutating func xhtml() -> ByteBuffer? {
        guard let root = tree.root else { return nil }
        out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        var document = self
        tree.walk(root) { step in
            switch step {
            case .enter(let node): return document.enter(node)
            case .leave:
                if let end = document.ends.popLast() { document.out += end }
                return true
            }
        }
        self = document
        return ByteBuffer(out)
    }

    /// - Returns: whether to write the content of the element.
    private mutating func enter(_ node: MarkupTree.Node) -> Bool {
        guard tree.isElement(node) else {
            out += tree.text(of: node).htmlEscaped
            return false
        }
        let name = tree.localName(of: node).asciiLowercased
        switch name {
        case "html":
            language = tree.attributeText(.lang, in: .xml, of: node) ?? tree.attributeText(.lang, of: node)
            begin(
                node, "html",
                " xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\"")
        case "a" where isLinkToPresentation(node): link(node)
        case "meta" where tree.value(named: "name", of: node) == nil:
            ends.append("")
            return false
        default:
            if name == "title" { title = tree.collapsedText(of: node) }
            begin(node, name, semantics(of: node, name))
        }
        return !ContentDocument.void.contains(name)
    }

    private mutating func begin(_ node: MarkupTree.Node, _ name: String, _ more: String) {
        out += "<" + name + more
        for attribute in tree.writtenAttributes(of: node) {
            let written = attribute.name.asciiLowercased
            let isPlain = written.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            guard isPlain && !written.hasPrefix("xmlns") || written == "xml:lang",
                written.utf8.first.map(ASCII.isLetter) == true,
                written != "bodyref", written != "role" || more.isEmpty
            else { continue }
            out += " \(written)=\"\(tree.string(attribute.value).htmlEscaped)\""
        }
        let isVoid = ContentDocument.void.contains(name)
        out += isVoid ? "/>" : ">"
        ends.append(isVoid ? "" : "</\(name)>")
    }

    private func semantics(of node: MarkupTree.Node, _ name: String) -> String {
        guard name == "span" || name == "div" else { return "" }
        let names = (tree.value(named: "class", of: node) ?? "").words
        return names.lazy.filter { $0 != "noteref" && $0 != "note" }.map(DAISYStructure.semantics)
            .first { !$0.isEmpty } ?? ""
    }

    // MARK: Links

    private func isLinkToPresentation(_ node: MarkupTree.Node) -> Bool {
        guard let href = tree.href(of: node) else { return false }
        return String(Href.path(href)).asciiLowercased.hasSuffix(".smil")
    }

    /// A link to a SMIL file is none, but in a reference to a note it leads to that.
    private mutating func link(_ node: MarkupTree.Node) {
        let id = tree.attributeText(.id, of: node).map { " id=\"\($0.htmlEscaped)\"" } ?? ""
        let note = tree.parent(of: node).flatMap { tree.value(named: "bodyref", of: $0) }
        if let note {
            let target = note.utf8.first == UInt8(ascii: "#") ? note : relative(note)
            out += "<a href=\"\(target.htmlEscaped)\"\(DAISYStructure.semantics("noteref"))\(id)>"
            ends.append("</a>")
        } else {
            out += id.isEmpty ? "" : "<span\(id)>"
            ends.append(id.isEmpty ? "" : "</span>")
        }
    }

    /// A reference to this document is one to an id alone.
    private func relative(_ reference: String) -> String {
        let href = base.resolve(reference)
        guard Href.withoutFragment(href) == base.href, let id = Href.fragment(href) else { return reference }
        return "#" + id
    }
}
