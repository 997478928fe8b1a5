// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel
import LecternRecordings

/// A DAISY book while it is opened: what its navigation says, what its SMIL files present, and its documents.
struct DAISYBook {
    struct Document {
        let path: String
        let title: String?
        let content: ByteBuffer
    }

    var metadata: Metadata
    /// Links to SMIL files or to documents.
    var toc: [Link] = []
    var pages: [Link] = []
    var lists: [(role: String, links: [Link])] = []
    var timeline: DAISYTimeline
    var documents: [Document] = []
    /// Other files that are made.
    var made: [(path: String, content: ByteBuffer)] = []
    /// The navigation control center or the package document.
    let root: String
    /// The files that the documents are made from.
    var sources: Set<String> = []

    private static let guides = "daisy-guide"

    consuming func opened(
        _ informal: InformalFiles, _ files: inout PublicationFiles
    ) throws(Failure) -> OpenedFormat {
        var book = self
        book.metadata.conformsTo = []
        let isText = !book.documents.isEmpty && (book.timeline.isText || !book.timeline.hasRecordings)
        return isText ? book.text(informal, &files) : try book.recordings(informal, &files)
    }

    // MARK: Text

    private mutating func text(_ informal: InformalFiles, _ files: inout PublicationFiles) -> OpenedFormat {
        var manifest = Manifest(metadata: metadata)
        manifest.metadata.layout = .reflowable
        manifest.readingOrder = documents.map {
            Link(href: PercentEncoding.encodedPath($0.path), type: MediaType.xhtml, title: $0.title)
        }
        let hrefs = manifest.readingOrder.map(\.href)
        let folder = DAISYFormat.folder(of: root)
        for (number, content) in DAISYGuide.files(timeline, hrefs) {
            let path = "\(folder)\(DAISYBook.guides)-\(number + 1).json"
            made.append((path, content))
            manifest.readingOrder[number].alternates = [
                Link(href: PercentEncoding.encodedPath(path), type: GuidedNavigationDocument.mediaType)
            ]
        }
        let known = Set(hrefs)
        setNavigation(of: &manifest, &files) { book, href, files in
            if known.contains(Href.withoutFragment(href)) { return href }
            guard let place = book.timeline.place(of: href, &files) else { return nil }
            // A recording alone belongs to the text before it.
            return book.timeline.moments[...place].last { $0.text != nil }?.text ?? hrefs.first
        }
        manifest.resources = resources(informal, takesOnlyImage: false)
        let all = documents.map { ($0.path, $0.content) } + made
        return OpenedFormat(
            container: AmendedContainer(files.container, with: all),
            publication: ParsedPublication(
                manifest: manifest, mediaType: DAISYFormat.mediaType, warnings: files.log.all))
    }

    // MARK: Recordings

    private mutating func recordings(
        _ informal: InformalFiles, _ files: inout PublicationFiles
    ) throws(Failure) -> OpenedFormat {
        var manifest = Manifest(metadata: metadata)
        manifest.metadata.conformsTo = [Profile.audiobook.rawValue]
        manifest.readingOrder = timeline.recordings.map { Link(href: $0, type: MediaType.guess(path: $0)) }
        guard !manifest.readingOrder.isEmpty else {
            throw Failure(.format, "The DAISY book has neither text nor recordings.", path: [root])
        }
        let measured = try MeasuredRecordings(manifest.readingOrder, &files)
        measured.setDurations(&manifest)
        setNavigation(of: &manifest, &files) { book, href, files in
            guard let place = book.timeline.place(of: href, &files) else { return nil }
            let clip = book.timeline.moments[place...].lazy.compactMap(\.clips.first).first
            return clip.map { clip in
                let time = clip.begin > 0 ? MediaFragment.seconds(clip.begin).map { "#t=" + $0 } ?? "" : ""
                return clip.href + time
            }
        }
        setTitles(&manifest.readingOrder, manifest.toc)
        manifest.resources = resources(informal, takesOnlyImage: true)
        var parsed = ParsedPublication(
            manifest: manifest, mediaType: DAISYFormat.mediaType, positions: .times, warnings: files.log.all)
        if !manifest.resources.contains(where: { $0.rels.contains("cover") }) {
            parsed.coverType = manifest.readingOrder.first.flatMap { measured[$0]?.picture?.mediaType }
        }
        return OpenedFormat(container: files.container, publication: parsed)
    }

    /// A recording has the title of the section that begins with it.
    private func setTitles(_ order: inout [Link], _ toc: [Link]) {
        var titles: [String: String] = [:]
        func collect(_ links: [Link]) {
            for link in links {
                if let title = link.title, titles[link.href] == nil { titles[link.href] = title }
                collect(link.children)
            }
        }
        collect(toc)
        for index in order.indices { order[index].title = titles[order[index].href] }
    }

    // MARK: Navigation

    private typealias Target = (inout DAISYBook, String, inout PublicationFiles) -> String?

    private mutating func setNavigation(
        of manifest: inout Manifest, _ files: inout PublicationFiles, target: Target
    ) {
        manifest.toc = resolved(toc, &files, target)
        for (role, links) in [("pageList", pages)] + lists {
            let links = resolved(links, &files, target)
            if !links.isEmpty { manifest.collections.append(PublicationCollection(role: role, links: links)) }
        }
        if manifest.toc.isEmpty { files.log.add(.moderate, "There is no table of contents.", [root]) }
    }

    /// Links whose targets are places in the reading order.  The parser has limited their nesting.
    private mutating func resolved(
        _ links: [Link], _ files: inout PublicationFiles, _ target: Target
    ) -> [Link] {
        var resolved: [Link] = []
        for var link in links {
            let href = link.href
            link.children = self.resolved(link.children, &files, target)
            if let found = target(&self, href, &files) ?? link.children.first?.href {
                link.href = found
                resolved.append(link)
            } else {
                files.log.add(.minor, "The target of \"\(link.title ?? "")\" is missing.", [href])
            }
        }
        return resolved
    }

    // MARK: Resources

    /// The other files of the book in its folder, such as images, style sheets, and the recordings of a text.
    private func resources(_ informal: InformalFiles, takesOnlyImage: Bool) -> [Link] {
        let folder = DAISYFormat.folder(of: root)
        let order = Set(documents.map(\.path)).union(
            takesOnlyImage ? timeline.recordings.compactMap(Href.entryPath) : [])
        let images = AudioFormat.images(informal, takesOnlyOne: takesOnlyImage)
        let own = informal.files.filter { file in
            file.path.utf8.starts(with: folder.utf8) && !order.contains(file.path) && !sources.contains(file.path)
        }
        let paths = Set(own.map(\.path))
        let others = own.filter {
            $0.kind != .image && !DAISYBook.ignored.contains(InformalFile.pathExtension(of: $0.path))
        }
        let links = others.compactMap { file in
            MediaType.guess(path: file.path).map { Link(href: PercentEncoding.encodedPath(file.path), type: $0) }
        }
        let styles = made.filter { $0.path.hasSuffix(".css") }.map {
            Link(href: PercentEncoding.encodedPath($0.path), type: "text/css")
        }
        return images.filter { Href.entryPath($0.href).map(paths.contains) ?? false } + styles + links
    }

    /// Files that are read when opening, and the labels of players.
    private static let ignored: Set<String> = [
        "smil", "opf", "ncx", "res", "xml", "dtd", "ent", "mod", "xsl", "html", "htm", "txt",
    ]
}
