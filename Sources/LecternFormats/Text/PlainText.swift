// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Plain text as chapters and paragraphs.
///
/// Blank lines separate paragraphs; in a text that has hardly any, each line is one.  Lines that look like headings begin
/// chapters.
struct PlainText {
    private var lines: [String]
    private let hasBlocks: Bool

    /// In bytes of markup.  A longer chapter becomes several documents.
    private static let longest = 200_000
    /// Lines of this length are part of a wrapped paragraph, shorter ones are verse.
    private static let wrapped = 45

    init(_ text: String) {
        // A form feed ends a page.
        var all: [String] = []
        let end = UInt8(ascii: "\n")
        let bytes = text.utf8
        var last: UInt8 = 0
        var line: [UInt8] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\r") || byte == end || byte == 0x0C {
                if !(byte == end && last == UInt8(ascii: "\r")) {
                    all.append(String(decoding: line, as: UTF8.self).trimmed)
                    line = []
                    if byte == 0x0C { all += ["", ""] }
                }
            } else {
                line.append(byte)
            }
            last = byte
        }
        all.append(String(decoding: line, as: UTF8.self).trimmed)
        lines = all
        let written = all.indices.filter { !all[$0].isEmpty }
        let gaps = zip(written, written.dropFirst()).count { $1 > $0 + 1 }
        hasBlocks = gaps * 20 > written.count
    }

    // MARK: Documents

    func parts(title: String) -> TextFormat.Made {
        var made = TextFormat.Made(metadata: metadata(title: title))
        var heading: String?
        var body = ""
        func finish() {
            guard !body.isEmpty else { return }
            let path = MadeDocument.path(made.documents.count + 1)
            let language = made.metadata.languages.first
            let content = MadeDocument.xhtml(title: heading ?? made.metadata.title.text, language: language, body: body)
            made.documents.append((path, heading, content))
            if let heading { made.contents.append(Link(href: path, title: heading)) }
            body = ""
            heading = nil
        }
        for block in blocks {
            if let title = PlainText.heading(block) {
                finish()
                heading = title.collapsed
                body = "<h1 dir=\"auto\">\(block.lines.map(\.htmlEscaped).joined(separator: "<br/>"))</h1>\n"
                continue
            }
            if body.utf8.count > PlainText.longest { finish() }
            body += PlainText.paragraph(block.lines)
        }
        finish()
        return made
    }

    private static func paragraph(_ lines: [String]) -> String {
        let isVerse = lines.dropLast().contains { $0.utf8.count < wrapped }
        let text = lines.map(\.htmlEscaped).joined(separator: isVerse ? "<br/>\n" : "\n")
        return "<p dir=\"auto\">\(text)</p>\n"
    }

    // MARK: Blocks

    struct Block {
        var lines: [String]
        /// The number of blank lines before it; many before the first one.
        var gap: Int
    }

    private var blocks: [Block] {
        var blocks: [Block] = []
        var gap = 10
        for line in lines {
            if line.isEmpty {
                gap += 1
                continue
            }
            if gap == 0, hasBlocks, let last = blocks.indices.last {
                blocks[last].lines.append(line)
            } else {
                blocks.append(Block(lines: [line], gap: gap))
            }
            gap = 0
        }
        return blocks
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

    private static func heading(_ block: Block) -> String? {
        let text = block.lines.joined(separator: " ")
        guard block.lines.count <= 3, text.count <= longestHeading, let first = text.words.first else { return nil }
        let word = String(first.lowercased().prefix { $0.isLetter })
        let isNumbered = text.words.count > 1 || block.lines.count > 1
        if words.contains(word), isNumbered || block.gap > 1 { return text }
        if text.first == "第", text.prefix(8).contains(where: marks.contains) { return text }
        guard block.gap > 1, block.lines.count == 1 else { return nil }
        let isNumber = text.allSatisfy { "IVXLCDM0123456789. ".contains($0) }
        let isCapital = text.count { $0.isLetter } > 2 && text == text.uppercased() && text != text.lowercased()
        return isNumber || isCapital ? text : nil
    }

    // MARK: Metadata

    /// The lines of Project Gutenberg, such as "Title: …", at the beginning.
    private func metadata(title: String) -> Metadata {
        var found: [String: String] = [:]
        for line in lines.prefix(100) {
            let parts = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).map {
                String(Substring($0)).trimmed
            }
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
