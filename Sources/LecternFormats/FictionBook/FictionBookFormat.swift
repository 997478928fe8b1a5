// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// FictionBook 2.1 (FB2): one XML document with metadata, text and images.
///
/// The text becomes XHTML documents, which are read like those of an EPUB.
enum FictionBookFormat {
    /// A single document in an archive (.fb2.zip, .fbz).
    static let container = ContainerFormat(
        specification: .fb2,
        rows: [FormatTable.row([.zip, .fb2], "application/x-zip-compressed-fb2", "fbz")],
        recognizes: { candidate throws(Failure) in try document(candidate) != nil },
        open: { candidate throws(Failure) in
            guard let entry = try document(candidate) else {
                throw Failure(.format, "The archive contains no FictionBook document.")
            }
            var files = PublicationFiles(candidate.container, limits: candidate.limits)
            return try open(entry, &files, mediaType: "application/x-zip-compressed-fb2")
        })

    private static func document(_ candidate: ContainerCandidate) throws(Failure) -> ContainerEntry? {
        let files = try candidate.informalFiles().files
        guard files.count == 1, InformalFile.pathExtension(of: files[0].path) == "fb2" else { return nil }
        return files[0].entry
    }

    // MARK: A single document

    static func recognizes(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> Bool {
        let text = head.filter { $0 != 0 }
        guard text.first(where: { !ASCII.isSpace($0) && $0 < 0x80 }) == UInt8(ascii: "<") else { return false }
        let name = Array("<FictionBook".utf8)
        return hints.suggest(.fb2) || text.indices.contains { text[$0...].starts(with: name) }
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        let container = try SingleFileContainer(source, name: candidate.name, path: "book.fb2")
        var files = PublicationFiles(container, limits: opening.limits, opening.work)
        guard let entry = container.entries.first else { throw Failure(.format, "The file is empty.") }
        return try open(entry, &files, mediaType: FormatTable.fb2)
    }

    private static func open(
        _ entry: ContainerEntry, _ files: inout PublicationFiles, mediaType: String
    ) throws(Failure) -> OpenedFormat {
        let tree = try files.document(entry, keepsSpace: true, isOfEPUB: false)
        guard let root = tree.root, tree.localName(of: root).asciiLowercased == "fictionbook" else {
            throw Failure(.format, "The root element is not \"FictionBook\".", path: [entry.path])
        }
        let images = FictionBookImages(tree, root, path: entry.path, &files.log)
        var metadata = FictionBookMetadata(tree, root).metadata(
            title: FormatHints.stem(of: files.container.name))
        metadata.layout = .reflowable
        let text = FictionBookText(
            tree, root, images, title: metadata.title.text, language: metadata.languages.first,
            most: Int(clamping: files.limits.maxNesting))
        guard !text.documents.isEmpty else {
            throw Failure(.format, "The FictionBook document has no text.", path: [entry.path])
        }
        var manifest = Manifest(metadata: metadata)
        manifest.readingOrder = text.documents.map { Link(href: $0.path, type: MediaType.xhtml, title: $0.title) }
        manifest.toc = text.contents
        manifest.resources = [Link(href: FictionBookText.styleSheet.path, type: "text/css")] + images.links
        let made = text.documents.map { ($0.path, $0.content) } + [FictionBookText.styleSheet] + images.files
        return OpenedFormat(
            container: MadeContainer(name: files.container.name, made),
            publication: ParsedPublication(manifest: manifest, mediaType: mediaType, warnings: files.log.all))
    }
}
