// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The content of a note: HTML that is written anew from a list of elements and attributes, and text.
public struct FootnoteMarkup {
    private let tree: MarkupTree
    private let base: HrefBase
    /// The links back: those that are left out, and those whose text is kept.
    private let dropped: Set<MarkupTree.Node>
    private let unlinked: Set<MarkupTree.Node>
    /// The texts that end or begin with a bracket around a link that is left out.
    private let opening: Set<MarkupTree.Node>
    private let closing: Set<MarkupTree.Node>
    /// The open elements.
    private var open: [(node: MarkupTree.Node, name: String)] = []
    /// Whether this is inside the reading of a ruby, which is not part of the text.
    private var isReading = false
    public private(set) var html: [UInt8] = []
    public private(set) var text: [UInt8] = []

    private static let inline = names(
        "a abbr b bdi bdo big br cite code del dfn em i img ins kbd mark q ruby rb rt rp s samp small span strong sub sup"
            + " time tt u var wbr")
    private static let blocks = names(
        "address aside blockquote caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre"
            + " section table tbody td tfoot th thead tr ul")
    private static let formulas = names(
        "math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow"
            + " ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics")
    /// Elements that are left out, but whose content is kept.
    private static let transparent = names("article main body center font nav details summary label")
    private static let empty = names("br hr img wbr")
    private static let readings = names("rt rp")
    private static let attributes = names(
        "lang dir title alt colspan rowspan start reversed value datetime display mathvariant width height")

    private static func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    /// - Parameter parts: the elements of the note.
    init(
        _ parts: [MarkupTree.Node], of tree: MarkupTree, _ base: HrefBase, dropping dropped: [MarkupTree.Node],
        unlinking unlinked: [MarkupTree.Node]
    ) {
        self.tree = tree
        self.base = base
        self.dropped = Set(dropped)
        self.unlinked = Set(unlinked)
        let brackets = dropped.compactMap { tree.brackets(around: $0) }
        opening = Set(brackets.map(\.before))
        closing = Set(brackets.map(\.after))
        for part in parts { write(part) }
        while let last = text.last, ASCII.isSpace(last) { text.removeLast() }
    }

    private mutating func write(_ part: MarkupTree.Node) {
        tree.walk(part) { step in
            switch step {
            case .enter(let node):
                if !tree.isElement(node) {
                    tree.withBytes(of: tree.nodes[Int(node)].slice) { bytes in
                        let (start, end) = (
                            closing.contains(node) ? 1 : 0, bytes.count - (opening.contains(node) ? 1 : 0)
                        )
                        let bytes = UnsafeBufferPointer(rebasing: bytes[min(start, end)..<end])
                        if !isReading { append(bytes) }
                        for byte in bytes { appendEscaped(byte) }
                    }
                    return true
                }
                return enter(node)
            case .leave(let node):
                if let (last, name) = open.last, last == node {
                    open.removeLast()
                    if !FootnoteMarkup.empty.contains(name) { html += "</\(name)>".utf8 }
                }
                let name = tree.localName(of: node)
                if FootnoteMarkup.readings.contains(name) { isReading = false }
                if FootnoteMarkup.blocks.contains(name) { breakLine() }
            }
            return true
        }
    }

    /// - Returns: whether the content of the element is written.
    private mutating func enter(_ node: MarkupTree.Node) -> Bool {
        let name = tree.localName(of: node)
        if dropped.contains(node) { return false }
        if FootnoteMarkup.transparent.contains(name) || unlinked.contains(node) { return true }
        let isBlock = FootnoteMarkup.blocks.contains(name)
        guard isBlock || FootnoteMarkup.inline.contains(name) || FootnoteMarkup.formulas.contains(name) else {
            return false
        }
        if FootnoteMarkup.readings.contains(name) { isReading = true }
        if isBlock || name == "br" { breakLine() }
        guard name != "img" || source(of: node) != nil else { return false }
        html += "<\(name)".utf8
        var known: [String] = []
        for index in tree.attributeRange(of: node) {
            let attribute = tree.attributes[index]
            let written = tree.string(attribute.qualifiedName)
            let key = written.isEmpty ? attribute.name.rawValue : written == "xml:lang" ? "lang" : written
            guard FootnoteMarkup.attributes.contains(key), !known.contains(key) else { continue }
            known.append(key)
            append(key, tree.string(attribute.value))
        }
        if name == "a", let href = tree.linkTarget(of: node, base) { append("href", href) }
        if name == "img", let source = source(of: node) { append("src", source) }
        html.append(UInt8(ascii: ">"))
        open.append((node, name))
        return true
    }

    /// The image, if it is in the publication.
    private func source(of node: MarkupTree.Node) -> String? {
        let source = tree.imageSource(of: node).map { slice in tree.withBytes(of: slice) { base.resolve($0) } }
        return source.flatMap { Href.isAbsolute($0) || $0.hasPrefix("~") ? nil : $0 }
    }

    private mutating func append(_ name: String, _ value: String) {
        html += " \(name)=\"".utf8
        for byte in value.utf8 { appendEscaped(byte) }
        html.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): html += "&amp;".utf8
        case UInt8(ascii: "<"): html += "&lt;".utf8
        case UInt8(ascii: ">"): html += "&gt;".utf8
        case UInt8(ascii: "\""): html += "&quot;".utf8
        default: html.append(byte)
        }
    }

    // MARK: Text

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            if !ASCII.isSpace(byte) {
                text.append(byte)
            } else if let last = text.last, !ASCII.isSpace(last) {
                text.append(0x20)
            }
        }
    }

    private mutating func breakLine() {
        while text.last == 0x20 { text.removeLast() }
        if let last = text.last, last != 0x0A { text.append(0x0A) }
    }
}

extension MarkupTree {
    /// The resolved href of a link; nil if it is neither a resource nor a web page.
    public func linkTarget(of node: Node, _ base: HrefBase) -> String? {
        guard let slice = value(.href, of: node) else { return nil }
        let href = withBytes(of: slice) { base.resolve($0) }
        guard Href.isAbsolute(href) else { return href }
        let scheme = href.prefix { $0 != ":" }
        return ["http", "https", "mailto"].contains(String(scheme).asciiLowercased) ? href : nil
    }
}

extension FootnoteDocument {
    /// The content of a note without the links back that are not part of the text.  If only a number would be left, for
    /// example because the whole note is a link, words are kept.
    public func markup(of parts: [Node], back: [Node]) -> FootnoteMarkup {
        let dropped = back.filter(isLeftOut)
        let markup = FootnoteMarkup(parts, of: tree, base, dropping: dropped, unlinking: back)
        let words = dropped.filter(isWords)
        let text = String(decoding: markup.text, as: UTF8.self)
        guard !words.isEmpty, text.isEmpty || FootnoteMark.isMark(text) else { return markup }
        return FootnoteMarkup(parts, of: tree, base, dropping: dropped.filter { !words.contains($0) }, unlinking: back)
    }
}
