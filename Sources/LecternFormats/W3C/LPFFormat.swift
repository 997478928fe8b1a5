// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Parses packages of the W3C: a publication manifest and its resources in a ZIP archive (Lightweight Packaging Format;
/// Publication Manifest; Audiobooks).
///
/// The manifest is translated to a Readium manifest, which is then parsed.
public enum LPFFormat {
    static let manifestPath = "publication.json"
    static let entryPagePath = "index.html"

    static let container = ContainerFormat(
        specification: .lpf,
        rows: [FormatTable.row([.zip, .lpf], MediaType.lpf, "lpf")],
        recognizes: { $0.has("publication.json") },
        parse: { candidate throws(Failure) in
            try parse(candidate.container, limits: candidate.limits, kept: candidate.kept)
        })

    public static func parse(
        _ container: any Container, limits: Limits, kept: KeptRecordings? = nil
    ) throws(Failure) -> ParsedPublication {
        var files = PublicationFiles(container, limits: limits)
        let page = try EntryPage(&files)
        let (json, path) = try manifest(page, &files)
        guard let object = json.value.object else {
            throw Failure(.format, "Expected an object, found \(json.value.found).", path: json.path)
        }
        var translation = W3CManifest(object, page: page, base: HrefBase(entryPath: path))
        let translated = JSONReader(.object(translation.translated()), source: path)
        var publication = try ReadiumFormat.parse(
            translated, files: container, name: container.name, limits: limits, kept: kept)
        publication.manifest.toc = try contents(publication.manifest, page, &files)
        if publication.manifest.readingOrder.allAre(.audio) {
            publication.manifest.metadata.conformsTo.append(Profile.audiobook.rawValue)
        }
        publication.mediaType = MediaType.lpf
        publication.warnings += files.log.all
        return publication
    }

    /// The manifest, which is a separate file or embedded in the entry page.
    private static func manifest(
        _ page: EntryPage?, _ files: inout PublicationFiles
    ) throws(Failure) -> (json: JSONReader, path: String) {
        let linked = page?.manifestPath.flatMap { files.container.entry(at: $0) }
        if let entry = files.container.entry(at: manifestPath) ?? linked {
            try ReadiumFormat.checkSize(entry.length, path: entry.path)
            return (try ReadiumFormat.json(try files.read(entry), path: entry.path, files.limits), entry.path)
        }
        guard let text = page?.embeddedManifest else {
            throw Failure(
                .format, "There is neither a publication.json nor an index.html with a manifest.", path: [manifestPath])
        }
        return (try ReadiumFormat.json(ByteBuffer(text), path: entryPagePath, files.limits), entryPagePath)
    }

    /// The table of contents, a list in the resource with that relation, or in the entry page.  (Publication Manifest, C)
    private static func contents(
        _ manifest: Manifest, _ page: EntryPage?, _ files: inout PublicationFiles
    ) throws(Failure) -> [Link] {
        let link = (manifest.readingOrder + manifest.resources).first { $0.rels.contains("contents") }
        var tree = page?.tree
        var path = entryPagePath
        if let link, let entry = Href.entryPath(link.href).flatMap({ files.container.entry(at: $0) }) {
            tree = try HTMLPage.tree(entry, &files) ?? tree
            path = entry.path
        }
        guard let tree else { return [] }
        return NavigationDocument.contents(tree, base: HrefBase(entryPath: path), limits: files.limits, &files.log)
    }
}

/// An HTML page, parsed as in a browser.
enum HTMLPage {
    /// Returns nil with a warning if it cannot be read.
    static func tree(_ entry: ContainerEntry, _ files: inout PublicationFiles) throws(Failure) -> MarkupTree? {
        do throws(Failure) {
            try PublicationFiles.checkSize(of: entry)
            return try files.read(entry).withBytes { (bytes) throws(Failure) in
                try HTMLDocument.parse(bytes, keepsSpace: true, xml: false)
            }
        } catch {
            if error.isOfSource { throw error }
            files.log.add(.moderate, error.message, error.path)
            return nil
        }
    }
}

/// The primary entry page of a publication (Publication Manifest, 2.3).
struct EntryPage {
    let tree: MarkupTree
    /// The file that it links to as the manifest.
    private(set) var manifestPath: String?
    /// The embedded manifest.
    private(set) var embeddedManifest: String?

    init?(_ files: inout PublicationFiles) throws(Failure) {
        guard let entry = files.container.entry(at: LPFFormat.entryPagePath),
            let tree = try HTMLPage.tree(entry, &files), let root = tree.root
        else { return nil }
        self.tree = tree
        let link = tree.descendants(of: root, named: .link).first {
            (tree.attributeText(.rel, of: $0) ?? "").words.contains("publication")
        }
        guard let href = link.flatMap({ tree.attributeText(.href, of: $0) }) else { return }
        if let id = Href.fragment(href), Href.path(href).isEmpty {
            let script = tree.descendants(of: root, named: .script).first {
                tree.attributeText(.id, of: $0) == String(id)
            }
            embeddedManifest = script.map { tree.text(of: $0) }
        } else {
            manifestPath = Href.entryPath(HrefBase(entryPath: entry.path).resolve(href))
        }
    }

    var title: String? {
        guard let root = tree.root else { return nil }
        let text = tree.descendants(of: root, named: .title).first.map { tree.collapsedText(of: $0) }
        return text?.isEmpty == false ? text : nil
    }
}
