// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A token of a property value.
struct CSSToken {
    enum Kind: Equatable {
        /// In lower case.
        case word(String)
        /// A number and its unit in lower case.
        case number(Double, String)
        case other(UInt8)
    }

    let range: Range<Int>
    let kind: Kind

    static func first(in declaration: DeclarationScanner.Declaration) -> CSSToken? {
        var position = declaration.value.lowerBound
        return next(in: declaration, &position)
    }

    static func next(in declaration: DeclarationScanner.Declaration, _ position: inout Int) -> CSSToken? {
        let source = declaration.source
        let limit = declaration.value.upperBound
        while position < limit {
            let start = position
            let unit = source[start]
            if ASCII.isSpace(unit) {
                position += 1
                continue
            }
            position = DeclarationScanner.end(of: source, at: start)
            if DeclarationScanner.beginsComment(source, start) { continue }
            if let number = number(source, start, limit) {
                position = number.range.upperBound
                return number
            }
            let isFunction = position < limit && source[position] == UInt8(ascii: "(")
            let isEscaped = position < limit && source[position] == UInt8(ascii: "\\")
            guard DeclarationScanner.isNameUnit(unit), !isFunction, !isEscaped, position <= limit else {
                return CSSToken(range: start..<position, kind: .other(unit))
            }
            let word = declaration.text(start..<position).asciiLowercased
            return CSSToken(range: start..<position, kind: .word(word))
        }
        return nil
    }

    /// Where a declaration says that it is important.
    static func importance(in declaration: DeclarationScanner.Declaration) -> Range<Int>? {
        guard declaration.source[declaration.value].contains(UInt8(ascii: "!")) else { return nil }
        var position = declaration.value.lowerBound
        var mark: Int?
        while let token = next(in: declaration, &position) {
            if let mark, token.kind == .word("important") { return mark..<token.range.upperBound }
            mark = token.kind == .other(UInt8(ascii: "!")) ? token.range.lowerBound : nil
        }
        return nil
    }

    private static func number(
        _ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int
    ) -> CSSToken? {
        var next = start
        if source[next] == UInt8(ascii: "+") || source[next] == UInt8(ascii: "-") { next += 1 }
        let digits = next
        while next < limit, ASCII.isDigit(source[next]) || source[next] == UInt8(ascii: ".") { next += 1 }
        let text = String(decoding: UnsafeBufferPointer(rebasing: source[digits..<next]), as: UTF8.self)
        guard text.utf8.contains(where: ASCII.isDigit), text.utf8.count < 20, let value = Double(text) else {
            return nil
        }
        let unit = next
        if next < limit, source[next] == UInt8(ascii: "%") {
            next += 1
        } else {
            while next < limit, DeclarationScanner.isNameUnit(source[next]) { next += 1 }
        }
        let name = String(decoding: UnsafeBufferPointer(rebasing: source[unit..<next]), as: UTF8.self)
        let isNegative = source[start] == UInt8(ascii: "-")
        return CSSToken(range: start..<next, kind: .number(isNegative ? -value : value, name.asciiLowercased))
    }
}
