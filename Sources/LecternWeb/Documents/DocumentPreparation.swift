// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel
import LecternNavigator

/// The kinds of documents that are prepared.
public enum DocumentKind: Sendable {
    case html
    case xhtml
    /// XHTML that is not well-formed, or has another root, and is served as HTML.
    case looseXHTML
    case svg

    /// Nil for a resource that is not a document.
    public init?(mediaType: String) {
        switch mediaType.prefix(while: { $0 != ";" }).description.trimmed.asciiLowercased {
        case "application/xhtml+xml": self = .xhtml
        case "text/html": self = .html
        case "image/svg+xml": self = .svg
        default: return nil
        }
    }

    /// In a larger document, errors are not looked for.
    private static let mostExamined = 8 << 20

    /// The kind as which a document is served.  The XML parser of a browser stops at the first error; read as HTML, as the
    /// library does when it searches, the document is complete.
    func served(_ bytes: UnsafeRawBufferPointer) -> DocumentKind {
        guard self == .xhtml, bytes.count <= DocumentKind.mostExamined else { return self }
        let label = TextEncoding.labelInXMLDeclaration(of: bytes.bindMemory(to: UInt8.self))?.trimmed.asciiLowercased
        // The library's parser does not know all encodings that browsers know.
        let isKnown = label.map { $0.hasPrefix("utf-") || SingleByteEncoding.table(named: $0) != nil } ?? true
        guard isKnown else { return self }
        do throws(Failure) {
            let tree = try XMLDocument.parse(bytes, keepsSpace: false)
            let root = tree.root.map(tree.qualifiedName)?.split(separator: ":").last
            return root == "html" || root == "svg" ? self : .looseXHTML
        } catch {
            return error.status == .format ? .looseXHTML : self
        }
    }

    /// The media type of what is served, if it is not that of the resource.
    var servedType: String? { self == .looseXHTML ? MediaType.html : nil }

    var isHTML: Bool { self == .html || self == .looseXHTML }
}

/// The changes to a document of a publication before a web view shows it.
///
/// Bytes are inserted, and nothing else in the document changes.  Well-formed XHTML stays well-formed; HTML keeps its
/// mode and its tree; any other document is served unchanged, because the policy is also a header.
public struct DocumentPreparation: Sendable {
    /// The text of a ``ContentSecurityPolicy``; empty for none.
    public var policy = ContentSecurityPolicy().text
    /// The style sheets, fonts and declarations of a reflowable document; nil for a page of a fixed layout.
    public var styling: StylesheetInjection.Styling?
    public var arrangement = StylesheetArrangement.swift
    /// Replaces `styling` for a page of a fixed layout, and for an SVG document.
    public var style = ""
    /// The `data-lectern` attribute of the root.
    public var data: String?
    /// The last of all style sheets.
    public var pageSheet: String?
    /// A script that runs before all scripts of the document: in ASCII, without `<`, `>` and `&`.
    public var script = ""
    /// How the styles in the document are rewritten; nil leaves them unchanged.
    public var stylesheets: StylesheetPreparation?

    public init() {}

    /// The relative path from a document to the folder of the publication: "../" for each folder in between.
    ///
    /// - Parameter href: the path below that folder, without a leading slash.
    public static func base(of href: String) -> String {
        let path = href.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(repeating: "../", count: path.count { $0 == UInt8(ascii: "/") })
    }

    public func prepare(_ bytes: UnsafeRawBufferPointer, as kind: DocumentKind) -> SplicedBytes {
        let bytes = bytes.bindMemory(to: UInt8.self)
        let label = kind.isHTML ? DocumentEncoding.label(of: bytes) : TextEncoding.labelInXMLDeclaration(of: bytes)
        let edits = SourceUnits.with(bytes, label: label) { source -> [SplicedBytes.Edit] in
            guard let scanner = MarkupScanner(source, isXML: !kind.isHTML) else { return [] }
            guard kind.isHTML else { return xml(scanner, source) }
            return html(
                scanner, source, charset: source.hasByteOrderMark ? nil : label, isXHTML: kind == .looseXHTML)
        }
        return SplicedBytes(count: bytes.count, edits: edits)
    }

    // MARK: Kinds of documents

    private func html(
        _ scanner: MarkupScanner, _ source: SourceUnits, charset: String?, isXHTML: Bool
    ) -> [SplicedBytes.Edit] {
        let found = HTMLOutline(scanner, isXHTML: isXHTML)
        let outline = found.outline
        let spots = InertMarkup.spots(anywhereIn: 0..<scanner.count, scanner)
        var insertion = HeadInsertion(self, outline, scanner, .html)
        // Browsers look for the encoding in the first 1024 bytes, which now contain our insertions.
        if let charset { insertion.policy += InsertedMarkup.html.meta([("charset", charset)]) }
        var edits = attributes(of: outline, insertion, scanner, source)
        if outline.root == nil {
            insertion.policy = "<html\(rootAttributes(insertion.injection))>" + insertion.policy
        }
        edits += headEdits(outline, insertion, source)
        edits += found.emptyTags.map { StartTagEditing.open($0, "", scanner, source) }
        // XHTML is laid out as HTML with this declaration is.  A second one has no effect.
        if isXHTML { edits.insert(source.edit(0..<0, "<!DOCTYPE html>".utf8), at: 0) }
        return edits + inner(outline, spots, scanner, source)
    }

    private func xml(_ scanner: MarkupScanner, _ source: SourceUnits) -> [SplicedBytes.Edit] {
        let found = XMLOutline(scanner)
        let outline = found.outline
        var edits = inner(outline, found.inert, scanner, source)
        guard let root = outline.root else { return edits }
        guard scanner.isElement(root, "html") else {
            if scanner.isElement(root, "svg") { edits += drawing(root, found.prefixes, scanner, source) }
            return edits
        }
        let namespace = XHTMLNamespace(root, outline.head, scanner)
        let insertion = HeadInsertion(self, outline, scanner, namespace.markup)
        edits += attributes(of: outline, insertion, scanner, source, namespaces: namespace.added + found.prefixes)
        return edits + headEdits(outline, insertion, source, scanner: scanner)
    }

    /// An SVG document has no head: its policy is in the header, and its style sheets are processing instructions.
    private func drawing(
        _ root: MarkupScanner.Tag, _ prefixes: [(String, String)], _ scanner: MarkupScanner, _ source: SourceUnits
    ) -> [SplicedBytes.Edit] {
        var tag = StartTagEditing(root, scanner, source)
        for (name, value) in prefixes { tag.set(name, value) }
        tag.remove("data-lectern")
        if !style.isEmpty { tag.set("style", style) }
        if let data { tag.set("data-lectern", data) }
        guard let pageSheet else { return tag.all }
        let instruction = "<?xml-stylesheet type=\"text/css\" \(InsertedMarkup.attribute("href", pageSheet))?>"
        return [source.edit(root.start..<root.start, instruction.utf8)] + tag.all
    }

    // MARK: Parts of a document

    private func headEdits(
        _ outline: DocumentOutline, _ insertion: HeadInsertion, _ source: SourceUnits, scanner: MarkupScanner? = nil
    ) -> [SplicedBytes.Edit] {
        guard let start = outline.headStart else { return [] }
        let (first, last) = (insertion.policy + insertion.start, insertion.end)
        guard let scanner, let root = outline.root else {
            return [
                source.edit(start..<start, first.utf8),
                source.edit((outline.headEnd ?? start)..<(outline.headEnd ?? start), last.utf8),
            ]
        }
        let element = insertion.markup.head
        guard let head = outline.head else {
            let whole = element.start + first + last + element.end
            if root.isSelfClosing { return [StartTagEditing.open(root, whole, scanner, source)] }
            return [source.edit(start..<start, whole.utf8)]
        }
        if head.isSelfClosing { return [StartTagEditing.open(head, first + last, scanner, source)] }
        // Without an end tag the document is not well-formed.  The most important parts come first.
        let end = outline.headEnd ?? start
        return [source.edit(start..<start, first.utf8), source.edit(end..<end, last.utf8)]
    }

    private func attributes(
        of outline: DocumentOutline, _ insertion: HeadInsertion, _ scanner: MarkupScanner, _ source: SourceUnits,
        namespaces: [(String, String)] = []
    ) -> [SplicedBytes.Edit] {
        let injection = insertion.injection
        var edits: [SplicedBytes.Edit] = []
        if let root = outline.root {
            var tag = StartTagEditing(root, scanner, source)
            for (name, value) in namespaces { tag.set(name, value) }
            if data == nil { tag.remove("data-lectern") }
            tag.apply(rootValues(injection), removesDirection: injection?.removesDirection ?? false)
            edits += tag.all
        }
        if let body = outline.body, let injection {
            var tag = StartTagEditing(body, scanner, source)
            let values = injection.body.map { ($0.name, $0.value) }
            tag.apply(values, removesDirection: injection.removesBodyDirection)
            edits += tag.all
        }
        return edits
    }

    /// In the order of the test vectors: language, direction, style; then our own attributes.
    private func rootValues(_ injection: StylesheetInjection?) -> [(String, String)] {
        var values = (injection?.html ?? []).map { ($0.name, $0.value) }
        if injection == nil, !style.isEmpty { values.append(("style", style)) }
        if let data { values.append(("data-lectern", data)) }
        return values
    }

    /// The attributes of an HTML root that has no tag.
    private func rootAttributes(_ injection: StylesheetInjection?) -> String {
        rootValues(injection).map { " " + InsertedMarkup.attribute(StartTagEditing.htmlName($0.0), $0.1) }.joined()
    }

    /// The changes within the content: inert markup and style sheets.
    private func inner(
        _ outline: DocumentOutline, _ spots: [InertMarkup.Spot], _ scanner: MarkupScanner, _ source: SourceUnits
    ) -> [SplicedBytes.Edit] {
        var edits = spots.map { source.edit($0.position..<$0.position, $0.text.utf8) }
        guard let stylesheets else { return edits }
        for range in outline.styleElements {
            edits += stylesheets.edits(range, isSheet: true, scanner.base, source)
        }
        for range in outline.styleAttributes {
            edits += stylesheets.edits(range, isSheet: false, scanner.base, source)
        }
        return edits
    }
}
