// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel
import LecternNavigator

/// The parts of an HTML or XHTML document that the page adds to.
struct DocumentParts {
    private let tree: MarkupTree
    let root: MarkupTree.Node
    /// The first head; web views ignore any other.
    let head: MarkupTree.Node?
    let body: MarkupTree.Node?
    let isHTML: Bool

    init(_ tree: MarkupTree, _ root: MarkupTree.Node, isHTML: Bool = false) {
        self.tree = tree
        self.root = root
        self.isHTML = isHTML
        var children = tree.children(of: root)
        let first = children.next()
        head = first.flatMap { tree.localName(of: $0) == "head" ? $0 : nil }
        let second = head == nil ? first : children.next()
        body = second.flatMap { tree.localName(of: $0) == "body" ? $0 : nil }
    }

    /// - Parameter isStyled: whether the document has style sheets outside of its tree.
    func document(isStyled: Bool) -> StylesheetInjection.Document {
        var document = StylesheetInjection.Document()
        document.isStyled = isStyled || tree.hasAttribute(named: .style) || hasStylesheet
        document.language = language(of: root)
        document.bodyLanguage = body.flatMap(language)
        document.hasDirection = hasDirection(root)
        document.bodyHasDirection = body.map(hasDirection) ?? false
        return document
    }

    private var hasStylesheet: Bool {
        !tree.descendants(of: root, named: .style).isEmpty
            || tree.descendants(of: root, named: .link).contains {
                tree.attributeText(.rel, of: $0)?.asciiLowercased.words.contains("stylesheet") ?? false
            }
    }

    private func language(of node: MarkupTree.Node) -> String? {
        let names = isHTML ? ["lang", "xml:lang"] : ["xml:lang", "lang"]
        let attributes = tree.writtenAttributes(of: node)
        return names.lazy.compactMap { name in attributes.first { $0.name == name } }.first.map {
            tree.string($0.value)
        }
    }

    private func hasDirection(_ node: MarkupTree.Node) -> Bool {
        tree.writtenAttributes(of: node).contains { $0.name == "dir" }
    }

    // MARK: Namespaces

    private func prefix(of node: MarkupTree.Node) -> String {
        String(tree.qualifiedName(of: node).dropLast(tree.localName(of: node).utf8.count))
    }

    var hasPrefix: Bool { !prefix(of: root).isEmpty || !(head.map(prefix) ?? "").isEmpty }

    private func declaration(for node: MarkupTree.Node) -> String {
        let prefix = prefix(of: node)
        return prefix.isEmpty ? "xmlns" : "xmlns:" + String(prefix.dropLast())
    }

    /// Namespace declarations for the root: root and head become HTML, whatever the document declares, and every prefix
    /// is declared.
    var namespaces: [(name: String, value: String)] {
        let own = Set([declaration(for: root), head.map(declaration) ?? declaration(for: root)])
        return own.sorted().map { ($0, InsertedMarkup.xhtmlNamespace) }
            + DocumentParts.undeclared(in: tree, root).filter { !own.contains($0.name) }
    }

    /// Namespace declarations to remove from the head.
    var redeclared: Set<String> { head.map { [declaration(for: $0)] } ?? [] }

    private static let customary = [
        "epub": "http://www.idpf.org/2007/ops", "xlink": "http://www.w3.org/1999/xlink",
        "svg": "http://www.w3.org/2000/svg", "m": "http://www.w3.org/1998/Math/MathML",
    ]

    /// The maximum number of prefixes to declare.
    private static let mostUndeclared = 64

    /// Declarations for the prefixes that the root does not declare.  A web view stops parsing at an undeclared prefix.
    static func undeclared(in tree: MarkupTree, _ root: MarkupTree.Node) -> [(name: String, value: String)] {
        let declared = Set(tree.writtenAttributes(of: root).map(\.name))
        return tree.prefixes.sorted().map { ("xmlns:" + $0, $0) }
            .filter { !declared.contains($0.0) }.prefix(mostUndeclared)
            .map { ($0.0, customary[$0.1] ?? "urn:undeclared:" + $0.1) }
    }
}

/// Style sheets in processing instructions before the root element ("Associating Style Sheets with XML documents").
enum XMLStylesheets {
    struct Sheet {
        let href: String
        let media: String?

        /// Empty if the sheet must not be loaded.
        func attributes(_ rules: DocumentRules) -> [(String, String)] {
            guard let href = rules.sheet(href) else { return [] }
            return [("href", href)] + (media.map { [("media", $0)] } ?? [])
        }
    }

    /// The number of bytes that are searched.
    private static let reach = 8192
    private static let start = Array("<?xml-stylesheet".utf8)

    static func found(in bytes: UnsafeRawBufferPointer) -> [Sheet] {
        let beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(reach))
        let sheets = try? TextDecoding.withUTF8(of: beginning, as: .xml) { text in
            var sheets: [Sheet] = []
            var position = 0
            while let open = text[position...].firstIndex(of: UInt8(ascii: "<")), !isElement(text, open) {
                position = open + 1
                guard text[open...].starts(with: start), let end = text[open...].firstIndex(of: UInt8(ascii: ">"))
                else {
                    continue
                }
                sheets += sheet(text[open + start.count..<end].dropLast()).map { [$0] } ?? []
            }
            return sheets
        }
        return sheets ?? []
    }

    private static func isElement(_ text: UnsafeBufferPointer<UInt8>, _ open: Int) -> Bool {
        open + 1 < text.count && ASCII.isLetter(text[open + 1])
    }

    /// Accepts CSS only, because other types transform the document.
    private static func sheet(_ attributes: UnsafeBufferPointer<UInt8>.SubSequence) -> Sheet? {
        let element = Array("<sheet".utf8) + attributes + Array("/>".utf8)
        let tree = element.withUnsafeBytes { try? XMLDocument.parse($0, keepsSpace: false) }
        guard let tree, let root = tree.root, let href = tree.attributeText(.href, of: root),
            ["", "text/css"].contains(tree.attributeText(.type, of: root)?.trimmed.asciiLowercased ?? "")
        else { return nil }
        let attributes = tree.writtenAttributes(of: root)
        if attributes.contains(where: { $0.name == "alternate" && tree.string($0.value) == "yes" }) { return nil }
        return Sheet(href: href, media: attributes.first { $0.name == "media" }.map { tree.string($0.value) })
    }
}
