// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The insertion mode "in body" (HTML Standard, 13.2.6.4.7).
extension HTMLTreeConstruction {
    // MARK: Start tags

    mutating func insertInBody(_ start: Start) {
        let tag = start.tag
        switch tag {
        case .html: _ = mergeRoot(start)
        case .body: mergeBody(start)
        case .frameset: replaceBody(start)
        case .frame, .head: break
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if current.language == .html, current.tag.isHeading { pop() }
            open(start)
        case .pre, .listing:
            insertBlock(start)
            skipsLineFeed = true
            mayHaveFrames = false
        case .p: insertBlock(start)
        case .form: insertForm(start)
        case .li: insertItem(start, closing: [.li])
        case .dd, .dt: insertItem(start, closing: [.dd, .dt])
        case .plaintext:
            closeParagraph()
            open(start)
            content = .plainText
        case .button:
            if let index = index(of: .button) {
                generateImpliedEndTags()
                pop(to: index)
            }
            insertPhrasing(start)
            mayHaveFrames = false
        case .a: insertAnchor(start)
        case .nobr:
            reconstructFormatting()
            if index(of: .nobr) != nil {
                adopt(.nobr, start.token.name)
                reconstructFormatting()
            }
            openFormatting(start)
        case .table:
            if !isInQuirksMode { closeParagraph() }
            open(start)
            mayHaveFrames = false
            mode = .inTable
        case .hr:
            closeParagraph()
            if index(of: .select) != nil { generateImpliedEndTags() }
            addEmpty(start)
            mayHaveFrames = false
        case .input: insertInput(start)
        case .select: insertSelect(start)
        case .optgroup, .option: insertOption(start)
        case .textarea:
            addText(start, .escapableText)
            skipsLineFeed = !start.token.isSelfClosing
            mayHaveFrames = false
        case .xmp:
            closeParagraph()
            reconstructFormatting()
            mayHaveFrames = false
            addText(start, .rawText)
        case .iframe:
            mayHaveFrames = false
            addText(start, .rawText)
        case .noembed: addText(start, .rawText)
        case .rb, .rtc, .rp, .rt:
            if index(of: .ruby) != nil {
                generateImpliedEndTags(except: tag == .rp || tag == .rt ? .rtc : nil)
            }
            open(start)
        case .math, .svg:
            reconstructFormatting()
            addForeign(start, tag == .svg ? .svg : .math)
        case .param, .source, .track: addEmpty(start)
        default: insertByTraits(start)
        }
    }

    private mutating func insertByTraits(_ start: Start) {
        let traits = start.tag.traits
        if traits.contains(.ofHead) {
            _ = insertInHead(start)
        } else if traits.contains(.block) {
            insertBlock(start)
        } else if traits.contains(.formatting) {
            reconstructFormatting()
            openFormatting(start)
        } else if traits.contains(.marks) {
            insertPhrasing(start)
            formatting.append(HTMLNodes.none)
            mayHaveFrames = false
        } else if traits.contains(.void) && !traits.contains(.ofTable) {
            reconstructFormatting()
            addEmpty(start)
            mayHaveFrames = false
        } else if !traits.contains(.ofTable) {
            insertPhrasing(start)
        }
    }

    private mutating func insertBlock(_ start: Start) {
        closeParagraph()
        open(start)
    }

    private mutating func insertPhrasing(_ start: Start) {
        reconstructFormatting()
        open(start)
    }

    private var hasTemplate: Bool { index(of: .template, in: .any) != nil }

    private mutating func mergeBody(_ start: Start) {
        guard stack.count > 1, nodes[stack[1]].tag == .body, !hasTemplate else { return }
        mayHaveFrames = false
        nodes.merge(start.token.attributes, into: stack[1])
    }

    private mutating func replaceBody(_ start: Start) {
        guard stack.count > 1, nodes[stack[1]].tag == .body, mayHaveFrames else { return }
        nodes.remove(stack[1])
        pop(to: 1)
        open(start)
        mode = .inFrameset
    }

    private mutating func insertForm(_ start: Start) {
        let hasTemplate = hasTemplate
        guard form == HTMLNodes.none || hasTemplate else { return }
        insertBlock(start)
        if !hasTemplate { form = currentNode }
    }

    private mutating func insertItem(_ start: Start, closing: [HTMLTag]) {
        mayHaveFrames = false
        for index in stack.indices.reversed().prefix(HTMLTreeConstruction.maxSearch) {
            let record = nodes[stack[index]]
            if record.language == .html, closing.contains(record.tag) {
                generateImpliedEndTags(except: record.tag)
                pop(to: index)
                break
            }
            let isTransparent = record.language == .html && [.address, .div, .p].contains(record.tag)
            if record.traits.contains(.special), !isTransparent { break }
        }
        insertBlock(start)
    }

    private mutating func insertAnchor(_ start: Start) {
        let last = formatting.lastIndex { $0 == HTMLNodes.none }.map { $0 + 1 } ?? 0
        if let anchor = formatting[last...].last(where: { nodes[$0].tag == .a }) {
            adopt(.a, start.token.name)
            formatting.removeAll { $0 == anchor }
            if let index = openIndex(of: anchor) { removeOpen(index) }
        }
        reconstructFormatting()
        openFormatting(start)
    }

    private mutating func insertInput(_ start: Start) {
        if let index = index(of: .select) { pop(to: index) }
        reconstructFormatting()
        addEmpty(start)
        if !start.token.isHidden { mayHaveFrames = false }
    }

    private mutating func insertSelect(_ start: Start) {
        if let index = index(of: .select) { return pop(to: index) }
        insertPhrasing(start)
        mayHaveFrames = false
    }

    private mutating func insertOption(_ start: Start) {
        if index(of: .select) != nil {
            generateImpliedEndTags(except: start.tag == .option ? .optgroup : nil)
        } else if isCurrent(.option) {
            pop()
        }
        insertPhrasing(start)
    }

    mutating func closeParagraph() {
        guard paragraphs > 0, let index = index(of: .p, in: .button) else { return }
        pop(to: index)
    }

    // MARK: End tags

    mutating func endInBody(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) {
        switch tag {
        case .template: _ = endTemplate()
        case .body, .html:
            guard index(of: .body) != nil else { return }
            mode = tag == .html ? .afterAfterBody : .afterBody
        case .form: endForm()
        case .p:
            if index(of: .p, in: .button) == nil { open(.p) }
            closeParagraph()
        case .li: endBlock(.li, in: .listItem)
        case .dd, .dt: endBlock(tag)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard let index = index(where: { $0.language == .html && $0.tag.isHeading }) else { return }
            pop(to: index)
        case .button, .select: endBlock(tag)
        case .br:
            reconstructFormatting()
            open(.br)
            pop()
            mayHaveFrames = false
        default:
            let traits = tag.traits
            if traits.contains(.formatting) {
                adopt(tag, name)
            } else if traits.contains(.block) {
                endBlock(tag)
            } else if traits.contains(.marks) {
                guard let index = index(of: tag) else { return }
                pop(to: index)
                clearFormattingToMarker()
            } else {
                endAny(name)
            }
        }
    }

    private mutating func endBlock(_ tag: HTMLTag, in scope: Scope = .normal) {
        if let index = index(of: tag, in: scope) { pop(to: index) }
    }

    private mutating func endForm() {
        // Unlike the Standard, browsers do not treat templates separately here.
        let node = form
        form = HTMLNodes.none
        guard node != HTMLNodes.none, let index = index(of: .form), stack[index] == node else { return }
        generateImpliedEndTags()
        if currentNode == node { return pop() }
        if let index = openIndex(of: node) { removeOpen(index) }
    }

    /// Handles any other end tag: closes its element, unless a special element is open inside.
    mutating func endAny(_ name: UnsafeBufferPointer<UInt8>) {
        for index in stack.indices.reversed().prefix(HTMLTreeConstruction.maxSearch) {
            let record = nodes[stack[index]]
            if record.language == .html, nodes.hasSameName(stack[index], as: name) { return pop(to: index) }
            if record.traits.contains(.special) { return }
        }
    }
}
