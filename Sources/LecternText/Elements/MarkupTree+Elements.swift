// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Queries for the content of elements.
extension MarkupTree {
    /// The maximum number of children that are searched for a label, which is one of the first.
    static let maxChildren = 16

    /// Whether an embedded element has a source.
    func hasSource(_ node: Node) -> Bool {
        value(.src, of: node) != nil || value(.data, of: node) != nil
            || sources(of: node).contains { value(.src, of: $0) != nil }
    }

    /// The `source` children of an element.
    func sources(of node: Node) -> [Node] { children(of: node).filter { localName(of: $0) == "source" } }

    /// The URL of an image: `src`, `data`, or the `href` of SVG.
    func imageSource(of node: Node) -> Slice? {
        if let source = value(.src, of: node) ?? value(.data, of: node) { return source }
        guard localName(of: node) == "image" else { return nil }
        return attributeRange(of: node).lazy.map { attributes[$0] }.first { $0.name == .href }
            .map { trimmed($0.value) }.flatMap { $0.count > 0 ? $0 : nil }
    }

    /// The first URL in `srcset`.
    func firstCandidate(of node: Node) -> Slice? {
        var found: Slice?
        for index in attributeRange(of: node) where equals(attributes[index].qualifiedName, "srcset") {
            forEachWord(in: attributes[index].value) { found = found ?? $0 }
        }
        return found
    }

    /// Whether a drawing is an image as a whole: it has a label, and contains no image.
    func isImage(svg node: Node) -> Bool {
        guard svgLabel(of: node) != nil else { return false }
        return !(node + 1..<end(of: node)).contains { isElement($0) && localName(of: $0) == "image" }
    }

    /// The `aria-label` or the title of a drawing.
    func svgLabel(of node: Node) -> String? {
        if let label = valueText(.ariaLabel, of: node) { return label }
        let children = children(of: node).prefix(MarkupTree.maxChildren)
        guard let title = children.first(where: { name(of: $0) == .title }) else { return nil }
        let text = collapsedText(of: title)
        return text.isEmpty ? nil : text
    }

    /// Whether a formula is displayed as a block.
    func isBlock(math node: Node) -> Bool {
        attributeRange(of: node).contains { index in
            equals(attributes[index].qualifiedName, "display") && equals(trimmed(attributes[index].value), "block")
        }
    }

    /// The alternative text of an image that replaces one or two letters.
    func letter(ofPicture node: Node) -> String? {
        guard let alternative = value(.alt, of: node), alternative.count <= 8 else { return nil }
        let letter = string(alternative).trimmed
        return (1...2).contains(letter.unicodeScalars.count) ? letter : nil
    }

    /// The alternative text of an image or a formula.
    func alternative(of node: Node) -> Slice? {
        value(.alt, of: node) ?? value(.ariaLabel, of: node) ?? value(.alttext, of: node)
    }

    /// The `xml:lang` or `lang` of an element in its canonical form, if it is a language tag.
    func ownLanguage(of node: Node) -> String? {
        var found: String?
        for index in attributeRange(of: node) where attributes[index].name == .lang {
            let attribute = attributes[index]
            let isXML = equals(attribute.qualifiedName, "xml:lang")
            guard isXML || attribute.prefixCount == 0 else { continue }
            guard let value = LanguageTag.canonical(string(attribute.value)) else { continue }
            if isXML { return value }
            found = value
        }
        return found
    }

    /// Whether a text node contains only white space.
    func isSpace(_ node: Node) -> Bool { consists(node) { UTF8Scalar.isSpace($0) } }

    /// Whether a text node contains only white space that collapses at the ends of lines.
    func isCollapsible(_ node: Node) -> Bool {
        withBytes(of: nodes[Int(node)].slice) { $0.allSatisfy(ASCII.isSpace) }
    }

    /// Whether a text node is invisible.
    func isBlank(_ node: Node) -> Bool { consists(node) { UTF8Scalar.isSpace($0) || UTF8Scalar.isInvisible($0) } }

    private func consists(_ node: Node, isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        withBytes(of: nodes[Int(node)].slice) { bytes in
            var at = 0
            while let (scalar, count) = UTF8Scalar.decode(bytes, at: at) {
                guard isWanted(scalar) else { return false }
                at += count
            }
            return true
        }
    }
}

extension MarkupTree {
    /// The `xml:lang` or `lang` of an element, or of the nearest ancestor that has one.
    public func nearestLanguage(of node: Node) -> String? {
        var node: Node? = node
        while let element = node {
            if isElement(element), let language = ownLanguage(of: element) { return language }
            node = parent(of: element)
        }
        return nil
    }
}
