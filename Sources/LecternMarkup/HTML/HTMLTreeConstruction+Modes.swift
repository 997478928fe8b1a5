// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The insertion modes around the body (HTML Standard, 13.2.6.4).
extension HTMLTreeConstruction {
    // MARK: Start tags

    /// Processes a start tag of HTML.
    mutating func insert(_ start: Start) {
        // Every iteration but the last switches to another mode.
        while !insert(start, in: mode) {}
    }

    /// - Returns: whether the tag is processed; otherwise the mode has changed and the tag must be processed again.
    private mutating func insert(_ start: Start, in mode: Mode) -> Bool {
        switch mode {
        case .beforeHTML: return insertBeforeHTML(start)
        case .beforeHead: return insertBeforeHead(start)
        case .inHead: return insertInHead(start)
        case .inHeadNoscript: return insertInNoscript(start)
        case .afterHead: return insertAfterHead(start)
        case .inBody, .text: insertInBody(start)
        case .inTable: return insertInTable(start)
        case .inCaption: return insertInCaption(start)
        case .inColumnGroup: return insertInColumnGroup(start)
        case .inTableBody: return insertInTableBody(start)
        case .inRow: return insertInRow(start)
        case .inCell: return insertInCell(start)
        case .inTemplate: return insertInTemplate(start)
        case .afterBody, .afterAfterBody:
            if start.tag == .html { return mergeRoot(start) }
            self.mode = .inBody
            return false
        case .inFrameset, .afterFrameset, .afterAfterFrameset: insertInFrameset(start)
        }
        return true
    }

    private mutating func insertBeforeHTML(_ start: Start) -> Bool {
        mode = .beforeHead
        guard start.tag == .html else {
            open(.html)
            return false
        }
        open(start)
        return true
    }

    private mutating func insertBeforeHead(_ start: Start) -> Bool {
        if start.tag == .html { return mergeRoot(start) }
        if start.tag == .head { open(start) } else { open(.head) }
        head = currentNode
        mode = .inHead
        return start.tag == .head
    }

    mutating func mergeRoot(_ start: Start) -> Bool {
        guard index(of: .template, in: .any) == nil, let root = stack.first else { return true }
        nodes.merge(start.token.attributes, into: root)
        return true
    }

    mutating func insertInHead(_ start: Start) -> Bool {
        switch start.tag {
        case .html: return mergeRoot(start)
        case .title: addText(start, .escapableText)
        case .noframes, .style: addText(start, .rawText)
        case .script: addText(start, .script)
        case .noscript:
            open(start)
            mode = .inHeadNoscript
        case .template:
            open(start)
            formatting.append(HTMLNodes.none)
            mayHaveFrames = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        case .head: break
        case _ where start.tag.traits.isSuperset(of: [.ofHead, .void]): addEmpty(start)
        default:
            pop()
            mode = .afterHead
            return false
        }
        return true
    }

    private mutating func insertInNoscript(_ start: Start) -> Bool {
        switch start.tag {
        case .html: return mergeRoot(start)
        case .basefont, .bgsound, .link, .meta, .noframes, .style: return insertInHead(start)
        case .head, .noscript: return true
        default:
            pop()
            mode = .inHead
            return false
        }
    }

    private mutating func insertAfterHead(_ start: Start) -> Bool {
        switch start.tag {
        case .html: return mergeRoot(start)
        case .body:
            open(start)
            mayHaveFrames = false
            mode = .inBody
        case .frameset:
            open(start)
            mode = .inFrameset
        case .head: break
        case _ where start.tag.traits.contains(.ofHead):
            push(head)
            _ = insertInHead(start)
            if let index = openIndex(of: head) { removeOpen(index) }
        default:
            open(.body)
            mode = .inBody
            return false
        }
        return true
    }

    private mutating func insertInTemplate(_ start: Start) -> Bool {
        if start.tag.traits.contains(.ofHead) { return insertInHead(start) }
        let inner: Mode
        switch start.tag {
        case .caption, .colgroup, .tbody, .tfoot, .thead: inner = .inTable
        case .col: inner = .inColumnGroup
        case .tr: inner = .inTableBody
        case .td, .th: inner = .inRow
        default: inner = .inBody
        }
        mode = inner
        if !templateModes.isEmpty { templateModes[templateModes.count - 1] = inner }
        return false
    }

    private mutating func insertInFrameset(_ start: Start) {
        switch (start.tag, mode) {
        case (.html, _): _ = mergeRoot(start)
        case (.noframes, _): _ = insertInHead(start)
        case (.frameset, .inFrameset): open(start)
        case (.frame, .inFrameset): addEmpty(start)
        default: break
        }
    }

    // MARK: End tags

    mutating func end(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) {
        while !end(tag, name, in: mode) {}
    }

    private mutating func end(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>, in mode: Mode) -> Bool {
        switch mode {
        case .beforeHTML:
            guard [.head, .body, .html, .br].contains(tag) else { return true }
            open(.html)
            self.mode = .beforeHead
            return false
        case .beforeHead:
            if tag == .template { return endTemplate() }
            guard [.head, .body, .html, .br].contains(tag) else { return true }
            open(.head)
            head = currentNode
            self.mode = .inHead
            return false
        case .inHead:
            if tag == .template { return endTemplate() }
            guard [.head, .body, .html, .br].contains(tag) else { return true }
            pop()
            self.mode = .afterHead
            return tag == .head
        case .inHeadNoscript:
            guard tag == .noscript || tag == .br else { return true }
            pop()
            self.mode = .inHead
            return tag == .noscript
        case .afterHead:
            if tag == .template { return endTemplate() }
            guard [.body, .html, .br].contains(tag) else { return true }
            open(.body)
            self.mode = .inBody
            return false
        case .text:
            pop()
            self.mode = outerMode
        case .inBody: endInBody(tag, name)
        case .inTable: endInTable(tag, name)
        case .inCaption: return endInCaption(tag, name)
        case .inColumnGroup: return endInColumnGroup(tag)
        case .inTableBody: return endInTableBody(tag, name)
        case .inRow: return endInRow(tag, name)
        case .inCell: return endInCell(tag, name)
        case .inTemplate: return tag == .template ? endTemplate() : true
        case .afterBody:
            self.mode = tag == .html ? .afterAfterBody : .inBody
            return tag == .html
        case .afterAfterBody:
            self.mode = .inBody
            return false
        case .inFrameset:
            guard tag == .frameset, stack.count > 1 else { return true }
            pop()
            if !isCurrent(.frameset) { self.mode = .afterFrameset }
        case .afterFrameset: if tag == .html { self.mode = .afterAfterFrameset }
        case .afterAfterFrameset: break
        }
        return true
    }

    mutating func endTemplate() -> Bool {
        guard let index = index(of: .template, in: .any) else { return true }
        pop(to: index)
        clearFormattingToMarker()
        if !templateModes.isEmpty { templateModes.removeLast() }
        resetMode()
        return true
    }

    /// Resets the insertion mode appropriately (13.2.4.1).
    mutating func resetMode() {
        for index in stack.indices.reversed().prefix(HTMLTreeConstruction.maxSearch) {
            let record = nodes[stack[index]]
            guard record.language == .html else { continue }
            switch record.tag {
            case .td, .th: mode = .inCell
            case .tr: mode = .inRow
            case .tbody, .thead, .tfoot: mode = .inTableBody
            case .caption: mode = .inCaption
            case .colgroup: mode = .inColumnGroup
            case .table: mode = .inTable
            case .template: mode = templateModes.last ?? .inBody
            case .head: mode = .inHead
            case .body: mode = .inBody
            case .frameset: mode = .inFrameset
            case .html: mode = head == HTMLNodes.none ? .beforeHead : .afterHead
            default: continue
            }
            return
        }
        mode = .inBody
    }

    /// Ends the document: adds the elements that every document has.
    mutating func endDocument() {
        if mode == .text {
            pop()
            mode = outerMode
        }
        while let index = index(of: .template, in: .any) {
            pop(to: index)
            if !templateModes.isEmpty { templateModes.removeLast() }
            resetMode()
        }
        if stack.isEmpty { open(.html) }
        if head == HTMLNodes.none {
            open(.head)
            head = currentNode
        }
        guard [.beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead].contains(mode) else { return }
        pop(to: 1)
        open(.body)
    }

    // MARK: Text

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, in mode: Mode) {
        let spaces = text.prefix(while: ASCII.isSpace)
        let space = UnsafeBufferPointer(rebasing: spaces)
        let rest = UnsafeBufferPointer(rebasing: text[spaces.endIndex...])
        switch mode {
        case .text: return insert(text)
        case .inBody, .inCaption, .inCell, .inTemplate: return bodyCharacters(text)
        case .inTable, .inTableBody, .inRow:
            if current.traits.contains(.fosters) { return collectTableText(text) }
            return fostering { $0.bodyCharacters(text) }
        case .inFrameset, .afterFrameset, .afterAfterFrameset:
            // A document with frames has no text.
            return insertSpaces(of: text)
        case .beforeHTML, .beforeHead: break
        case .inHead, .inHeadNoscript, .afterHead, .inColumnGroup: insert(space)
        case .afterBody, .afterAfterBody: insert(space)
        }
        guard !rest.isEmpty else { return }
        switch mode {
        case .beforeHTML:
            open(.html)
            self.mode = .beforeHead
        case .beforeHead:
            open(.head)
            head = currentNode
            self.mode = .inHead
        case .inHead:
            pop()
            self.mode = .afterHead
        case .inHeadNoscript:
            pop()
            self.mode = .inHead
        case .afterHead:
            open(.body)
            self.mode = .inBody
        case .inColumnGroup:
            guard isCurrent(.colgroup) else { return insertSpaces(of: rest) }
            pop()
            self.mode = .inTable
        default: self.mode = .inBody
        }
        characters(rest, in: self.mode)
    }

    private mutating func insertSpaces(of text: UnsafeBufferPointer<UInt8>) {
        for index in text.indices where ASCII.isSpace(text[index]) {
            insert(UnsafeBufferPointer(rebasing: text[index...index]))
        }
    }

    mutating func bodyCharacters(_ text: UnsafeBufferPointer<UInt8>) {
        guard !text.isEmpty else { return }
        reconstructFormatting()
        insert(text)
        if mayHaveFrames, !text.allSatisfy(ASCII.isSpace) { mayHaveFrames = false }
    }
}
