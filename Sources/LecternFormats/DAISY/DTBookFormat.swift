// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// A DTBook document alone, with the images next to it.
enum DTBookFormat {
    static func recognizes(_ head: UnsafeRawBufferPointer) -> Bool {
        let text = head.filter { $0 != 0 }
        guard text.first(where: { !ASCII.isSpace($0) && $0 < 0x80 }) == UInt8(ascii: "<") else { return false }
        let name = Array("<dtbook".utf8)
        return text.indices.contains { text[$0] == name[0] && text[$0...].starts(with: name) }
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        let path = "book.xml"
        let alone = try SingleFileContainer(source, name: candidate.name, path: path)
        var files = PublicationFiles(alone, limits: opening.limits, opening.work)
        guard let entry = alone.entries.first else { throw Failure(.format, "The file is empty.") }
        let tree = try files.document(entry, keepsSpace: true, isOfEPUB: false)
        guard let root = tree.root, DTBookText.isDTBook(tree) else {
            throw Failure(.format, "The root element is not \"dtbook\".", path: [path])
        }
        var center = NavigationControlCenter(tree, path: path, &files.log).bookMetadata(name: candidate.name)
        center.layout = .reflowable
        var number = 0
        let text = DTBookText(
            tree, path: path, number: &number, title: center.title.text, most: Int(clamping: opening.limits.maxNesting))
        guard !text.documents.isEmpty else { throw Failure(.format, "The DTBook document has no text.", path: [path]) }
        var manifest = Manifest(metadata: center)
        manifest.resources = HTMLOutline(tree, base: HrefBase(entryPath: path)).resources
        if candidate.folder == nil { manifest.resources = [] }
        let beside = try NamedFilesContainer(
            folder: candidate.folder, name: candidate.name, naming: manifest, limits: opening.limits)
        manifest.resources.removeAll { Href.entryPath($0.href).flatMap { beside.entry(at: $0) } == nil }
        manifest.resources.append(Link(href: DTBookText.styleSheetName, type: "text/css"))
        if let language = tree.attributeText(.lang, in: .xml, of: root).flatMap(LanguageTag.canonical),
            center.languages.isEmpty
        {
            manifest.metadata.languages = [language]
        }
        manifest.readingOrder = text.documents.map {
            Link(href: PercentEncoding.encodedPath($0.path), type: MediaType.xhtml, title: $0.title)
        }
        manifest.toc = Link.nested(text.headings)
        if !text.pages.isEmpty { manifest.collections = [PublicationCollection(role: "pageList", links: text.pages)] }
        let made = text.documents.map { ($0.path, $0.content) } + [(DTBookText.styleSheetName, DTBookText.styleSheet)]
        return OpenedFormat(
            container: AmendedContainer(beside, with: made),
            publication: ParsedPublication(manifest: manifest, mediaType: FormatTable.dtbook, warnings: files.log.all))
    }
}
