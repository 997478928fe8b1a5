// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Parses a single HTML document, with the images and style sheets next to it.
///
/// Its name or media type has to say that it is HTML: a page that begins like one but is named "book.epub" usually is an error
/// page that a server has sent instead of the book.
enum HTMLFormat {
    private static let maxSize: UInt64 = 32 << 20

    static func recognizes(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> Bool {
        guard hints.suggest(.html) else { return false }
        // Without the NUL bytes of UTF-16.
        let text = head.filter { $0 != 0 && $0 < 0x80 }.map(ASCII.lowercased).drop(while: ASCII.isSpace)
        guard text.first == UInt8(ascii: "<") else { return false }
        return !text.starts(with: "<?xml".utf8) || text.indices.contains { text[$0...].starts(with: "<html".utf8) }
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        guard try source.size() <= maxSize else {
            throw Failure(.limit, "The document is larger than \(maxSize >> 20) MB.")
        }
        let text = try source.buffer(at: 0, count: try source.size())
        let isXHTML = try FormatSniffer.content(of: source, opening.limits)?.mediaType == MediaType.xhtml
        let type = isXHTML ? MediaType.xhtml : MediaType.html
        let tree = try text.withBytes { (bytes) throws(Failure) in
            try HTMLDocument.parse(bytes, keepsSpace: true, isXHTML: isXHTML, opening.work)
        }.tree
        let name = candidate.folder == nil ? "publication." + (isXHTML ? "xhtml" : "html") : fileName(candidate)
        let outline = HTMLOutline(tree, base: HrefBase(entryPath: name))
        var manifest = Manifest(metadata: outline.metadata(title: FormatHints.stem(of: candidate.name)))
        manifest.readingOrder = [Link(href: PercentEncoding.encodedPath(name), type: type)]
        manifest.toc = outline.contents(of: manifest.readingOrder[0].href)
        manifest.resources = candidate.folder == nil ? [] : outline.resources
        let container = try NamedFilesContainer(
            folder: candidate.folder, name: candidate.name, naming: manifest, limits: opening.limits)
        manifest.resources.removeAll { Href.entryPath($0.href).flatMap { container.entry(at: $0) } == nil }
        var parsed = ParsedPublication(manifest: manifest, mediaType: type)
        if container.entry(at: name) != nil { return OpenedFormat(container: container, publication: parsed) }
        // Its bytes do not come from a file, or its path is a symbolic link.
        parsed.manifest.resources = []
        let alone = try SingleFileContainer(source, name: candidate.name, path: name)
        return OpenedFormat(container: alone, publication: parsed)
    }

    private static func fileName(_ candidate: Candidate) -> String {
        guard case .file(_, let path?) = candidate.content else { return candidate.name }
        return Candidate.lastComponent(of: path)
    }
}
