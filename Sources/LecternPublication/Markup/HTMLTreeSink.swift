// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Makes a tree of tags that need not match.
///
/// An end tag closes the innermost open element of its name together with all in it, or is ignored if there is none
/// in reach.  Text and elements are never moved: they stand in the tree in the order of the source.  The elements that
/// HTML supplies around them are there: the root, the body, and the parts of a table.
struct HTMLTreeSink: HTMLTokenSink {
    static let wantsAttributes = true

    private var builder: MarkupTreeBuilder
    private let isXML: Bool
    private let rules = HTMLElementRules.shared
    private var open = OpenElements()
    /// Whether the end tag of the root or the body was read.  Both stay open for what may follow, except white space.
    private var isAfterEnd = false
    private var hasHead = false
    private var hasBody = false
    private var hasImpliedRoot = false
    /// Whether an end tag of a line break would be that of the one right in front of it, as in XHTML.
    private var isBehindBreak = false

    init(builder: MarkupTreeBuilder, isXML: Bool) {
        self.builder = builder
        self.isXML = isXML
    }

    var isStopped: Bool { builder.failure != nil }

    /// The tree, which has no root if XML was to be read and there was no tag.
    mutating func finish() throws(Failure) -> MarkupTree {
        if !isXML { beginImpliedRoot() }
        return try builder.finished()
    }

    // MARK: Tags

    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
        isAfterEnd = false
        isBehindBreak = false
        let hash = HTMLElementRules.hash(of: tag.name)
        if isXML {
            begin(tag)
            if tag.isSelfClosing && open.count > 0 { builder.endElement() } else { open.push(hash: hash) }
            return .data
        }
        guard let rule = makeRoom(for: tag, hash) else { return .data }
        begin(tag)
        if rule.isVoid || tag.isSelfClosing && open.count > 0 {
            builder.endElement()
            isBehindBreak = rule.isVoid && rule.isMadeByEndTag && !tag.isSelfClosing
            return .data
        }
        open.push(hash: hash, rule: rule)
        return rule.content
    }

    private mutating func begin(_ tag: HTMLStartTag) {
        builder.beginElement(tag.name)
        for (name, value) in tag.attributes { builder.attribute(name, value) }
    }

    /// Closes what a start tag closes.
    /// - Returns: its rule, or `nil` if it is to be left out.
    private mutating func makeRoom(for tag: HTMLStartTag, _ hash: UInt32) -> HTMLElementRule? {
        let rule = rules.rule(for: tag.name, hash: hash)
        switch rule.part {
        case .html:
            guard open.count > 0 else { return rule }
            // Text in front of it has begun the root: what it says of the document still counts.
            if hasImpliedRoot {
                hasImpliedRoot = false
                for (name, value) in tag.attributes { builder.attributeOfRoot(name, value) }
            }
            return nil
        case .head:
            if hasHead || hasBody { return nil }
            hasHead = true
        case .body:
            if hasBody { return nil }
            hasBody = true
        case .frames:
            if hasBody { return nil }
        case nil:
            break
        }
        // A part of no table is none.
        if !rule.kinds.isDisjoint(with: .tableParts) && open.innermost(.table) == nil { return nil }
        beginImpliedRoot()
        if builder.current == .head && !rule.belongsInHead { close(from: open.count - 1) }
        if let index = open.outermost(rule.closes) { close(from: index) }
        // A heading does not begin right in another one.
        if rule.kinds.contains(.heading) && isInnermost(.heading) { close(from: open.count - 1) }
        if rule.part == nil && !rule.belongsInHead { beginImpliedBody() }
        if !rule.kinds.isDisjoint(with: [.row, .cell]), isInnermost(.table) { beginImplied("tbody") }
        if rule.kinds.contains(.cell), isInnermost(.section) { beginImplied("tr") }
        return rule
    }

    private func isInnermost(_ kinds: HTMLElementRule.Kinds) -> Bool { open.innermost(kinds) == open.count - 1 }

    // MARK: What nobody wrote

    private mutating func beginImpliedRoot() {
        guard open.count == 0 else { return }
        hasImpliedRoot = true
        beginImplied("html")
    }

    /// What is in the root and belongs to no head is in the body.
    private mutating func beginImpliedBody() {
        beginImpliedRoot()
        if hasBody { return }
        if builder.current == .head { close(from: open.count - 1) }
        guard open.count == 1 else { return }
        hasBody = true
        beginImplied("body")
    }

    private mutating func beginImplied(_ name: StaticString) {
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let hash = HTMLElementRules.hash(of: bytes)
        builder.beginElement(bytes)
        open.push(hash: hash, rule: rules.rule(for: bytes, hash: hash))
    }

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
        let isOfBreak = isBehindBreak
        isBehindBreak = false
        let hash = HTMLElementRules.hash(of: name)
        var bound = 0
        var rule = HTMLElementRule.unknown
        if !isXML {
            rule = rules.rule(for: name, hash: hash)
            bound = open.innermost(rule.bound) ?? 0
        }
        // Any heading's end tag closes whatever heading is open.
        let closed = rule.kinds.contains(.heading)
            ? open.innermost(.heading)
            : open.innermost(hash: hash, from: bound) { builder.isOpenElement(at: $0, named: name) }
        guard let closed else {
            if rule.isMadeByEndTag && !(rule.isVoid && isOfBreak) { addEmpty(name, hash, rule) }
            return
        }
        if closed == 0 || rule.part == .body {
            // What is open in the body goes on with what may follow.
            isAfterEnd = true
            if !hasBody { close(from: closed + 1) }
        } else {
            close(from: closed)
        }
    }

    /// What the end tag of a paragraph is that none is open for, and that of a line break.
    private mutating func addEmpty(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32, _ rule: HTMLElementRule) {
        beginImpliedBody()
        builder.beginElement(name)
        open.push(hash: hash, rule: rule)
        close(from: open.count - 1)
    }

    private mutating func close(from index: Int) {
        while open.count > index {
            open.pop()
            builder.endElement()
        }
    }

    // MARK: Text

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
        isBehindBreak = false
        if isAfterEnd || open.count == 0 {
            if bytes.allSatisfy(ASCII.isSpace) { return }
            isAfterEnd = false
            if isXML && open.count == 0 { return }
        }
        if !isXML && !hasBody && !bytes.allSatisfy(ASCII.isSpace) { beginImpliedBody() }
        builder.text(bytes)
    }
}
