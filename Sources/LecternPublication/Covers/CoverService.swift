// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The route of the cover (Publication Helpers and Services, `CoverService`): answered for every publication that has
/// one, and listed where no other link says which it is.
public enum CoverService {
    static let href = "~readium/cover"
    /// As services of the host are asked for it.
    static let route = "/" + href
    static let rel = "cover"

    static func answers(_ normalizedHref: String) -> Bool { ServiceRoute.matches(normalizedHref, "~readium/cover") }

    static func isRoute(_ href: String) -> Bool { ServiceRoute.isSame(href, CoverService.href) }

    static func link(type: String) -> Link { Link(href: href, type: type, rels: [rel]) }
}

extension BuiltInService {
    static let cover = BuiltInService(
        name: "cover",
        links: { publication in
            if let type = publication.coverType { return [CoverService.link(type: type)] }
            // Most books begin with a text: then there is nothing to look for.
            let chosen = CoverChoice.first(of: publication.manifest.readingOrder)
            guard let chosen, CoverChoice.linked(publication.manifest).isEmpty,
                publication.encryptions[chosen.link.href] == nil
            else { return [] }
            return [CoverService.link(type: chosen.mediaType)]
        },
        answer: { publication, href throws(Failure) in
            guard CoverService.answers(href) else { return nil }
            return try publication.builtInCover()
        })
}

/// What may be the cover, as far as links tell.
enum CoverChoice {
    case image(Link)
    /// The first page of this document.
    case pdf(Link)

    var link: Link {
        switch self {
        case .image(let link), .pdf(let link): link
        }
    }

    /// As it is served.
    fileprivate var mediaType: String {
        switch self {
        case .image(let link): link.type ?? MediaType.octetStream
        case .pdf: "image/png"
        }
    }

    /// More candidates are not tried.
    private static let most = 32

    /// Bytes of a page that is called the cover, or of a drawing, and shows nothing but an image.
    static let maxFrame: UInt64 = 16 << 10
    /// Bytes of a first page that is not called the cover.  It is read at opening, so a first chapter should not be.
    private static let maxFirstPage: UInt64 = 4 << 10

    /// In the order in which they are to be tried.
    ///
    /// - Parameter linksOfHost: of services, which know better.
    static func all(_ manifest: Manifest, _ linksOfHost: [Link]) -> [CoverChoice] {
        let linked = (linked(linksOfHost) + linked(manifest)).map { CoverChoice.image($0) }
        return linked + [first(of: manifest.readingOrder)].compactMap(\.self)
    }

    /// Documents that may show the cover, and the bytes that they have at most if they show nothing else.
    static func pages(_ manifest: Manifest) -> [(link: Link, most: UInt64)] {
        let landmarks = manifest.collections.filter { $0.role == "landmarks" }.flatMap(\.links)
        let named = landmarks.filter { $0.rels.contains(CoverService.rel) }.prefix(1).compactMap { landmark in
            manifest.readingOrder.first { $0.href == Href.path(landmark.href) }
        }
        let called = manifest.readingOrder.filter { $0.rels.contains(CoverService.rel) && !$0.isImage }.prefix(1)
        let first = manifest.readingOrder.prefix(1).map { (link: $0, most: maxFirstPage) }
        var hrefs: Set<String> = []
        return ((named + called).map { (link: $0, most: maxFrame) } + first).filter { hrefs.insert($0.link.href).inserted }
    }

    static func linked(_ manifest: Manifest) -> [Link] { linked(manifest.links(withRel: CoverService.rel)) }

    /// Images that are called a cover: bitmaps before drawings, and the largest first, as far as sizes are declared.
    private static func linked(_ links: [Link]) -> [Link] {
        let covers = links.lazy.filter { $0.rels.contains(CoverService.rel) }.flatMap { [$0] + $0.alternates }
            .filter { $0.isImage && !$0.isTemplated && !CoverService.isRoute($0.href) }
        return covers.prefix(most).enumerated()
            .sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
            .map(\.element)
    }

    /// A reading order may begin with its cover: with an image, or with a page that is one as an alternate.
    static func first(of readingOrder: [Link]) -> CoverChoice? {
        guard let first = readingOrder.first else { return nil }
        if first.type == MediaType.pdf { return .pdf(first) }
        return ([first] + first.alternates).first { MediaType.isBitmap($0.type) }.map { .image($0) }
    }
}

extension Link {
    var isImage: Bool { (type ?? MediaType.guess(path: href))?.utf8.starts(with: "image/".utf8) ?? false }

    /// Pixels, if they are declared; a drawing has none.
    fileprivate var rank: Double {
        type == "image/svg+xml" ? -1 : Double(max(0, more.width ?? 0)) * Double(max(0, more.height ?? 0))
    }
}
