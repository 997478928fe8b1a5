// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Finds the addresses in a style sheet or in declarations (CSS Syntax Module Level 3), and replaces those outside of
/// the book.
///
/// An address is a `url()` or a string.  A string is certainly text only in attribute selectors and in the values of
/// some properties; elsewhere it can be an address, as in `@import`, `image-set()`, and a custom property that
/// `image-set()` uses.
struct StylesheetAddresses {
    private let source: UnsafeBufferPointer<UInt8>
    private let references: BookReferences
    private var position = 0
    private var changes: [StylesheetChange] = []
    /// The open parentheses and brackets.
    private var open: [UInt8] = []
    private var rule = Rule.other
    /// The property whose value is being read.
    private var property = ""

    private enum Rule { case namespace, `import`, other }

    private static let textProperties: Set<String> = [
        "content", "quotes", "font", "font-family", "list-style", "list-style-type", "text-emphasis",
        "text-emphasis-style", "text-overflow", "hyphenate-character", "string-set", "symbols", "prefix", "suffix",
    ]

    private init(_ source: UnsafeBufferPointer<UInt8>, _ references: BookReferences) {
        self.source = source
        self.references = references
    }

    static func changes(
        in source: UnsafeBufferPointer<UInt8>, _ references: BookReferences
    ) -> [StylesheetChange] {
        // Fast path: most style attributes have neither strings nor functions.
        guard source.contains(where: { "\"'(".utf8.contains($0) }) else { return [] }
        var addresses = StylesheetAddresses(source, references)
        addresses.read()
        return addresses.changes
    }

    private func unit(_ position: Int) -> UInt8 { position < source.count ? source[position] : 0 }

    private mutating func read() {
        while position < source.count {
            let start = position
            switch source[start] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position = DeclarationScanner.end(of: source, at: start)
                readString(start..<position)
            case UInt8(ascii: "@"):
                position += 1
                rule = readRule()
            case UInt8(ascii: "("), UInt8(ascii: "["):
                open.append(source[start])
                position += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                _ = open.popLast()
                position += 1
            case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                rule = .other
                property = ""
                if source[start] != UInt8(ascii: ";") { open.removeAll() }
                position += 1
            case let unit where DeclarationScanner.isNameUnit(unit) || unit == UInt8(ascii: "\\"): readName()
            case _ where DeclarationScanner.beginsComment(source, start):
                position = DeclarationScanner.end(of: source, at: start)
            default: position += 1
            }
        }
    }

    private mutating func readRule() -> Rule {
        switch CSSEscapes.name(in: source, &position).asciiLowercased {
        case "import": .import
        case "namespace": .namespace
        default: .other
        }
    }

    private mutating func readName() {
        let start = position
        let name = CSSEscapes.name(in: source, &position)
        guard position > start else {
            position += 1
            return
        }
        if unit(position) == UInt8(ascii: "("), name.asciiLowercased == "url" { return readURL() }
        guard open.isEmpty, property.isEmpty else { return }
        var next = position
        while ASCII.isSpace(unit(next)) { next += 1 }
        if unit(next) == UInt8(ascii: ":") { property = name.asciiLowercased }
    }

    /// Handles a string that may be an address.
    private mutating func readString(_ range: Range<Int>) {
        let isText = open.isEmpty && StylesheetAddresses.textProperties.contains(property)
        guard rule != .namespace, open.last != UInt8(ascii: "["), !isText else { return }
        let end = range.count > 1 && source[range.upperBound - 1] == source[range.lowerBound] ? 1 : 0
        check(range.lowerBound + 1..<range.upperBound - end, replacing: range)
    }

    /// Handles a `url()`, from its parenthesis.
    private mutating func readURL() {
        let parenthesis = position
        var start = position + 1
        while ASCII.isSpace(unit(start)) { start += 1 }
        if unit(start) == UInt8(ascii: "\"") || unit(start) == UInt8(ascii: "'") {
            open.append(UInt8(ascii: "("))
            position = start
            return
        }
        var end = start
        while end < source.count, source[end] != UInt8(ascii: ")") {
            end += source[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        end = min(end, source.count)
        position = min(end + 1, source.count)
        if rule != .namespace { check(start..<end, replacing: parenthesis + 1..<end) }
    }

    private mutating func check(_ content: Range<Int>, replacing range: Range<Int>) {
        guard content.lowerBound <= content.upperBound else { return }
        let address = CSSEscapes.text(in: UnsafeBufferPointer(rebasing: source[content])).trimmed
        let written = references.written(address, for: rule == .import ? .sheet : .media)
        if written != address {
            changes.append(StylesheetChange(range: range, text: CSSEscapes.quoted(written ?? "about:invalid")))
        }
    }
}

/// A replacement in a style sheet.
struct StylesheetChange {
    let range: Range<Int>
    let text: String
}

/// Escape sequences (CSS Syntax Module Level 3, 4.3.7).
enum CSSEscapes {
    /// Reads a name, which can be empty.
    static func name(in source: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> String {
        let start = position
        while position < source.count {
            if DeclarationScanner.isNameUnit(source[position]) {
                position += 1
            } else if source[position] == UInt8(ascii: "\\"), position + 1 < source.count,
                !isLineEnd(source[position + 1])
            {
                position = end(of: source, at: position)
            } else {
                break
            }
        }
        return text(in: UnsafeBufferPointer(rebasing: source[start..<position]))
    }

    /// A text with its escapes resolved.
    static func text(in source: UnsafeBufferPointer<UInt8>) -> String {
        guard source.contains(UInt8(ascii: "\\")) else { return String(decoding: source, as: UTF8.self) }
        var result = String.UnicodeScalarView()
        var plain = 0
        var position = 0
        while position < source.count {
            guard source[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            result.append(contentsOf: String(decoding: source[plain..<position], as: UTF8.self).unicodeScalars)
            let end = end(of: source, at: position)
            let escaped = source[position + 1..<end]
            if let first = escaped.first, let digit = ASCII.hexValue(first) {
                var value = UInt32(digit)
                for byte in escaped.dropFirst() {
                    value = ASCII.hexValue(byte).map { value << 4 | UInt32($0) } ?? value
                }
                result.append(value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}")
            } else if let first = escaped.first, !isLineEnd(first) {
                result.append(contentsOf: String(decoding: escaped, as: UTF8.self).unicodeScalars)
            }
            position = end
            plain = end
        }
        result.append(contentsOf: String(decoding: source[plain...], as: UTF8.self).unicodeScalars)
        return String(result)
    }

    /// A quoted string in ASCII, without characters that could be markup.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", ">", "&", "'": quoted += "\\" + String(scalar.value, radix: 16) + " "
            case " "..."~": quoted.unicodeScalars.append(scalar)
            default: quoted += "\\" + String(scalar.value, radix: 16) + " "
            }
        }
        return quoted + "\""
    }

    private static func isLineEnd(_ unit: UInt8) -> Bool { unit == 0x0A || unit == 0x0D || unit == 0x0C }

    /// The end of the escape at `start`: a backslash, followed by up to six digits and a white space, or by any other
    /// character.
    private static func end(of source: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        var next = start + 1
        while next < source.count, next < start + 7, ASCII.hexValue(source[next]) != nil { next += 1 }
        if next > start + 1 {
            if next + 1 < source.count, source[next] == 0x0D, source[next + 1] == 0x0A { return next + 2 }
            return next < source.count && ASCII.isSpace(source[next]) ? next + 1 : next
        }
        return min(start + 2, source.count)
    }
}
