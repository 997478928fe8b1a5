// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The outline of an HTML document, as the tree construction of the HTML Standard sees it: tags of html, head and body
/// can be missing, and then the content determines where the head begins and ends.
struct HTMLOutline {
    /// The insertion modes up to the body.
    private enum Place { case beforeHTML, beforeHead, inHead, afterHead, inBody }

    private let scanner: MarkupScanner
    private(set) var outline = DocumentOutline()
    private var place = Place.beforeHTML
    /// Whether an element of the head comes after its end tag.
    private var hasLateElement = false
    private let isXHTML: Bool
    /// In XHTML, the tags of empty elements that would be start tags in HTML.
    private(set) var emptyTags: [MarkupScanner.Tag] = []

    init(_ scanner: MarkupScanner, isXHTML: Bool = false) {
        self.scanner = scanner
        self.isXHTML = isXHTML
        read()
    }

    private mutating func read() {
        var position = 0
        while true {
            let start = scanner.first(UInt8(ascii: "<"), from: position)
            if place != .inBody {
                let text = scanner.firstNonSpace(from: position, to: start)
                if text < start || start == scanner.count { beginBody(at: text) }
            }
            guard start < scanner.count else { return }
            position = readMarkup(at: start)
        }
    }

    /// - Returns: the end of the markup at `start`.
    private mutating func readMarkup(at start: Int) -> Int {
        let second = scanner.unit(start + 1)
        if ASCII.isLetter(second) {
            guard let tag = scanner.tag(at: start, nameStart: start + 1) else { return atEnd(start) }
            if place != .inBody { notePlace(tag) }
            let isCSS = outline.note(tag, scanner)
            if isXHTML, tag.isSelfClosing, !outline.isInSVG, !HTMLOutline.isVoid(scanner.text(tag.name)) {
                emptyTags.append(tag)
                return tag.end
            }
            let end = endOfContent(tag)
            if isCSS, !outline.isInSVG { outline.styleElements.append(tag.end..<end) }
            return end
        }
        switch second {
        case UInt8(ascii: "!"):
            if scanner.stands("--", at: start + 2) { return endOfComment(from: start + 4) }
            if outline.isInSVG, scanner.stands("[CDATA[", at: start + 2) {
                return scanner.first("]]>", from: start + 9).map { $0 + 3 } ?? scanner.count
            }
            return scanner.behind(UInt8(ascii: ">"), from: start + 2)
        case UInt8(ascii: "?"): return scanner.behind(UInt8(ascii: ">"), from: start + 2)
        case UInt8(ascii: "/"):
            guard ASCII.isLetter(scanner.unit(start + 2)) else {
                return scanner.behind(UInt8(ascii: ">"), from: start + 2)
            }
            guard let tag = scanner.tag(at: start, nameStart: start + 2) else { return atEnd(start) }
            noteEnd(tag)
            return tag.end
        default:
            beginBody(at: start)
            return start + 1
        }
    }

    /// The document ends within a tag, which is then ignored.
    private mutating func atEnd(_ start: Int) -> Int {
        beginBody(at: start)
        return scanner.count
    }

    private func endOfComment(from start: Int) -> Int {
        if scanner.unit(start) == UInt8(ascii: ">") { return start + 1 }
        if scanner.stands("->", at: start) { return start + 2 }
        var next = start
        while let dashes = scanner.first("--", from: next) {
            if scanner.unit(dashes + 2) == UInt8(ascii: ">") { return dashes + 3 }
            if scanner.stands("!>", at: dashes + 2) { return dashes + 4 }
            next = dashes + 1
        }
        return scanner.count
    }

    // MARK: The head

    /// Everything that does not belong in a head begins the body.
    private mutating func beginBody(at position: Int) {
        switch place {
        case .beforeHTML, .beforeHead:
            outline.headStart = position
            outline.headEnd = position
        case .inHead: outline.headEnd = position
        // The elements after the end tag become the last ones of the head.
        case .afterHead: if hasLateElement { outline.headEnd = position }
        case .inBody: break
        }
        place = .inBody
    }

    private mutating func notePlace(_ tag: MarkupScanner.Tag) {
        switch HTMLOutline.kind(scanner.text(tag.name).asciiLowercased) {
        case .html:
            guard place == .beforeHTML else { return }
            outline.root = tag
            place = .beforeHead
        case .head:
            guard place == .beforeHTML || place == .beforeHead else { return }
            outline.head = tag
            outline.headStart = tag.end
            place = .inHead
        case .metadata:
            if place == .beforeHTML || place == .beforeHead {
                outline.headStart = tag.start
                place = .inHead
            }
            if place == .afterHead { hasLateElement = true }
        case .body:
            beginBody(at: tag.start)
            outline.body = tag
        case .other: beginBody(at: tag.start)
        }
    }

    private enum Kind { case html, head, metadata, body, other }

    private static func kind(_ name: String) -> Kind {
        switch name {
        case "html": .html
        case "head": .head
        case "body": .body
        case "base", "basefont", "bgsound", "link", "meta", "title", "noscript", "noframes", "style", "script",
            "template":
            .metadata
        default: .other
        }
    }

    private mutating func noteEnd(_ tag: MarkupScanner.Tag) {
        outline.noteEnd(tag, scanner)
        guard place != .inBody else { return }
        if scanner.isElement(tag, "head"), place != .afterHead {
            if place != .inHead { outline.headStart = tag.start }
            outline.headEnd = tag.start
            place = .afterHead
        } else if ["body", "html", "br"].contains(scanner.text(tag.name).asciiLowercased) {
            beginBody(at: tag.start)
        }
    }

    /// Elements without an end tag, and those around all others, whose end tags may be missing.
    private static func isVoid(_ name: String) -> Bool {
        switch name.asciiLowercased {
        case "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta",
            "param", "source", "track", "wbr", "html", "head", "body", "svg":
            true
        default: false
        }
    }

    // MARK: Text that is not markup

    /// The position to continue from: after the content of an element that contains only text.
    private func endOfContent(_ tag: MarkupScanner.Tag) -> Int {
        // Inside an svg element, these names have no meaning for the tokenizer.
        guard !outline.isInSVG else { return tag.end }
        switch scanner.text(tag.name).asciiLowercased {
        case "style", "script", "title", "textarea", "xmp", "iframe", "noembed", "noframes":
            return endTag(of: tag.name, from: tag.end)
        case "template" where place != .inBody, "noscript" where place != .inBody:
            return endTag(of: tag.name, from: tag.end)
        case "plaintext": return scanner.count
        default: return tag.end
        }
    }

    /// Where the end tag with this name begins, or the end.
    private func endTag(of name: Range<Int>, from start: Int) -> Int {
        var next = start
        while true {
            next = scanner.first(UInt8(ascii: "<"), from: next)
            guard next < scanner.count else { return next }
            let begin = next + 2
            let end = begin + name.count
            let behind = scanner.unit(end)
            let ends = behind == UInt8(ascii: ">") || behind == UInt8(ascii: "/") || ASCII.isSpace(behind)
            if scanner.unit(next + 1) == UInt8(ascii: "/"), end < scanner.count, ends,
                zip(scanner.slice(begin..<end), scanner.slice(name)).allSatisfy({
                    ASCII.lowercased($0) == ASCII.lowercased($1)
                })
            {
                return next
            }
            next += 1
        }
    }
}
