// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Plain text as chapters and paragraphs.
///
/// Blank lines separate paragraphs; in a text that has hardly any, each line is one.  Lines that look like headings begin
/// chapters.
struct PlainText {
    private struct Block {
        /// The lines of the text.
        var lines: Range<Int>
        /// The number of blank lines before it; many before the first one.
        var gap: Int
    }

    private let bytes: [UInt8]
    /// The lines that are not blank, as ranges of bytes without the white space around them.
    private var lines: [Range<Int>] = []
    private var blocks: [Block] = []

    /// In bytes of markup.  A longer chapter becomes several documents.
    private static let longest = 200_000
    /// The maximum number of documents.
    private static let mostDocuments = 5000
    /// Lines of this length are part of a wrapped paragraph, shorter ones are verse.
    private static let wrapped = 45

    /// - Parameter bytes: UTF-8.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var gap = 10
        var gaps = 0
        for line in PlainText.lines(bytes) {
            if line.range.isEmpty {
                gap += line.isPageEnd ? 2 : 1
                continue
            }
            if gap > 0 {
                gaps += lines.isEmpty ? 0 : 1
                blocks.append(Block(lines: lines.count..<lines.count + 1, gap: gap))
            } else if let last = blocks.indices.last {
                blocks[last].lines = blocks[last].lines.lowerBound..<lines.count + 1
            }
            lines.append(line.range)
            gap = line.isPageEnd ? 2 : 0
        }
        guard gaps * 20 <= lines.count else { return }
        blocks = lines.indices.map { Block(lines: $0..<$0 + 1, gap: $0 == 0 ? 10 : 0) }
    }

    /// All lines, without the white space around them.  A form feed ends a page.
    private static func lines(_ bytes: [UInt8]) -> some Sequence<(range: Range<Int>, isPageEnd: Bool)> {
        var place = 0
        return AnyIterator {
            guard place < bytes.count else { return nil }
            var end = place
            while end < bytes.count, !(0x0A...0x0D ~= bytes[end]) { end += 1 }
            let isPageEnd = end < bytes.count && bytes[end] == 0x0C
            let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
            let range = trimmed(place..<end, bytes)
            place = end + (isPair ? 2 : 1)
            return (range, isPageEnd)
        }
    }

    private static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        // Also without the ideographic spaces that begin paragraphs.
        while start < end {
            if bytes[start] == 0x20 || bytes[start] == 0x09 {
                start += 1
            } else if end - start >= 3, bytes[start] == 0xE3, bytes[start + 1] == 0x80, bytes[start + 2] == 0x80 {
                start += 3
            } else {
                break
            }
        }
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    private func text(_ line: Int) -> String { String(decoding: bytes[lines[line]], as: UTF8.self) }

    // MARK: Documents

    func parts(title: String) -> TextFormat.Made {
        var made = TextFormat.Made(metadata: metadata(title: title))
        var heading: String?
        var body: [UInt8] = []
        func finish() {
            guard !body.isEmpty else { return }
            let path = MadeDocument.path(made.documents.count + 1)
            let content = MadeDocument.xhtml(
                title: heading ?? made.metadata.title.text, language: nil, body: String(decoding: body, as: UTF8.self))
            made.documents.append((path, heading, content))
            if let heading { made.contents.append(Link(href: path, title: heading)) }
            body.removeAll(keepingCapacity: true)
            heading = nil
        }
        for block in blocks {
            let found = self.heading(block)
            let canDivide = made.documents.count < PlainText.mostDocuments
            if canDivide, found != nil || body.count > PlainText.longest { finish() }
            if canDivide, let found { heading = found.collapsed }
            append(block, found == nil ? "p" : "h1", to: &body)
        }
        finish()
        return made
    }

    private func append(_ block: Block, _ element: StaticString, to body: inout [UInt8]) {
        let name = UnsafeBufferPointer(start: element.utf8Start, count: element.utf8CodeUnitCount)
        let isVerse = name.count > 1 || block.lines.dropLast().contains { lines[$0].count < PlainText.wrapped }
        body.append(UInt8(ascii: "<"))
        body.append(contentsOf: name)
        body.append(contentsOf: " dir=\"auto\">".utf8)
        for line in block.lines {
            if line > block.lines.lowerBound { body.append(contentsOf: isVerse ? "<br/>\n".utf8 : "\n".utf8) }
            for byte in bytes[lines[line]] {
                switch byte {
                case UInt8(ascii: "&"): body.append(contentsOf: "&amp;".utf8)
                case UInt8(ascii: "<"): body.append(contentsOf: "&lt;".utf8)
                case UInt8(ascii: ">"): body.append(contentsOf: "&gt;".utf8)
                default: body.append(byte)
                }
            }
        }
        body.append(contentsOf: "</".utf8)
        body.append(contentsOf: name)
        body.append(contentsOf: ">\n".utf8)
    }

    // MARK: Headings

    /// The words that headings begin with, in lower case.
    private static let words: Set<String> = [
        "chapter", "part", "book", "act", "scene", "prologue", "epilogue", "preface", "foreword", "introduction",
        "conclusion", "appendix", "letter", "canto", "volume", "kapitel", "teil", "buch", "vorwort", "prolog", "epilog",
        "chapitre", "partie", "livre", "acte", "scène", "tome", "capítulo", "parte", "libro", "capitolo", "atto",
        "hoofdstuk", "глава", "часть", "книга", "том", "пролог", "эпилог",
    ]
    private static let longestHeading = 80
    /// Marks behind a number, as in 第三章.
    private static let marks: Set<Character> = ["章", "回", "節", "节", "卷", "部", "話", "话"]

    private func heading(_ block: Block) -> String? {
        guard block.lines.count <= 3, block.lines.reduce(0, { $0 + lines[$1].count }) <= PlainText.longestHeading * 4
        else { return nil }
        let text = block.lines.map(text).joined(separator: " ")
        let words = text.words
        guard text.count <= PlainText.longestHeading, let first = words.first else { return nil }
        let isNumbered = words.count > 1 || block.lines.count > 1
        if isNumbered || block.gap > 1, PlainText.words.contains(String(first.lowercased().prefix { $0.isLetter })) {
            return text
        }
        if text.first == "第", text.prefix(8).contains(where: PlainText.marks.contains) { return text }
        guard block.gap > 1, block.lines.count == 1 else { return nil }
        let isNumber = text.allSatisfy { "IVXLCDM0123456789. ".contains($0) }
        let isCapital = text.count { $0.isLetter } > 2 && text == text.uppercased() && text != text.lowercased()
        return isNumber || isCapital ? text : nil
    }

    // MARK: Metadata

    /// The lines of Project Gutenberg, such as "Title: …", at the beginning.
    private func metadata(title: String) -> Metadata {
        var found: [String: String] = [:]
        for line in lines.indices.prefix(50) where lines[line].count < 1000 {
            let parts = text(line).utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
                .map { String(Substring($0)).trimmed }
            guard parts.count == 2, ["Title", "Author"].contains(parts[0]), found[parts[0]] == nil else { continue }
            found[parts[0]] = parts[1].collapsed
        }
        let own = found["Title"].flatMap { $0.isEmpty ? nil : $0 }
        var metadata = Metadata(title: LocalizedString(own ?? title))
        if own != nil, let author = found["Author"], !author.isEmpty {
            metadata.contributors.add(Contributor(name: LocalizedString(author)), as: .author)
        }
        return metadata
    }
}
