// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A text of several lines in a template: a quote, or the text of the reader.
struct NoteProse {
    /// Paragraphs of lines.
    private let paragraphs: [[String]]

    /// The number of bytes before a field that are examined.
    private static let reach = 256

    init(_ text: String) {
        var paragraphs: [[String]] = [[]]
        for line in NoteProse.lines(text) {
            if !line.isEmpty {
                paragraphs[paragraphs.count - 1].append(line)
            } else if paragraphs.last?.isEmpty == false {
                paragraphs.append([])
            }
        }
        self.paragraphs = paragraphs.filter { !$0.isEmpty }
    }

    /// Splits at every line break of Unicode.  A paragraph separator also leaves an empty line.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        let bytes = text.utf8
        var (start, at) = (bytes.startIndex, bytes.startIndex)
        while at < bytes.endIndex {
            let length = breakLength(bytes[at...])
            guard length > 0 else {
                at = bytes.index(after: at)
                continue
            }
            lines.append(String(text[start..<at]).trimmed)
            let end = bytes.index(at, offsetBy: length)
            if text[at..<end] == "\u{2029}" { lines.append("") }
            (start, at) = (end, end)
        }
        return lines + [String(text[start...]).trimmed]
    }

    /// Returns the number of bytes of the line break that a text begins with.
    private static func breakLength(_ text: Substring.UTF8View) -> Int {
        guard let first = text.first else { return 0 }
        switch first {
        case 0x0D: return text.dropFirst().first == 0x0A ? 2 : 1
        case 0x0A...0x0C: return 1
        case 0xC2: return text.starts(with: "\u{85}".utf8) ? 2 : 0
        case 0xE2: return text.starts(with: "\u{2028}".utf8) || text.starts(with: "\u{2029}".utf8) ? 3 : 0
        default: return 0
        }
    }

    // MARK: Markdown

    /// - Parameter written: the text before the field.  Each line of the field begins like its first one, such as with
    ///   `> `, so that it stays in the same quotation or list item.
    func markdown(after written: String) -> String {
        guard let start = NoteProse.lineStart(written) else { return oneLine }
        let lines = paragraphs.map { $0.map(NoteEscaping.markdown).joined(separator: "  \n" + start) }
        return lines.joined(separator: "\n" + start.trimmedEnd + "\n" + start)
    }

    private var oneLine: String { NoteEscaping.markdown(paragraphs.joined().joined(separator: " ")) }

    /// Returns text that is Markdown already, with each line in the same quotation or list item.
    static func continued(_ text: String, after written: String) -> String {
        guard let start = lineStart(written), !start.isEmpty else { return text }
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        return lines.joined(separator: "\n" + start)
    }

    /// Returns what must precede each line of a field, or nil in headings and tables, which have one line.
    private static func lineStart(_ written: String) -> String? {
        let tail = written.utf8.suffix(reach)
        let line: Substring.UTF8View
        if let last = tail.lastIndex(of: 0x0A) {
            line = tail[last...].dropFirst()
        } else {
            guard tail.count < reach else { return nil }
            line = tail
        }
        guard let first = line.first(where: { !ASCII.isSpace($0) && $0 != UInt8(ascii: ">") }) else {
            return String(Substring(line))
        }
        if first == UInt8(ascii: "#") || line.contains(UInt8(ascii: "|")) { return nil }
        // Spaces continue an item of a list; other text before the field has no effect.
        let container = line.prefix { ASCII.isSpace($0) || $0 == UInt8(ascii: ">") }
        let rest = line.dropFirst(container.count)
        let mark = rest.drop(while: ASCII.isDigit)
        let isItem =
            "-+*".utf8.contains(first) || mark.count < rest.count && mark.first.map { ".)".utf8.contains($0) } ?? false
        let width = rest.count - mark.count + 1
        guard isItem, rest.dropFirst(width).first == 0x20 else { return String(Substring(container)) }
        return String(Substring(container)) + String(repeating: " ", count: width + 1)
    }

    // MARK: HTML

    /// - Parameter written: the text before the field.  In a `p` element, paragraphs become elements.
    func html(after written: String) -> String {
        let tail = written.utf8.suffix(NoteProse.reach)
        let isInTag = tail.lastIndex(of: UInt8(ascii: "<")).map { !tail[$0...].contains(UInt8(ascii: ">")) } ?? false
        if isInTag { return paragraphs.joined().joined(separator: " ").htmlEscaped }
        let isParagraph = Substring(tail).hasSuffix("<p>")
        let texts = paragraphs.map { $0.map(\.htmlEscaped).joined(separator: "<br>\n") }
        return texts.joined(separator: isParagraph ? "</p>\n<p>" : "<br>\n<br>\n")
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        let spaces = utf8.reversed().prefix(while: ASCII.isSpace).count
        return String(Substring(utf8.dropLast(spaces)))
    }
}
