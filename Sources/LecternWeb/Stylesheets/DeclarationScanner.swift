// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Locates the declarations of a style sheet (CSS Syntax Module Level 3).
struct DeclarationScanner {
    struct Declaration {
        let source: UnsafeBufferPointer<UInt8>
        let name: Range<Int>
        let value: Range<Int>
        /// The selectors of the rule; empty for a style attribute.
        let selectors: Range<Int>

        func text(_ range: Range<Int>) -> String {
            String(decoding: UnsafeBufferPointer(rebasing: source[range]), as: UTF8.self)
        }
    }

    private let source: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var selectors = 0..<0

    init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
    }

    @inline(__always)
    private func unit(_ position: Int) -> UInt8 { position < source.count ? source[position] : 0 }

    /// - Parameter isSheet: whether the source has rules, as opposed to bare declarations.
    mutating func read(isSheet: Bool, _ body: (Declaration) -> Void) {
        var isInRule = !isSheet
        while true {
            skipSpace()
            guard position < source.count else { return }
            switch unit(position) {
            case UInt8(ascii: "{"), UInt8(ascii: ";"): position += 1
            case UInt8(ascii: "}"):
                position += 1
                selectors = position..<position
            // "<!--", or the start of a CDATA section.
            case UInt8(ascii: "<") where unit(position + 1) == UInt8(ascii: "!"):
                position += unit(position + 2) == UInt8(ascii: "[") ? 9 : 4
            default:
                let start = position
                let name = self.name()
                let declares = declaredValue()
                let value = position
                skipValue()
                if unit(position) == UInt8(ascii: "{") {
                    selectors = start..<position
                    isInRule = true
                } else if declares, isInRule {
                    body(Declaration(source: source, name: name, value: value..<position, selectors: selectors))
                }
            }
        }
    }

    /// Reads a name, which can be empty.
    private mutating func name() -> Range<Int> {
        let start = position
        while DeclarationScanner.isNameUnit(unit(position)) { position += 1 }
        return start..<position
    }

    /// Reads the colon after a name.
    private mutating func declaredValue() -> Bool {
        skipSpace()
        guard unit(position) == UInt8(ascii: ":") else { return false }
        position += 1
        return true
    }

    /// Moves to the end of a value or of a selector list: a semicolon or a brace.
    private mutating func skipValue() {
        var depth = 0
        while position < source.count {
            switch unit(position) {
            case UInt8(ascii: ";") where depth == 0, UInt8(ascii: "{") where depth == 0, UInt8(ascii: "}"): return
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
            default: break
            }
            position = DeclarationScanner.end(of: source, at: position)
        }
    }

    private mutating func skipSpace() {
        while position < source.count {
            if ASCII.isSpace(unit(position)) {
                position += 1
            } else if DeclarationScanner.beginsComment(source, position) {
                position = DeclarationScanner.end(of: source, at: position)
            } else {
                return
            }
        }
    }

    // MARK: Tokens

    static func isNameUnit(_ unit: UInt8) -> Bool {
        ASCII.isLetter(unit) || ASCII.isDigit(unit) || unit == UInt8(ascii: "-") || unit == UInt8(ascii: "_")
            || unit >= 0x80
    }

    static func beginsComment(_ source: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        start + 1 < source.count && source[start] == UInt8(ascii: "/") && source[start + 1] == UInt8(ascii: "*")
    }

    /// The end of the token at `start`: a comment, a string, an unquoted address, a name or an escape.  Anything else
    /// is one byte.
    static func end(of source: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        let unit = source[start]
        switch unit {
        case UInt8(ascii: "/") where beginsComment(source, start):
            var next = start + 3
            while next < source.count, !(source[next] == UInt8(ascii: "/") && source[next - 1] == UInt8(ascii: "*")) {
                next += 1
            }
            return min(next + 1, source.count)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return endOfString(source, start)
        case UInt8(ascii: "\\"): return min(start + 2, source.count)
        case _ where isNameUnit(unit):
            var next = start + 1
            while next < source.count, isNameUnit(source[next]) { next += 1 }
            return endOfAddress(source, start, next) ?? next
        default: return start + 1
        }
    }

    /// A string ends at its quotation mark, or before the end of the line.
    private static func endOfString(_ source: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var next = start + 1
        while next < source.count, source[next] != source[start] {
            if source[next] == 0x0A || source[next] == 0x0D || source[next] == 0x0C { return next }
            next += source[next] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(next + 1, source.count)
    }

    /// The end of an unquoted `url(…)`, where a semicolon is plain text.
    private static func endOfAddress(_ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        guard end - start == 3, end < source.count, source[end] == UInt8(ascii: "("),
            source[start..<end].map(ASCII.lowercased) == Array("url".utf8)
        else { return nil }
        var next = end + 1
        while next < source.count, ASCII.isSpace(source[next]) { next += 1 }
        guard next < source.count, source[next] != UInt8(ascii: "\""), source[next] != UInt8(ascii: "'") else {
            return nil
        }
        while next < source.count, source[next] != UInt8(ascii: ")") {
            next += source[next] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(next + 1, source.count)
    }
}
