// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Builds a tree from tags that need not match.
///
/// An end tag closes the innermost open element of its name and everything inside it.  If there is no such element
/// within reach, it is ignored.  Text and elements are never moved: the tree has the order of the source.  The elements
/// that HTML implies are added: the root, the head, the body, and the parts of a table.
struct HTMLTreeSink: HTMLTokenSink {
    static let wantsAttributes = true

    private var builder: MarkupTreeBuilder
    private let isXML: Bool
    private let rules = HTMLElementRules.shared
    private var open = OpenElements()
    /// Whether the end tag of the root or the body was read.  Both stay open for content that may follow, except white
    /// space.
    private var isAfterEnd = false
    private var hasHead = false
    private var hasBody = false
    private var hasImpliedRoot = false
    /// Whether a form is open, because forms cannot be nested.
    private var hasForm = false
    /// Whether there is a frameset instead of a body, and whether there may still be one.
    private var hasFrames = false
    private var mayHaveFrames = true
    /// Whether the previous token is a `<br>` start tag.  A `</br>` right after it is its end tag, as in XHTML.
    private var isBehindBreak = false
    /// Whether text is raw text, such as that of a style sheet or a title.
    private var isInRawText = false

    init(builder: MarkupTreeBuilder, isXML: Bool) {
        self.builder = builder
        self.isXML = isXML
    }

    var isStopped: Bool { builder.failure != nil }
    var readsSections: Bool { isXML || open.language.isForeign }
    var keepsNUL: Bool { isXML || !open.language.holdsText }

    /// The tree.  It has no root if the source is XML without any tag.
    mutating func finish() throws(Failure) -> MarkupTree {
        if !isXML && !hasFrames && !hasBody {
            close(from: 1)
            beginImpliedBody()
        }
        return try builder.finished()
    }

    // MARK: Start tags

    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
        isBehindBreak = false
        isInRawText = false
        let hash = HTMLElementRules.hash(of: tag.name)
        if isXML {
            isAfterEnd = false
            begin(tag)
            if tag.isSelfClosing && open.count > 0 { builder.endElement() } else { open.push(hash: hash) }
            return .data
        }
        let rule = rules.rule(for: tag.name, hash: hash)
        if isForeign(tag, rule) {
            beginForeign(tag, hash, rule)
            return .data
        }
        guard makeRoom(for: tag, rule) else { return .data }
        isAfterEnd = false
        if rule.foreign == .svg || rule.foreign == .math {
            beginForeign(tag, hash, rule)
            return .data
        }
        begin(tag)
        if rule.isVoid || tag.isSelfClosing && open.count > 0 {
            builder.endElement()
            isBehindBreak = rule.isVoid && rule.isMadeByEndTag && !tag.isSelfClosing
            return .data
        }
        open.push(hash: hash, rule: rule)
        isInRawText = rule.content != .data
        return rule.content
    }

    private mutating func begin(_ tag: HTMLStartTag) {
        builder.beginElement(tag.name)
        for (name, value) in tag.attributes { builder.attribute(name, value) }
    }

    /// Closes the open elements that a start tag closes.
    ///
    /// - Returns: whether to add the element.
    private mutating func makeRoom(for tag: HTMLStartTag, _ rule: HTMLElementRule) -> Bool {
        if hasFrames { return isOfFrames(rule) }
        guard isInPlace(tag, rule) else { return false }
        if rule.part != .html { beginHead(rule) }
        if rule.endsSelect, let select = open.select {
            close(from: select)
            if rule.part == .select { return false }
        }
        if let index = open.outermost(rule.closes) { close(from: index) }
        if open.isInnermost(rule.replaces) { close(from: open.count - 1) }
        if !rule.closesInSelect.isEmpty && open.select != nil {
            while open.isInnermost(rule.closesInSelect) { close(from: open.count - 1) }
        }
        if !rule.belongsInHead, rule.isContent { beginImpliedBody() }
        if !rule.kinds.isDisjoint(with: .tableParts) {
            // Parts of a table are ignored outside a table.  In a template they may become part of one.
            if open.innermost(.table) == nil && open.templates == 0 { return false }
            beginTablePart(rule)
        }
        if rule.refusesFrames && mayHaveFrames { mayHaveFrames = tag.isHidden }
        return true
    }

    /// Closes the elements between the parts of a table, and adds the parts that are missing.
    private mutating func beginTablePart(_ rule: HTMLElementRule) {
        let isCell = rule.kinds.contains(.cell)
        let isInSection = isCell || rule.kinds.contains(.row)
        let around: HTMLElementRule.Kinds =
            isCell ? [.row, .section, .table] : isInSection ? [.section, .table] : .table
        if !rule.isVoid, let index = open.innermost(around) { close(from: index + 1) }
        if isInSection, open.isInnermost(.table) { beginImplied("tbody") }
        if isCell, open.isInnermost(.section) { beginImplied("tr") }
        if rule.isVoid, open.isInnermost(.table) { beginImplied("colgroup") }
    }

    /// Whether an element is allowed here: one that a document has only once, or a frameset and its frames.
    private mutating func isInPlace(_ tag: HTMLStartTag, _ rule: HTMLElementRule) -> Bool {
        switch rule.part {
        case nil, .noframes, .template, .select: return true
        case .form:
            defer { hasForm = hasForm || open.templates == 0 }
            return !hasForm || open.templates > 0
        case .html:
            guard open.count > 0 else { return true }
            // Text before the `html` tag has created an implied root.  The attributes of the tag are added to it.
            if hasImpliedRoot && open.templates == 0 {
                hasImpliedRoot = false
                for (name, value) in tag.attributes { builder.attributeOfRoot(name, value) }
            }
            return false
        case .head: return !hasHead && !hasBody && open.templates == 0
        case .body:
            if open.templates > 0 { return false }
            mayHaveFrames = false
            if hasBody { return false }
            beginHead(rule)
            hasBody = true
            return true
        case .frameset: return beginFrames()
        case .frame: return false
        }
    }

    // MARK: Frames

    /// Replaces the body by a frameset, if the body has no visible content.
    private mutating func beginFrames() -> Bool {
        guard mayHaveFrames || !hasBody, open.templates == 0 else { return false }
        beginHead(.unknown)
        close(from: 1)
        if hasBody { builder.removeLastChild() }
        hasBody = false
        hasFrames = true
        return true
    }

    /// After the outermost frameset, only `noframes` is allowed.
    private func isOfFrames(_ rule: HTMLElementRule) -> Bool {
        rule.part == .noframes || (rule.part == .frameset || rule.part == .frame) && open.count > 1
    }

    // MARK: SVG and MathML

    /// Whether a start tag belongs to SVG or MathML.  A tag that cannot belong to them closes their elements.
    private mutating func isForeign(_ tag: HTMLStartTag, _ rule: HTMLElementRule) -> Bool {
        switch open.language {
        case .html, .htmlInSVG, .htmlInMath: return false
        case .textInMath where rule.foreign != .glyph: return false
        case .annotation where rule.foreign == .svg: return false
        default:
            guard rule.foreign == .leaves || rule.foreign == .leavesIfStyled && tag.isStyled else { return true }
            leaveForeign()
            return false
        }
    }

    private mutating func beginForeign(_ tag: HTMLStartTag, _ hash: UInt32, _ rule: HTMLElementRule) {
        let isFirst = open.language.holdsText || open.language == .annotation && rule.foreign == .svg
        let language: MarkupLanguage =
            isFirst
            ? rule.foreign == .svg ? .svg : .math
            : open.language.child(rule.foreign, isHTML: tag.isOfHTML)
        begin(tag)
        if tag.isSelfClosing {
            builder.endElement()
        } else {
            let holdsHTML = language != .svg && language != .math
            open.push(hash: hash, rule: holdsHTML ? .integrationPoint : .unknown, language: language)
        }
    }

    private mutating func leaveForeign() {
        while !open.language.holdsText { close(from: open.count - 1) }
    }

    // MARK: Implied elements

    private mutating func beginImpliedRoot() {
        guard open.count == 0 else { return }
        hasImpliedRoot = true
        beginImplied("html")
    }

    /// Begins the head for an element that belongs in it, and ends the head before any other element.
    private mutating func beginHead(_ rule: HTMLElementRule) {
        beginImpliedRoot()
        if rule.part == .head {
            hasHead = true
        } else if builder.current == .head && open.count == 2 {
            if !rule.belongsInHead { close(from: open.count - 1) }
        } else if !hasHead && open.count == 1 {
            hasHead = true
            beginImplied("head")
            if !rule.belongsInHead { close(from: 1) }
        }
    }

    /// Begins the body before content of the root that does not belong in the head.
    private mutating func beginImpliedBody() {
        if hasBody || hasFrames { return }
        beginHead(.unknown)
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

    // MARK: End tags

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
        let isOfBreak = isBehindBreak
        isBehindBreak = false
        isInRawText = false
        let hash = HTMLElementRules.hash(of: name)
        if isXML {
            let closed = open.innermost(hash: hash, from: 0) { builder.isOpenElement(at: $0, named: name) }
            if let closed { end(closed, .unknown) }
            return
        }
        let rule = rules.rule(for: name, hash: hash)
        if rule.part == .form && open.templates == 0 { hasForm = false }
        if open.language.isForeign {
            if rule.isMadeByEndTag {
                leaveForeign()
            } else if let closed = open.innermost(
                hash: hash, from: open.innermostHTML + 1, where: { builder.isOpenElement(at: $0, named: name) })
            {
                return close(from: closed)
            }
        }
        // The end tag of any heading closes the innermost open heading.
        let closed =
            rule.kinds.contains(.heading)
            ? open.innermost(.heading)
            : open.innermost(hash: hash, from: open.innermost(rule.bound) ?? 0) {
                !open.isForeign($0) && builder.isOpenElement(at: $0, named: name)
            }
        if let closed { return end(closed, rule) }
        if rule.part == .body || rule.part == .html, !hasBody, open.templates == 0 { return beginImpliedBody() }
        guard rule.isMadeByEndTag, !(rule.isVoid && isOfBreak), !hasFrames else { return }
        // Before the body, only `</br>` creates an element.
        if hasBody || rule.isVoid || open.templates > 0 { addEmpty(name, hash, rule) }
    }

    private mutating func end(_ index: Int, _ rule: HTMLElementRule) {
        if index == 0 || rule.part == .body {
            // Elements that are open in the body continue with any content that follows.
            isAfterEnd = true
            if !hasBody { close(from: index + 1) }
        } else {
            close(from: index)
        }
    }

    /// Adds the empty element that a `</p>` or `</br>` without an open element creates.
    private mutating func addEmpty(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32, _ rule: HTMLElementRule) {
        beginImpliedBody()
        mayHaveFrames = mayHaveFrames && !rule.refusesFrames
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
        let isSpace = (isAfterEnd || !hasBody || mayHaveFrames) && bytes.allSatisfy(ASCII.isSpace)
        if isAfterEnd || open.count == 0 {
            if isSpace || isXML && open.count == 0 { return }
            isAfterEnd = false
        }
        if !isXML && !isInRawText && !isSpace {
            // A document with a frameset has no text.
            if hasFrames { return }
            if !hasBody { beginImpliedBody() }
            mayHaveFrames = false
        }
        builder.text(bytes)
    }
}

extension HTMLStartTag {
    private func value(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>? {
        let wanted = UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
        return attributes.first { $0.name.elementsEqual(wanted) }?.value
    }

    private func says(_ name: StaticString, _ words: StaticString...) -> Bool {
        guard let value = value(name) else { return false }
        return words.contains { word in
            value.lazy.map(ASCII.lowercased).elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }

    /// Whether this is a hidden input.
    fileprivate var isHidden: Bool { says("type", "hidden") }
    /// Whether this is a `font` element of HTML.
    fileprivate var isStyled: Bool { value("color") != nil || value("face") != nil || value("size") != nil }
    /// Whether this is an annotation of a formula that contains HTML.
    fileprivate var isOfHTML: Bool { says("encoding", "text/html", "application/xhtml+xml") }
}
