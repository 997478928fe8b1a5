// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Plain text and Markdown, which become XHTML documents.  The name or the media type has to say that the file is one.
enum TextFormat {
    /// In bytes.  The markup that a text becomes takes a multiple of its memory; the trees of cmark even more.
    private static let maxText: UInt64 = 8 << 20
    private static let maxMarkdown: UInt64 = 2 << 20

    static func recognizes(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> Bool {
        guard hints.suggest(.text) else { return false }
        let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        return isWide || !head.contains(0)
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        let hints = FormatHints(name: candidate.name, opening.options)
        let isMarkdown = hints.suggest(.markdown)
        let most = isMarkdown ? maxMarkdown : maxText
        let size = try source.size()
        guard size <= most else { throw Failure(.limit, "The text is larger than \(most >> 20) MB.") }
        let text = try source.buffer(at: 0, count: size).withBytes { (bytes) throws(Failure) in
            try TextDecoding.withUTF8(of: bytes, as: .plain) { text in
                // XML allows no other control characters than tabs, line breaks and, here, form feeds.
                text.map { $0 < 0x20 && !(0x09...0x0D ~= $0) ? 0x20 : $0 }
            }
        }
        let name = FormatHints.stem(of: candidate.name)
        let made =
            isMarkdown
            ? try MarkdownText.parts(
                String(decoding: text, as: UTF8.self), title: name, try CMark.load(opening.context.cmark))
            : PlainText(text).parts(title: name)
        guard !made.documents.isEmpty else { throw Failure(.format, "The file has no text.") }
        var manifest = Manifest(metadata: made.metadata)
        manifest.metadata.layout = .reflowable
        manifest.readingOrder = made.documents.map { Link(href: $0.path, type: MediaType.xhtml, title: $0.title) }
        manifest.toc = made.contents
        return OpenedFormat(
            container: MadeContainer(name: candidate.name, made.documents.map { ($0.path, $0.content) }),
            publication: ParsedPublication(
                manifest: manifest, mediaType: isMarkdown ? FormatTable.markdown : FormatTable.plainText))
    }

    /// What a text becomes.
    struct Made {
        var metadata: Metadata
        var documents: [(path: String, title: String?, content: ByteBuffer)] = []
        var contents: [Link] = []
    }
}
