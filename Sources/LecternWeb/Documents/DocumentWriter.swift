// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// Serializes a document of a book for the page: in UTF-8, without document type declarations, comments and processing
/// instructions, following the ``MarkupRules``.
///
/// Every "<" in text and attributes is escaped, so that all parsers see exactly the tags written here.
struct DocumentWriter {
    let tree: MarkupTree
    let syntax: MarkupSyntax
    let rules: DocumentRules
    private(set) var out: [UInt8] = []
    /// The addresses of the style sheets that have been written.
    private(set) var sheets: [String] = []
    /// The end tags of the open elements.
    private var ends: [String] = []
    private var openDrawings = 0
    /// Attributes and content to add to the outermost elements.
    private let additions: [MarkupTree.Node: ElementAddition]

    init(
        _ tree: MarkupTree, _ syntax: MarkupSyntax, _ rules: DocumentRules,
        _ additions: [MarkupTree.Node: ElementAddition] = [:]
    ) {
        self.tree = tree
        self.syntax = syntax
        self.rules = rules
        self.additions = additions
        out.reserveCapacity(tree.storage.contents.pointee.text.count * 2 + 4096)
    }

    mutating func write(_ text: String) { out.append(contentsOf: text.utf8) }

    /// Writes an element and its content.
    mutating func write(_ root: MarkupTree.Node) {
        tree.walk(root) { step in
            switch step {
            case .enter(let node):
                if tree.isElement(node) { return enter(node) }
                syntax.writeText(of: node, in: tree, to: &out)
                return false
            case .leave(let node):
                leave(node)
                return true
            }
        }
    }

    // MARK: Elements

    /// - Returns: whether to write the content of the element.
    private mutating func enter(_ node: MarkupTree.Node) -> Bool {
        let written = tree.qualifiedName(of: node)
        let name = tree.localName(of: node).asciiLowercased
        if name == "svg" { openDrawings += 1 }
        switch MarkupRules.elements[name] {
        case .emptied where rules.allowsScripts && name != "base":
            return begin(written, node, attributes(of: node, name), content: .script)
        case .emptied: return begin(written, node, [], content: .none)
        case .frame: return begin(written, node, frame(node, name), content: .none)
        case .embedded: return embed(node, written, name)
        case .link: return begin(written, node, link(node))
        case .pragma: return begin(written, node, pragma(node))
        case .style: return begin(written, node, attributes(of: node, name), content: .style)
        case .animation: return begin(written, node, animation(node, name))
        case nil: return begin(written, node, attributes(of: node, name))
        }
    }

    private enum Content { case nodes, none, style, script }

    private mutating func begin(
        _ name: String, _ node: MarkupTree.Node, _ attributes: [(name: String, value: String)],
        content: Content = .nodes
    ) -> Bool {
        let addition = additions[node]
        let name = syntax.elementName(name)
        out.append(UInt8(ascii: "<"))
        write(name)
        for (name, value) in addition?.applied(to: attributes) ?? attributes {
            syntax.writeAttribute(name, value, to: &out)
        }
        let hasContent =
            content != .none && tree.hasContent(node) || addition?.hasContent ?? false || syntax.needsEnd(name)
        let end = syntax.endTag(name, hasContent: hasContent)
        write(end == "" && !syntax.isHTML ? "/>" : ">")
        ends.append(end)
        if let addition { write(addition.start) }
        switch content {
        case .nodes:
            if syntax.skipsLineFeed(name), tree.beginsWithLineFeed(node) { out.append(0x0A) }
            return true
        case .none: return false
        case .script:
            syntax.writeScript(tree.text(of: node), to: &out)
            return false
        case .style:
            var text = tree.text(of: node)
            let css = text.withUTF8 { rules.stylesheets.prepare($0, isSheet: true, keepsLengths: isKept(node)) }
            syntax.writeStyle(css, to: &out)
            return false
        }
    }

    private mutating func leave(_ node: MarkupTree.Node) {
        guard let end = ends.popLast() else { return }
        if let addition = additions[node] { write(addition.end) }
        write(end)
        if tree.localName(of: node).asciiLowercased == "svg" { openDrawings -= 1 }
    }

    /// Whether a style element is written unchanged: it is not CSS, or its lengths are in units of a drawing.
    private func isKept(_ node: MarkupTree.Node) -> Bool {
        let type = tree.attributeText(.type, of: node)?.trimmed.asciiLowercased
        return openDrawings > 0 || !["", "text/css", nil].contains(type)
    }

    // MARK: Attributes

    private func attributes(of node: MarkupTree.Node, _ element: String) -> [(name: String, value: String)] {
        tree.writtenAttributes(of: node).compactMap { attribute in
            let local = attribute.localName.asciiLowercased
            guard let value = value(of: attribute, local, element) else { return nil }
            return (attribute.name, value)
        }
    }

    /// The value to write; nil to omit the attribute.
    private func value(
        of attribute: MarkupTree.WrittenAttribute, _ name: String, _ element: String
    ) -> String? {
        let value = tree.string(attribute.value)
        if MarkupRules.isHandler(name) { return rules.allowsScripts ? value : nil }
        if attribute.name == "xml:base" { return nil }
        switch MarkupRules.attributes[name] {
        case nil: return value
        case .removed: return nil
        case .address: return rules.references.written(value, for: use(of: name, element))
        case .candidates: return candidates(value)
        case .declarations:
            var text = value
            let css = text.withUTF8 { rules.stylesheets.prepare($0, isSheet: false, keepsLengths: keepsStyle(element)) }
            return String(decoding: css, as: UTF8.self)
        case .cssValue:
            guard value.utf8.contains(UInt8(ascii: "(")) else { return value }
            var text = value
            let css = text.withUTF8 { rules.stylesheets.prepare($0, isSheet: false, keepsLengths: true) }
            return String(decoding: css, as: UTF8.self)
        }
    }

    /// Whether to keep the declarations as they are: lengths in a drawing are in its own units, and the root belongs to
    /// the reader's settings.
    private func keepsStyle(_ element: String) -> Bool { openDrawings > 0 || ends.isEmpty && element == "html" }

    private func use(of attribute: String, _ element: String) -> BookReferences.Use {
        if attribute == "href", MarkupRules.links.contains(element) { return .link }
        return MarkupRules.media.contains(element) ? .media : .resource
    }

    /// The candidates whose addresses may be written.
    private func candidates(_ value: String) -> String {
        var rest = value.utf8[...]
        var kept: [String] = []
        while true {
            rest = rest.drop { ASCII.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return kept.joined(separator: ", ") }
            let word = rest.prefix { !ASCII.isSpace($0) }
            rest = rest.dropFirst(word.count)
            let end = word.lastIndex { $0 != UInt8(ascii: ",") }.map(word.index(after:)) ?? word.startIndex
            let address = String(Substring(word[..<end]))
            var descriptor = ""
            if end == word.endIndex {
                let text = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest.dropFirst(text.count)
                descriptor = String(Substring(text)).trimmed
            }
            guard let written = rules.references.written(address, for: .media) else { continue }
            kept.append(descriptor.isEmpty ? written : written + " " + descriptor)
        }
    }

    // MARK: Elements with rules of their own

    private mutating func link(_ node: MarkupTree.Node) -> [(name: String, value: String)] {
        let words = tree.attributeText(.rel, of: node)?.asciiLowercased.words ?? []
        let attributes = tree.writtenAttributes(of: node).compactMap { attribute -> (name: String, value: String)? in
            let local = attribute.localName.asciiLowercased
            guard attribute.name.asciiLowercased == "href" else {
                return value(of: attribute, local, "link").map { (attribute.name, $0) }
            }
            guard words.contains("stylesheet") else { return nil }
            return rules.sheet(tree.string(attribute.value)).map { (attribute.name, $0) }
        }
        let href = attributes.first { $0.name.asciiLowercased == "href" }?.value
        let isUsed = words.contains("stylesheet") && !words.contains("alternate")
        let isForAll = !attributes.contains { ["media", "disabled"].contains($0.name.asciiLowercased) }
        if let href, isUsed, isForAll { sheets.append(href) }
        return attributes
    }

    /// The encoding is always UTF-8.
    private func pragma(_ node: MarkupTree.Node) -> [(name: String, value: String)] {
        let attributes = attributes(of: node, "meta")
        let isReferrer = attributes.contains {
            $0.name.asciiLowercased == "name" && $0.value.trimmed.asciiLowercased == "referrer"
        }
        return attributes.filter { name, value in
            switch name.asciiLowercased {
            case "http-equiv": MarkupRules.pragmas.contains(value.trimmed.asciiLowercased)
            case "charset": false
            case "content": !isReferrer
            default: true
            }
        }
    }

    private func animation(_ node: MarkupTree.Node, _ element: String) -> [(name: String, value: String)] {
        attributes(of: node, element).filter { name, value in
            guard name.asciiLowercased == "attributename" else { return true }
            let local = String(value.split(separator: ":").last ?? "").trimmed.asciiLowercased
            guard !MarkupRules.isHandler(local) else { return false }
            let rule = MarkupRules.attributes[local]
            return rule == nil || rule == .cssValue
        }
    }

    // MARK: Frames

    private static let addresses: Set<String> = ["src", "data", "href", "name", "type", "alt"]

    /// The attributes of a frame with a sandbox: an origin of its own and no scripts.  The `frame` element has no
    /// sandbox, so it stays empty.
    private func frame(_ node: MarkupTree.Node, _ element: String) -> [(name: String, value: String)] {
        let own = attributes(of: node, "").filter { !DocumentWriter.addresses.contains($0.name.asciiLowercased) }
        guard element != "frame",
            let source = tree.attributeText(.src, of: node) ?? tree.attributeText(.data, of: node),
            let address = rules.frameAddress(source)
        else { return own }
        return own + [("sandbox", rules.allowsScripts ? "allow-scripts" : ""), ("src", address)]
    }

    /// Writes an `object` or `embed` as an image or a frame, or otherwise its fallback content.
    private mutating func embed(_ node: MarkupTree.Node, _ written: String, _ element: String) -> Bool {
        let source = tree.attributeText(.data, of: node) ?? tree.attributeText(.src, of: node) ?? ""
        let prefix = String(written.dropLast(tree.localName(of: node).utf8.count))
        switch rules.embedding(of: source, type: tree.attributeText(.type, of: node)) {
        case .image(let address):
            let own = attributes(of: node, "").filter { !DocumentWriter.addresses.contains($0.name.asciiLowercased) }
            let text = tree.attributeText(.alt, of: node) ?? tree.collapsedText(of: node)
            return begin(prefix + "img", node, own + [("src", address), ("alt", text)], content: .none)
        case .frame: return begin(prefix + "iframe", node, frame(node, "iframe"), content: .none)
        case nil:
            let own = attributes(of: node, "").filter { !DocumentWriter.addresses.contains($0.name.asciiLowercased) }
            return begin(element == "embed" ? written : prefix + "object", node, own)
        }
    }
}
