// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Markdown as one document, with its headings as contents.
enum MarkdownText {
    static func parts(_ text: String, title: String, _ cmark: CMark) throws(Failure) -> TextFormat.Made {
        let path = MadeDocument.path(1)
        let body = withIDs(try cmark.html(text.filter { $0 != "\u{0B}" && $0 != "\u{0C}" }))
        let plain = MadeDocument.xhtml(title: "", language: nil, body: body)
        let tree = try plain.withBytes { (bytes) throws(Failure) in
            try HTMLDocument.parse(bytes, keepsSpace: true, isXHTML: true)
        }.tree
        let outline = HTMLOutline(tree, base: HrefBase(entryPath: path))
        var made = TextFormat.Made(metadata: outline.metadata(title: title))
        guard body.utf8.contains(where: { !ASCII.isSpace($0) }) else { return made }
        made.documents = [
            (path, nil, MadeDocument.xhtml(title: made.metadata.title.text, language: nil, body: body))
        ]
        made.contents = outline.contents(of: path)
        return made
    }

    /// Adds an id to each heading.  In the output of cmark, "<h" always begins a heading or a rule.
    private static func withIDs(_ html: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(html.utf8.count)
        var count = 0
        var rest = html.utf8[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
            result += rest[..<place]
            rest = rest[place...]
            let tag = Array(rest.prefix(4))
            let isHeading =
                tag.count == 4 && tag[1] == UInt8(ascii: "h") && ASCII.isDigit(tag[2]) && tag[3] == UInt8(ascii: ">")
            if isHeading {
                count += 1
                result += tag.dropLast()
                result += Array(" id=\"heading-\(count)\">".utf8)
                rest = rest.dropFirst(4)
            } else {
                result.append(UInt8(ascii: "<"))
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result + Array(rest), as: UTF8.self)
    }
}
