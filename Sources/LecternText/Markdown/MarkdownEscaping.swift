// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Text as CommonMark reads it: what would be markup is escaped with a backslash (CommonMark 0.31.2, 2.4).
enum MarkdownEscaping {
    /// Characters that may begin or end markup anywhere, with those of tables and strikethrough on GitHub.
    private static let marks = Array("\\`*_[]<|~".utf8)

    /// Appends text within a line.
    ///
    /// - Parameter beginsLine: whether the text is at the beginning of a line, where more characters are markup.
    static func append(_ text: ArraySlice<UInt8>, beginsLine: Bool, to line: inout [UInt8]) {
        var rest = text
        if beginsLine { beginLine(&rest, &line) }
        for (index, byte) in zip(rest.indices, rest) {
            let isReference = byte == UInt8(ascii: "&") && isReference(rest[(index + 1)...])
            let isLetter = byte == UInt8(ascii: "_") && isWithinWord(index, in: rest)
            if marks.contains(byte) && !isLetter || isReference { line.append(UInt8(ascii: "\\")) }
            line.append(byte)
        }
    }

    /// Escapes what would begin a heading, a list, a quote or a line of another block.
    private static func beginLine(_ rest: inout ArraySlice<UInt8>, _ line: inout [UInt8]) {
        guard let first = rest.first else { return }
        if "#+-=>:".utf8.contains(first) {
            line += [UInt8(ascii: "\\"), first]
            rest = rest.dropFirst()
        } else if ASCII.isDigit(first) {
            let number = rest.prefix(while: ASCII.isDigit)
            guard let mark = rest.dropFirst(number.count).first, ".)".utf8.contains(mark) else { return }
            line += number
            line += [UInt8(ascii: "\\"), mark]
            rest = rest.dropFirst(number.count + 1)
        }
    }

    /// Whether text after an ampersand makes it a character reference.
    private static func isReference(_ rest: ArraySlice<UInt8>) -> Bool {
        let name = rest.prefix(32).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "#") }
        return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: ";")
    }

    /// An underscore between letters or digits is no emphasis.
    private static func isWithinWord(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
        guard index > text.startIndex, index + 1 < text.endIndex else { return false }
        return [text[index - 1], text[index + 1]].allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
    }

    /// Code in as many backticks as are necessary.
    static func code(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let ticks = [UInt8](repeating: UInt8(ascii: "`"), count: longestRun(of: UInt8(ascii: "`"), in: text) + 1)
        let isPadded = text.first == UInt8(ascii: "`") || text.last == UInt8(ascii: "`")
        let space: [UInt8] = isPadded ? [0x20] : []
        return ticks + space + text.map { $0 == 0x0A ? 0x20 : $0 } + space + ticks
    }

    static func longestRun(of byte: UInt8, in text: ArraySlice<UInt8>) -> Int {
        var (longest, length) = (0, 0)
        for other in text {
            length = other == byte ? length + 1 : 0
            longest = max(longest, length)
        }
        return longest
    }

    /// The destination of a link or an image.
    static func address(_ href: String) -> [UInt8] {
        let isPlain = href.utf8.allSatisfy { $0 > 0x20 && !"()<>\\".utf8.contains($0) }
        if isPlain && !href.isEmpty { return Array(href.utf8) }
        var written = [UInt8(ascii: "<")]
        for byte in href.utf8 where byte != 0x0A && byte != 0x0D {
            if "<>\\".utf8.contains(byte) { written.append(UInt8(ascii: "\\")) }
            written.append(byte)
        }
        return written + [UInt8(ascii: ">")]
    }
}
