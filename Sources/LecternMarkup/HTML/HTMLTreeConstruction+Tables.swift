// SPDX-License-Identifier: BSD-3-Clause

/// The insertion modes in tables (HTML Standard, 13.2.6.4.9 to 15).
extension HTMLTreeConstruction {
    // MARK: Start tags

    mutating func insertInTable(_ start: Start) -> Bool {
        switch start.tag {
        case .caption:
            clear(to: .table)
            formatting.append(HTMLNodes.none)
            open(start)
            mode = .inCaption
        case .colgroup, .tbody, .tfoot, .thead:
            clear(to: .table)
            open(start)
            mode = start.tag == .colgroup ? .inColumnGroup : .inTableBody
        case .col:
            clear(to: .table)
            open(.colgroup)
            mode = .inColumnGroup
            return false
        case .td, .th, .tr:
            clear(to: .table)
            open(.tbody)
            mode = .inTableBody
            return false
        case .table:
            guard closeTable() else { return true }
            return false
        case .style, .script, .template: return insertInHead(start)
        case .input where start.token.isHidden: addEmpty(start)
        case .form:
            // Each template may contain forms: browsers do this, although the Standard does not.
            let hasTemplate = index(of: .template, in: .any) != nil
            guard form == HTMLNodes.none || hasTemplate else { return true }
            addEmpty(start)
            if !hasTemplate { form = nodes[currentNode].last }
        default: fostering { $0.insertInBody(start) }
        }
        return true
    }

    private mutating func closeTable() -> Bool {
        guard let index = index(of: .table, in: .table) else { return false }
        pop(to: index)
        resetMode()
        return true
    }

    private static let parts: Set<HTMLTag> = [.caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr, .td, .th]

    mutating func insertInCaption(_ start: Start) -> Bool {
        guard HTMLTreeConstruction.parts.contains(start.tag) else {
            insertInBody(start)
            return true
        }
        return !closeCaption()
    }

    private mutating func closeCaption() -> Bool { close(index(of: .caption, in: .table), then: .inTable) }

    /// Closes a caption or a cell, with the formatting elements that were opened inside.
    private mutating func close(_ index: Int?, then next: Mode) -> Bool {
        guard let index else { return false }
        pop(to: index)
        clearFormattingToMarker()
        mode = next
        return true
    }

    mutating func insertInColumnGroup(_ start: Start) -> Bool {
        switch start.tag {
        case .html: return mergeRoot(start)
        case .col: addEmpty(start)
        case .template: return insertInHead(start)
        default:
            guard isCurrent(.colgroup) else { return true }
            pop()
            mode = .inTable
            return false
        }
        return true
    }

    mutating func insertInTableBody(_ start: Start) -> Bool {
        switch start.tag {
        case .tr:
            clear(to: .tbody, .tfoot, .thead)
            open(start)
            mode = .inRow
            return true
        case .td, .th:
            clear(to: .tbody, .tfoot, .thead)
            open(.tr)
            mode = .inRow
            return false
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
            return !closeTableBody()
        default: return insertInTable(start)
        }
    }

    private mutating func closeTableBody() -> Bool {
        guard index(of: .tbody, .tfoot, .thead, in: .table) != nil else { return false }
        clear(to: .tbody, .tfoot, .thead)
        pop()
        mode = .inTable
        return true
    }

    mutating func insertInRow(_ start: Start) -> Bool {
        switch start.tag {
        case .td, .th:
            clear(to: .tr)
            open(start)
            mode = .inCell
            formatting.append(HTMLNodes.none)
            return true
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
            return !closeRow()
        default: return insertInTable(start)
        }
    }

    private mutating func closeRow() -> Bool {
        guard index(of: .tr, in: .table) != nil else { return false }
        clear(to: .tr)
        pop()
        mode = .inTableBody
        return true
    }

    mutating func insertInCell(_ start: Start) -> Bool {
        guard HTMLTreeConstruction.parts.contains(start.tag) else {
            insertInBody(start)
            return true
        }
        return !closeCell()
    }

    private mutating func closeCell() -> Bool { close(index(of: .td, .th, in: .table), then: .inRow) }

    // MARK: End tags

    mutating func endInTable(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) {
        switch tag {
        case .table: _ = closeTable()
        case .template: _ = endTemplate()
        case .body, .html: break
        case _ where HTMLTreeConstruction.parts.contains(tag): break
        default: fostering { $0.endInBody(tag, name) }
        }
    }

    mutating func endInCaption(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch tag {
        case .caption: _ = closeCaption()
        case .table: return !closeCaption()
        case .body, .html: break
        case _ where HTMLTreeConstruction.parts.contains(tag): break
        default: endInBody(tag, name)
        }
        return true
    }

    mutating func endInColumnGroup(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .template: return endTemplate()
        case .col: return true
        default:
            guard isCurrent(.colgroup) else { return true }
            pop()
            mode = .inTable
            return tag == .colgroup
        }
    }

    mutating func endInTableBody(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch tag {
        case .tbody, .tfoot, .thead:
            if index(of: tag, in: .table) != nil { _ = closeTableBody() }
        case .table: return !closeTableBody()
        case .body, .html: break
        case _ where HTMLTreeConstruction.parts.contains(tag): break
        default: endInTable(tag, name)
        }
        return true
    }

    mutating func endInRow(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch tag {
        case .tr: _ = closeRow()
        case .table: return !closeRow()
        case .tbody, .tfoot, .thead:
            return index(of: tag, in: .table) == nil || !closeRow()
        case .body, .html: break
        case _ where HTMLTreeConstruction.parts.contains(tag): break
        default: endInTable(tag, name)
        }
        return true
    }

    mutating func endInCell(_ tag: HTMLTag, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch tag {
        case .td, .th: _ = close(index(of: tag, in: .table), then: .inRow)
        case .table, .tbody, .tfoot, .thead, .tr:
            return index(of: tag, in: .table) == nil || !closeCell()
        case .body, .html: break
        case _ where HTMLTreeConstruction.parts.contains(tag): break
        default: endInBody(tag, name)
        }
        return true
    }
}
