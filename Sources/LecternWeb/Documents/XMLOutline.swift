// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The outline of an XHTML or SVG document.  Errors in well-formedness are not repaired: a web view stops there.
struct XMLOutline {
    private enum Place { case prolog, root, head, behindHead, body }

    private let scanner: MarkupScanner
    private(set) var outline = DocumentOutline()
    private(set) var inert: [InertMarkup.Spot] = []
    /// The position of the root element.
    private(set) var rootStart: Int?
    private var place = Place.prolog
    /// The prefixes of attributes.
    private var used: Set<String> = []
    /// The start of the content of the open style element.
    private var style: Int?

    init(_ scanner: MarkupScanner) {
        self.scanner = scanner
        read()
    }

    private mutating func read() {
        var position = 0
        while true {
            let start = scanner.first(UInt8(ascii: "<"), from: position)
            guard start < scanner.count else { return }
            guard let end = readMarkup(at: start) else { return }
            position = end
        }
    }

    /// - Returns: the end of the markup at `start`; nil if there is none.
    private mutating func readMarkup(at start: Int) -> Int? {
        switch scanner.unit(start + 1) {
        case UInt8(ascii: "!"):
            if scanner.stands("--", at: start + 2) { return end("-->", from: start + 4) }
            if scanner.stands("[CDATA[", at: start + 2) { return end("]]>", from: start + 9) }
            return place == .prolog ? endOfDoctype(from: start + 2) : nil
        case UInt8(ascii: "?"):
            guard let end = end("?>", from: start + 2) else { return nil }
            if place == .prolog { noteInstruction(start + 2..<end) }
            return end
        case UInt8(ascii: "/"):
            guard let tag = scanner.tag(at: start, nameStart: start + 2) else { return nil }
            noteEnd(tag)
            return tag.end
        default:
            guard let tag = scanner.tag(at: start, nameStart: start + 1) else { return nil }
            note(tag)
            return tag.end
        }
    }

    private func end(_ text: StaticString, from start: Int) -> Int? {
        scanner.first(text, from: start).map { $0 + text.utf8CodeUnitCount }
    }

    /// The end of a document type declaration, whose internal subset may have comments, instructions and strings.
    private mutating func endOfDoctype(from start: Int) -> Int? {
        var next = start
        var isInSubset = false
        while next < scanner.count {
            switch scanner.unit(next) {
            case UInt8(ascii: ">") where !isInSubset: return next + 1
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = scanner.first(scanner.unit(next), from: next + 1)
                // The value of an entity can be elements.
                inert += InertMarkup.spots(anywhereIn: next..<end, scanner)
                next = end
            case UInt8(ascii: "<") where scanner.stands("!--", at: next + 1):
                guard let end = end("-->", from: next + 4) else { return nil }
                next = end - 1
            case UInt8(ascii: "<") where scanner.unit(next + 1) == UInt8(ascii: "?"):
                guard let end = end("?>", from: next + 2) else { return nil }
                next = end - 1
            default: break
            }
            next += 1
        }
        return nil
    }

    private mutating func noteInstruction(_ range: Range<Int>) {
        guard scanner.stands("xml-stylesheet", at: range.lowerBound) else { return }
        if let spot = InertMarkup.transformation(range, scanner) { inert.append(spot) } else { outline.isStyled = true }
    }

    private mutating func note(_ tag: MarkupScanner.Tag) {
        switch place {
        case .prolog:
            rootStart = tag.start
            outline.root = tag
            outline.headStart = tag.end
            outline.headEnd = tag.end
            place = tag.isSelfClosing || !scanner.isElement(tag, "html") ? .body : .root
        case .root:
            if scanner.isElement(tag, "head") {
                outline.head = tag
                outline.headStart = tag.end
                outline.headEnd = tag.isSelfClosing ? tag.end : nil
                place = tag.isSelfClosing ? .behindHead : .head
            } else {
                noteBody(tag)
            }
        case .behindHead: noteBody(tag)
        case .head, .body: break
        }
        if outline.note(tag, scanner), !tag.isSelfClosing, !outline.isInSVG { style = tag.end }
        inert += InertMarkup.spots(in: tag, scanner)
        for attribute in tag.attributes { notePrefix(attribute) }
    }

    private mutating func notePrefix(_ attribute: MarkupScanner.Attribute) {
        let name = scanner.slice(attribute.name)
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), used.count < XMLOutline.mostPrefixes else { return }
        let prefix = scanner.text(attribute.name.lowerBound..<attribute.name.lowerBound + colon)
        if !prefix.isEmpty, prefix.utf8.allSatisfy(ASCII.isLetter) { used.insert(prefix) }
    }

    /// More prefixes are not declared.
    private static let mostPrefixes = 32
    private static let namespaces = [
        "epub": "http://www.idpf.org/2007/ops", "xlink": "http://www.w3.org/1999/xlink",
    ]

    /// Declarations for the prefixes of attributes that the root does not declare: at an undeclared one, a web view stops
    /// reading.
    var prefixes: [(String, String)] {
        let declared = Set(outline.root?.attributes.map { scanner.text($0.name) } ?? [])
        return used.subtracting(["xml", "xmlns"]).sorted().map { ("xmlns:" + $0, $0) }
            .filter { !declared.contains($0.0) }
            .map { ($0.0, XMLOutline.namespaces[$0.1] ?? "urn:undeclared:" + $0.1) }
    }

    private mutating func noteBody(_ tag: MarkupScanner.Tag) {
        if scanner.isElement(tag, "body") { outline.body = tag }
        place = .body
    }

    private mutating func noteEnd(_ tag: MarkupScanner.Tag) {
        if place == .head, scanner.isElement(tag, "head") {
            outline.headEnd = tag.start
            place = .behindHead
        }
        if let start = style, scanner.isElement(tag, "style") {
            outline.styleElements.append(start..<tag.start)
            style = nil
        }
        outline.noteEnd(tag, scanner)
    }
}
