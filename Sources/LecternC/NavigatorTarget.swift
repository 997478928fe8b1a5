// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternAssets
import LecternModel
import LecternNavigator
import LecternPublication
import LecternWeb

/// The object of `lectern_navigator`: the navigator and its page, which retains the publication.
final class NavigatorTarget: HandleTarget {
    static var handleKind: HandleKind { .navigator }

    let page: WebPage

    init(_ options: JSONReader?, of publication: Publication) throws(Failure) {
        let book = OpenBook(publication)
        let navigator = try Navigator(
            book.manifest, options: options, log: publication.log, follow: book.follower,
            place: book.placer)
        page = WebPage(navigator, of: book, files: EmbeddedFiles(), version: "\(BuildInfo.version)")
    }

    static func of(_ handle: OpaquePointer?) throws(Failure) -> Navigator { try page(of: handle).navigator }

    static func page(of handle: OpaquePointer?) throws(Failure) -> WebPage {
        try HandleTable.target(handle, NavigatorTarget.self).page
    }
}

/// An open publication, as seen by its page.
private struct OpenBook: PageBook {
    let manifest: Manifest
    private let publication: Publication
    private let places: ReadingPlaces
    private let pages: PDFPages

    init(_ publication: Publication) {
        self.publication = publication
        manifest = publication.manifestOfPages()
        places = ReadingPlaces(publication)
        pages = PDFPages(publication)
    }

    func get(_ href: String) throws(Failure) -> Resource { try publication.get(href) }

    func entityTag(of resource: Resource) -> String? { publication.entityTag(of: resource) }

    func type(ofBytesOf resource: Resource) -> String? {
        guard let source = try? resource.source() else { return nil }
        return try? FormatSniffer.sniffFile(source, hints: .none)?.mediaType
    }

    func locate(_ query: LocatorQuery) throws(Failure) -> Locator { try publication.locate(query) }

    func note(_ query: LocatorQuery, isRaised: Bool) throws(Failure) -> ByteBuffer? {
        do throws(Failure) {
            var json = JSONWriter()
            try publication.writeNote(query, isRaised: isRaised, to: &json)
            return json.finish()
        } catch {
            if error.status == .notFound { return nil }
            throw error
        }
    }

    func speech(of href: String) throws(Failure) -> ByteBuffer {
        var json = JSONWriter()
        try publication.writeSpeech(of: href, to: &json)
        return json.finish()
    }

    func picture(of href: String, width: Int) throws(Failure) -> Resource {
        try publication.picture(of: href, width: width)
    }

    func picture(of href: String, page: Int, width: Int) throws(Failure) -> Resource {
        try pages.picture(of: href, page: page, width: width)
    }

    func text(of href: String, page: Int) throws(Failure) -> ByteBuffer {
        try pages.text(of: href, page: page, label: places.label(ofPage: page, in: href))
    }

    var positionCounts: [Int] { places.counts }

    func completed(_ reported: Locator) -> Locator { places.completed(reported) }

    func follower() -> (Locator) -> Locator? { places.follower() }

    func placer() -> (Locator) -> Locator? { places.placer() }

    func place(_ query: LocatorQuery) throws(Failure) -> Locator { try places.place(query) }

    func end(_ end: PageEnd, of href: String?) -> Locator? { places.end(end == .end ? 1 : 0, of: href) }

    func section(_ way: PageWay, from place: Locator?) -> Locator? {
        places.section(way == .next ? .next : .previous, from: place)
    }
}

/// The files of Sources/LecternWeb/runtime.
private struct EmbeddedFiles: RuntimeFiles {
    private static let hash = EmbeddedFile.hash(of: EmbeddedFile.ofThePage).hexadecimal

    var edition: String { EmbeddedFiles.hash }

    func file(_ name: String) -> ByteBuffer? { EmbeddedFile.file(name, in: EmbeddedFile.ofThePage) }
}
