// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Parses comics that are archives or directories of images (CBZ, CBR, CB7, CBT), and single images.
///
/// No image is opened: file names determine which files are images, and their order.  Everything else is in ComicInfo.xml.
public enum ImageFormat {
    static let container = ContainerFormat(
        specification: .informalComic,
        rows: [
            FormatTable.row([.zip, .informalComic], MediaType.cbz, "cbz", aliases: ["application/x-cbz"]),
            FormatTable.row([.rar, .informalComic], MediaType.cbr, "cbr", aliases: ["application/x-cbr"]),
            FormatTable.row([.sevenZip, .informalComic], "application/x-cb7", "cb7"),
            FormatTable.row([.tar, .informalComic], "application/x-cbt", "cbt"),
        ],
        recognizes: { candidate throws(Failure) in try candidate.informalFiles().areImages },
        parse: { candidate throws(Failure) in
            try parse(candidate.container, candidate.informalFiles(), limits: candidate.limits)
        })

    static func parse(
        _ container: any Container, _ informal: InformalFiles, limits: Limits
    ) throws(Failure) -> ParsedPublication {
        let images = informal.sorted(.image)
        guard !images.isEmpty else { throw Failure(.format, "The publication contains no images.") }
        var files = PublicationFiles(container, limits: limits)
        warn(informal, &files.log)
        let title = InformalFiles.title(of: images, name: container.name)
        let comicInfo = try comicInfo(informal, &files)
        var manifest = Manifest(metadata: comicInfo?.metadata(title: title) ?? Metadata(title: title))
        manifest.metadata.conformsTo = [Profile.divina.rawValue]
        manifest.metadata.layout = .fixed
        manifest.readingOrder = images.map(\.link)
        markPages(&manifest.readingOrder, comicInfo, &files.log)
        manifest.toc = ComicContents.bookmarks(comicInfo, manifest.readingOrder)
        if manifest.toc.isEmpty { manifest.toc = ComicContents.folders(images, limits: limits) }
        return ParsedPublication(
            manifest: manifest, mediaType: MediaType.cbz, positions: .perResource, warnings: files.log.all)
    }

    /// A publication that consists of a single image.
    static func single(path: String, type: String, name: String) -> ParsedPublication {
        var manifest = Manifest(metadata: Metadata(title: LocalizedString(FormatHints.stem(of: name))))
        manifest.metadata.conformsTo = [Profile.divina.rawValue]
        manifest.metadata.layout = .fixed
        manifest.readingOrder = [Link(href: path, type: type, rels: ["cover"])]
        return ParsedPublication(manifest: manifest, mediaType: type, positions: .perResource)
    }

    private static func warn(_ informal: InformalFiles, _ log: inout WarningLog) {
        for file in informal.files where file.kind == .other || file.kind == .recording {
            log.add(.minor, "The file is not an image; it is ignored.", [file.path])
        }
    }

    // MARK: ComicInfo.xml

    /// The document that is closest to the root.  Its name is compared case-insensitively.
    private static func comicInfo(_ informal: InformalFiles, _ files: inout PublicationFiles) throws(Failure)
        -> ComicInfo?
    {
        let candidates = informal.files.filter { InformalFile.isNamed("comicinfo.xml", $0.path) }
        let depth = { (path: String) in path.utf8.count { $0 == ContainerPath.slash } }
        guard let file = candidates.min(by: { (depth($0.path), $0.path) < (depth($1.path), $1.path) }),
            let tree = try files.optionalDocument(file.entry, keepsSpace: true, severity: .moderate)
        else { return nil }
        guard let comicInfo = ComicInfo(tree) else {
            files.log.add(.minor, "The document is not a ComicInfo document; it is ignored.", [file.path])
            return nil
        }
        return comicInfo
    }

    /// Marks the cover, the start of the text, and double pages.  If no cover is given, it is the first page.
    private static func markPages(_ pages: inout [Link], _ comicInfo: ComicInfo?, _ log: inout WarningLog) {
        let cover = comicInfo?.firstPage(.frontCover)?.image ?? 0
        let start = comicInfo?.firstPage(.story)?.image
        for page in comicInfo?.pages ?? [] where !pages.indices.contains(page.image) {
            log.add(.minor, "ComicInfo.xml describes page \(page.image), which does not exist.", [])
        }
        for page in comicInfo?.pages ?? [] where pages.indices.contains(page.image) && page.isDoublePage == true {
            pages[page.image].properties["page"] = "center"
        }
        if pages.indices.contains(cover) { pages[cover].rels = ["cover"] }
        if let start, start != cover, pages.indices.contains(start) { pages[start].rels.append("start") }
    }
}
