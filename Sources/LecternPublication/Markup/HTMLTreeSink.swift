// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Makes a tree of tags that need not match.
///
/// An end tag closes the innermost open element of its name together with all in it, or is ignored if there is none
/// in reach.  Text and elements are never moved: they stand in the tree in the order of the source.
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

    init(builder: MarkupTreeBuilder, isXML: Bool) {
        self.builder = builder
        self.isXML = isXML
    }

    var isStopped: Bool { builder.failure != nil }

    /// The tree, which has no root if XML was to be read and there was no tag.
    mutating func finish() throws(Failure) -> MarkupTree {
        if open.count == 0 && !isXML { beginImpliedRoot() }
        return try builder.finished()
    }

    // MARK: Tags

    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
        isAfterEnd = false
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
            return .data
        }
        open.push(hash: hash, rule: rule)
        return rule.content
    }

    private mutating func begin(_ tag: HTMLStartTag) {
        builder.beginElement(tag.name)
        addAttributes(of: tag)
    }

    private mutating func addAttributes(of tag: HTMLStartTag) {
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
            if hasImpliedRoot && open.count == 1 && builder.tree.attributes.count == 0 { addAttributes(of: tag) }
            return nil
        case .head:
            if hasHead { return nil }
            hasHead = true
        case .body:
            if hasBody { return nil }
            hasBody = true
        case nil:
            break
        }
        if open.count == 0 { beginImpliedRoot() }
        if builder.current == .head && !rule.belongsInHead { close(from: open.count - 1) }
        if let index = open.outermost(rule.closes) { close(from: index) }
        // A heading does not begin right in another one.
        if rule.kinds.contains(.heading) && open.innermost(.heading) == open.count - 1 { close(from: open.count - 1) }
        return rule
    }

    private mutating func beginImpliedRoot() {
        hasImpliedRoot = true
        let name: StaticString = "html"
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let hash = HTMLElementRules.hash(of: bytes)
        builder.beginElement(bytes)
        open.push(hash: hash, rule: rules.rule(for: bytes, hash: hash))
    }

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
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
        guard let closed else { return }
        if closed == 0 || rule.part == .body {
            isAfterEnd = true
            close(from: hasBody ? max(closed, 1) + 1 : closed + 1)
        } else {
            close(from: closed)
        }
    }

    private mutating func close(from index: Int) {
        while open.count > index {
            open.pop()
            builder.endElement()
        }
    }

    // MARK: Text

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isAfterEnd || open.count == 0 {
            if bytes.allSatisfy(ASCII.isSpace) { return }
            isAfterEnd = false
            if open.count == 0 {
                if isXML { return }
                beginImpliedRoot()
            }
        }
        builder.text(bytes)
    }
}
