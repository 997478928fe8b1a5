// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The route of the cover (Publication Helpers and Services, `CoverService`).  It works for every publication with a
/// cover, and is listed if no other link determines the cover.
public enum CoverService {
    static let href = "~readium/cover"
    /// The form in which services of the host receive it.
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
            // Most books begin with text and need no link.
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

/// A candidate for the cover, as far as links determine it.
enum CoverChoice {
    case image(Link)
    /// The first page of this document.
    case pdf(Link)
    /// The picture embedded in this recording.
    case recording(Link)

    var link: Link {
        switch self {
        case .image(let link), .pdf(let link), .recording(let link): link
        }
    }

    /// The media type of the cover.
    fileprivate var mediaType: String {
        switch self {
        case .image(let link): link.type ?? MediaType.octetStream
        case .pdf: "image/png"
        case .recording: MediaType.octetStream
        }
    }

    /// The maximum number of candidates.
    private static let most = 32

    /// The maximum size in bytes of a cover page, or of a drawing, that only shows an image.
    static let maxFrame: UInt64 = 16 << 10
    /// The maximum size in bytes of a first page that is not declared as the cover.  It is read on opening, which
    /// should not read a first chapter.
    private static let maxFirstPage: UInt64 = 4 << 10

    /// The candidates in the order in which they are tried.
    ///
    /// - Parameter linksOfHost: the links of services of the host, which take precedence.
    static func all(_ manifest: Manifest, _ linksOfHost: [Link]) -> [CoverChoice] {
        var ofHost: [Link] = []
        add(linked: linksOfHost, to: &ofHost)
        let linked = (ofHost + linked(manifest)).map { CoverChoice.image($0) }
        let recording = manifest.readingOrder.first.flatMap {
            LinkFilter.Kind.audio.includes($0.type) ? CoverChoice.recording($0) : nil
        }
        return linked + [first(of: manifest.readingOrder), recording].compactMap(\.self)
    }

    /// Documents that may show the cover, with the maximum size of a document that shows only an image.
    static func pages(_ manifest: Manifest) -> [(link: Link, most: UInt64)] {
        var pages: [(link: Link, most: UInt64)] = []
        func add(_ link: Link?, _ most: UInt64) {
            guard let link, !pages.contains(where: { $0.link.href == link.href }) else { return }
            pages.append((link, most))
        }
        let order = manifest.readingOrder
        let others = manifest.resources
        func first(where isOne: (Link) -> Bool) -> Link? {
            order.place(where: isOne).map { order[$0] } ?? others.place(where: isOne).map { others[$0] }
        }
        for landmarks in manifest.collections where landmarks.role == "landmarks" {
            guard let landmark = landmarks.links.first(where: { $0.rels.contains(CoverService.rel) }) else { continue }
            let path = String(Href.path(landmark.href))
            add(first { $0.href == path }, maxFrame)
            break
        }
        add(first { $0.isCover && !$0.isImage }, maxFrame)
        add(order.first, maxFirstPage)
        return pages
    }

    static func linked(_ manifest: Manifest) -> [Link] {
        var covers: [Link] = []
        for links in [manifest.readingOrder, manifest.resources, manifest.links] { add(linked: links, to: &covers) }
        return covers
    }

    /// Images with the relation `cover`.  Bitmaps come before drawings, and larger bitmaps first if sizes are declared.
    private static func add(linked links: [Link], to covers: inout [Link]) {
        _ = links.place { link in
            guard link.isCover else { return false }
            for image in [link] + link.alternates where covers.count < most {
                guard image.isImage && !image.isTemplated && !CoverService.isRoute(image.href) else { continue }
                covers.insert(image, at: covers.firstIndex { $0.rank < image.rank } ?? covers.count)
            }
            return false
        }
    }

    /// The first item of the reading order can be the cover: an image or a PDF, or a page with one of these as an alternate.
    static func first(of readingOrder: [Link]) -> CoverChoice? {
        guard let first = readingOrder.first else { return nil }
        for link in [first] + first.alternates {
            if link.type == MediaType.pdf { return .pdf(link) }
            if MediaType.isBitmap(link.type) { return .image(link) }
        }
        return nil
    }
}

extension Link {
    var isCover: Bool { !isPlain && rels.contains(CoverService.rel) }

    var isImage: Bool { (type ?? MediaType.guess(path: href))?.utf8.starts(with: "image/".utf8) ?? false }

    /// The number of pixels, if it is declared; negative for a drawing.
    fileprivate var rank: Double {
        type == "image/svg+xml" ? -1 : Double(max(0, more.width ?? 0)) * Double(max(0, more.height ?? 0))
    }
}
