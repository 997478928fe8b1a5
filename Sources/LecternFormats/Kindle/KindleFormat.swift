// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Books for Mobipocket and Kindle: MOBI up to version 7 and KF8 (AZW3), in a Palm database.
///
/// Their text becomes documents, which are read like those of an EPUB.  Images stay in the file.
enum KindleFormat {
    static func recognizes(_ head: UnsafeRawBufferPointer) -> Bool {
        head.dropFirst(60).starts(with: "BOOKMOBI".utf8)
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        var database = try PalmDatabase(source, opening.limits)
        var log = WarningLog()
        let headers = try headers(&database, &log)
        let header = headers.text
        try refuseProtected(header, headers.first)
        let metadata = KindleMetadata(header)
        // The resources of a hybrid book are those of its first part.
        let start = headers.first.firstResource ?? headers.first.textRecords + 1
        let records = start < database.count ? start..<database.count : 0..<0
        let resources = try KindleResources(&database, records, &log)
        let text = try KindleText.bytes(&database, header)
        if text.starts(with: "%MOP".utf8) {
            throw Failure(.unsupported, "Print replicas of Kindle (AZW4) are not supported.")
        }
        guard !text.isEmpty else { throw Failure(.format, "The Kindle book has no text.") }
        var made = Made(Manifest(metadata: metadata.metadata(title: FormatHints.stem(of: candidate.name))), resources)
        if header.isKF8 {
            try made.add(text, &database, header, metadata.viewport, &log)
        } else {
            try made.add(text, &database, header)
        }
        made.finish(cover: metadata.cover.flatMap { resources[$0] })
        let parsed = ParsedPublication(manifest: made.manifest, mediaType: FormatTable.mobi, warnings: log.all)
        return OpenedFormat(container: MadeContainer(name: candidate.name, files: made.files), publication: parsed)
    }

    /// The header of the file, and that of the text that is read: of KF8, if the book has both forms.
    private static func headers(
        _ database: inout PalmDatabase, _ log: inout WarningLog
    ) throws(Failure) -> (first: KindleHeader, text: KindleHeader) {
        guard let record = try database.record(0) else {
            throw Failure(.format, "The first record of the Kindle book is missing.")
        }
        let first = try KindleHeader(record, at: 0)
        guard !first.isKF8, let place = first.exth.number(121), place > 0,
            let boundary = try database.record(place - 1), boundary.begins(with: "BOUNDARY"),
            let other = try database.record(place)
        else { return (first, first) }
        do throws(Failure) {
            return (first, try KindleHeader(other, at: place))
        } catch {
            log.add(.major, "The part with KF8 is damaged; the other one is read.", [])
            return (first, first)
        }
    }

    private static func refuseProtected(_ headers: KindleHeader...) throws(Failure) {
        guard let kind = headers.map(\.encryption).first(where: { $0 != 0 }) else { return }
        throw Failure(.protected, "The book is protected by the DRM of \(kind == 1 ? "Mobipocket" : "Kindle").")
    }
}

/// The manifest and the files that a book becomes.
private struct Made {
    var manifest: Manifest
    var files: [(path: String, content: MadeContainer.Content)] = []
    private var resources: KindleResources

    init(_ manifest: Manifest, _ resources: KindleResources) {
        self.manifest = manifest
        self.resources = resources
    }

    private mutating func add(_ documents: [KindleTargets.Document], _ contents: [ByteBuffer], _ type: String) {
        for (document, content) in zip(documents, contents) {
            manifest.readingOrder.append(Link(href: document.path, type: type))
            files.append((document.path, .memory(content)))
        }
    }

    private mutating func add(_ contents: KindleContents, _ targets: KindleTargets) {
        manifest.toc = contents.links(targets)
        let landmarks = contents.landmarks(targets)
        if !landmarks.isEmpty { manifest.collections = [PublicationCollection(role: "landmarks", links: landmarks)] }
    }

    // MARK: KF8

    mutating func add(
        _ text: [UInt8], _ database: inout PalmDatabase, _ header: KindleHeader,
        _ viewport: (width: Int, height: Int)?, _ log: inout WarningLog
    ) throws(Failure) {
        let book = try KF8Text(text, &database, header, &log)
        let contents = try KindleContents(&database, header, book.position)
        var writer = KF8Writer(
            book, resources, viewport: manifest.metadata.layout == .fixed ? viewport : nil)
        let targets = KindleTargets(book.text, book.documents, writer.positions().union(contents.positions))
        let documents = try writer.documents(targets).map { Made.decoded($0, header) }
        add(book.documents, documents, MediaType.xhtml)
        for (number, flow) in writer.flows.sorted(by: { $0.key < $1.key }) {
            resources.add(flow.path, flow.type, .memory(Made.decoded(writer.flow(number), header)))
        }
        add(contents, targets)
        if let spine = resources.spine { addPages(spine) }
    }

    /// The pages of spreads, in a record with the spine of the EPUB that the book was made from.
    private mutating func addPages(_ record: KindleRecord) {
        for tag in KindleTags(record.bytes) where tag.kind == .start && tag.name == "itemref" {
            let attributes = KindleTags.attributes(record.bytes, of: tag)
            func value(_ name: String) -> String? {
                attributes.first { $0.name == name }.map { String(decoding: record.bytes[$0.value], as: UTF8.self) }
            }
            guard let place = value("skelid").flatMap({ Int($0) }), manifest.readingOrder.indices.contains(place),
                let page = (value("properties") ?? "").words.compactMap({ Made.pages[$0] }).first
            else { continue }
            manifest.readingOrder[place].properties = JSONObject([.init(key: "page", value: .string(page))])
        }
    }

    private static let pages = [
        "page-spread-left": "left", "page-spread-right": "right", "rendition:page-spread-center": "center",
        "page-spread-center": "center",
    ]

    private static func decoded(_ bytes: [UInt8], _ header: KindleHeader) -> ByteBuffer {
        ByteBuffer(TextDecoding.string(bytes, charset: header.charset))
    }

    // MARK: Mobipocket

    mutating func add(_ text: [UInt8], _ database: inout PalmDatabase, _ header: KindleHeader) throws(Failure) {
        let book = MobipocketText(text)
        var contents = try KindleContents(&database, header) { position, _ in position }
        contents.add(guide: book.guide, charset: header.charset)
        if contents.contents.isEmpty, let page = contents.guide.first(where: { $0.type == "toc" }) {
            contents.add(links: book.links(from: page.position), charset: header.charset)
        }
        let targets = KindleTargets(text, book.documents, book.positions.union(contents.positions))
        let (title, language) = (manifest.metadata.title.text, manifest.metadata.languages.first)
        let head = "<link rel=\"stylesheet\" href=\"../\(MobipocketText.styleSheet.path)\">"
        let documents = book.documents(targets, resources) {
            MadeDocument.html(
                title: title, language: language, head: head,
                body: TextDecoding.string($0, charset: header.charset))
        }
        add(book.documents, documents, MediaType.html)
        resources.add(MobipocketText.styleSheet.path, "text/css", .memory(MobipocketText.styleSheet.content))
        add(contents, targets)
    }

    // MARK: Resources

    mutating func finish(cover: String?) {
        for file in resources.files {
            manifest.resources.append(
                Link(href: file.path, type: file.type, rels: file.path == cover ? ["cover"] : []))
            files.append((file.path, file.content))
        }
    }
}
