// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel
import LecternNavigator

/// Rewrites a document of a publication for a web view: serializes its tree without anything that the ``MarkupRules``
/// exclude, and adds the policy, the style sheets and the settings of the page.
public struct DocumentPreparation: Sendable {
    /// The text of a ``ContentSecurityPolicy``.
    public var policy = ContentSecurityPolicy().text
    /// The style sheets, fonts and declarations of a reflowable document; nil for a page of a fixed layout.
    public var styling: StylesheetInjection.Styling?
    /// Replaces `styling` for fixed-layout pages and SVG documents.
    public var style = ""
    /// The `data-lectern` attribute of the root.
    public var data: String?
    /// A style sheet that comes after all others.
    public var pageSheet: String?
    /// A script that runs before any script of the document.
    public var script = ""
    /// How style sheets in the document are rewritten.
    public var stylesheets: StylesheetPreparation {
        get { rules.stylesheets }
        set { rules.stylesheets = newValue }
    }
    var rules: DocumentRules

    /// The attribute of the root if its language is that of the publication.
    private static let unmarked = "data-lectern-unmarked"

    /// - Parameter href: the href of the document.
    public init(_ href: String, references: BookReferences? = nil) {
        let references = references ?? BookReferences(from: href)
        rules = DocumentRules(references: references, stylesheets: StylesheetPreparation(references))
    }

    /// The relative path from a document to the root of the publication: "../" for each folder in between.
    ///
    /// - Parameter href: the path below the root, without a leading slash.
    public static func base(of href: String) -> String {
        let path = href.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(repeating: "../", count: path.count { $0 == UInt8(ascii: "/") })
    }

    /// The rewritten document.
    public struct Prepared {
        public let bytes: [UInt8]
        public let type: String
        /// The addresses of its style sheets, in their order.
        public var sheets: [String] = []
    }

    /// - Parameter isFramed: whether the document is shown in a frame and therefore needs a policy.  An SVG document
    ///   used as an image cannot have one.
    public func prepare(
        _ bytes: UnsafeRawBufferPointer, as kind: DocumentKind, isFramed: Bool = true
    ) throws(Failure) -> Prepared {
        guard kind != .html else { return try html(bytes, isXHTML: false) }
        let tree: MarkupTree
        do throws(Failure) {
            tree = try XMLDocument.parse(bytes, keepsSpace: true)
        } catch {
            // A web view would stop at the first error.  Parsed as HTML, as for searching, the text is complete.
            guard error.status == .format, kind == .xhtml else { throw error }
            return try html(bytes, isXHTML: true)
        }
        guard let root = tree.root else { throw Failure(.format, "The document has no root element.") }
        let sheets = XMLStylesheets.found(in: bytes)
        switch tree.localName(of: root) {
        case "html" where kind == .xhtml: return xhtml(tree, root, sheets)
        case "svg" where !isFramed: return Prepared(bytes: drawing(tree, root, sheets), type: "image/svg+xml")
        case "svg": return Prepared(bytes: wrapped(tree, root, sheets), type: MediaType.xhtml)
        case _ where kind == .xhtml: return try html(bytes, isXHTML: true)
        case _ where kind == .svg: throw Failure(.format, "The document is not SVG.")
        default: return Prepared(bytes: wrapped(tree, root, sheets), type: MediaType.xhtml)
        }
    }

    // MARK: Kinds of documents

    /// - Parameter isXHTML: whether to lay out the document in standards mode.
    private func html(_ bytes: UnsafeRawBufferPointer, isXHTML: Bool) throws(Failure) -> Prepared {
        let (tree, doctype) = try HTMLDocument.parse(bytes, keepsSpace: true, isXHTML: isXHTML)
        guard let root = tree.root else { throw Failure(.format, "The document has no root element.") }
        let parts = DocumentParts(tree, root, isHTML: true)
        let markup = InsertedMarkup(.html)
        let injection = injection(parts)
        let head = headAddition(parts, injection, markup)
        var writer = DocumentWriter(tree, .html, rules, additions(parts, injection, head, markup))
        // The document type decides between quirks and standards mode.
        let type = isXHTML ? "html" : doctype?.trimmed ?? ""
        let isPlain = type.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        if !type.isEmpty, isPlain { writer.write("<!DOCTYPE \(type)>") }
        writer.write(root)
        return Prepared(bytes: writer.out, type: MediaType.html, sheets: self.sheets(injection, writer))
    }

    private func xhtml(_ tree: MarkupTree, _ root: MarkupTree.Node, _ sheets: [XMLStylesheets.Sheet]) -> Prepared {
        let parts = DocumentParts(tree, root)
        let markup = InsertedMarkup(.xml, declaresNamespace: parts.hasPrefix)
        let injection = injection(parts, sheets)
        let head = headAddition(parts, injection, markup, sheets: sheets)
        var writer = DocumentWriter(tree, .xml, rules, additions(parts, injection, head, markup, parts.namespaces))
        writer.write(root)
        return Prepared(bytes: writer.out, type: MediaType.xhtml, sheets: self.sheets(injection, writer))
    }

    /// Those that are added, and those of the document.
    private func sheets(_ injection: StylesheetInjection?, _ writer: DocumentWriter) -> [String] {
        let addresses = { (list: [StylesheetInjection.Insertion]) in
            list.compactMap { if case .stylesheet(let href) = $0 { href } else { nil } }
        }
        return addresses(injection?.headStart ?? []) + writer.sheets + addresses(injection?.headEnd ?? [])
            + [pageSheet].compactMap(\.self)
    }

    /// Rewrites a drawing that is used as an image.  Without its scripts and outside references, it is safe even if it
    /// is requested as a document, where it has no policy.
    private func drawing(_ tree: MarkupTree, _ root: MarkupTree.Node, _ sheets: [XMLStylesheets.Sheet]) -> [UInt8] {
        var addition = ElementAddition(attributes: DocumentParts.undeclared(in: tree, root))
        addition.removed = ["data-lectern"]
        if !style.isEmpty { addition.attributes.append(("style", style)) }
        if let data { addition.attributes.append(("data-lectern", data)) }
        var rules = rules
        rules.allowsScripts = false
        var writer = DocumentWriter(tree, .xml, rules, [root: addition])
        for sheet in sheets {
            let attributes = sheet.attributes(rules).map { name, value in
                var out: [UInt8] = []
                MarkupSyntax.xml.writeAttribute(name, value, to: &out)
                return String(decoding: out, as: UTF8.self)
            }
            if !attributes.isEmpty { writer.write("<?xml-stylesheet type=\"text/css\"\(attributes.joined())?>") }
        }
        writer.write(root)
        return writer.out
    }

    /// Wraps a drawing or other XML in an XHTML document, which can have a policy.
    private func wrapped(_ tree: MarkupTree, _ root: MarkupTree.Node, _ sheets: [XMLStylesheets.Sheet]) -> [UInt8] {
        let markup = InsertedMarkup(.xml)
        let addition = ElementAddition(attributes: DocumentParts.undeclared(in: tree, root))
        var writer = DocumentWriter(tree, .xml, rules, [root: addition])
        let attributes: [(String, String)?] = [
            ("xmlns", InsertedMarkup.xhtmlNamespace), ("data-lectern-content", ""),
            style.isEmpty ? nil : ("style", style),
            data.map { ("data-lectern", $0) },
        ]
        let fills =
            "html, body { margin: 0; height: 100% } body > svg { display: block } "
            + "body > svg:not([width]) { width: 100% } body > svg:not([height]) { height: 100% }"
        let head = markup.policy(policy) + markup.write(.style(fills)) + links(sheets, markup)
        let start = markup.element("html", attributes.compactMap { $0 }) { _ in }.dropLast("</html>".utf8.count)
        writer.write(start + "<head>\(head)</head><body>")
        writer.write(root)
        writer.write("</body></html>")
        return writer.out
    }

    // MARK: Parts of a document

    private func links(_ sheets: [XMLStylesheets.Sheet], _ markup: InsertedMarkup) -> String {
        sheets.map { $0.attributes(rules) }.filter { !$0.isEmpty }.map(markup.stylesheet).joined()
    }

    private func injection(_ parts: DocumentParts, _ sheets: [XMLStylesheets.Sheet] = []) -> StylesheetInjection? {
        styling.map { StylesheetInjection(parts.document(isStyled: !sheets.isEmpty), $0) }
    }

    private func headAddition(
        _ parts: DocumentParts, _ injection: StylesheetInjection?, _ markup: InsertedMarkup,
        sheets: [XMLStylesheets.Sheet] = []
    ) -> ElementAddition {
        var addition = ElementAddition()
        if !policy.isEmpty { addition.start = markup.policy(policy) }
        if parts.isHTML { addition.start += markup.meta([("charset", "utf-8")]) }
        if !script.isEmpty { addition.start += markup.script(script) }
        addition.start += (injection?.headStart ?? []).map(markup.write).joined() + links(sheets, markup)
        addition.end = (injection?.headEnd ?? []).map(markup.write).joined()
        if let pageSheet { addition.end += markup.stylesheet([("href", pageSheet)]) }
        return addition
    }

    private func additions(
        _ parts: DocumentParts, _ injection: StylesheetInjection?, _ head: ElementAddition, _ markup: InsertedMarkup,
        _ namespaces: [(name: String, value: String)] = []
    ) -> [MarkupTree.Node: ElementAddition] {
        let language = { (name: String) in parts.isHTML && name == "xml:lang" ? "lang" : name }
        var root = ElementAddition(
            attributes: namespaces + (injection?.html ?? []).map { (language($0.name), $0.value) })
        if injection == nil, !style.isEmpty { root.attributes.append(("style", style)) }
        root.removed = ["data-lectern", "data-lectern-content", DocumentPreparation.unmarked]
        if let data { root.attributes.append(("data-lectern", data)) }
        // The body has a language if the document has none.
        if injection?.body.contains(where: { $0.name == "xml:lang" }) ?? false {
            root.attributes.append((DocumentPreparation.unmarked, ""))
        }
        if injection?.removesDirection ?? false { root.removed.insert("dir") }
        var all: [MarkupTree.Node: ElementAddition] = [:]
        if let found = parts.head {
            all[found] = head
            all[found]?.removed = parts.redeclared
        } else {
            root.start = markup.element("head", []) { $0.append(contentsOf: (head.start + head.end).utf8) }
        }
        all[parts.root] = root
        if let body = parts.body, let injection {
            let attributes = injection.body.map { (name: language($0.name), value: $0.value) }
            all[body] = ElementAddition(
                attributes: attributes, removed: injection.removesBodyDirection ? ["dir"] : [])
        }
        return all
    }
}
