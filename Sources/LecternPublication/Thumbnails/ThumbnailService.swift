// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternImages
import LecternModel
import LecternPDF

/// The route of small pictures of pages (Publication Helpers and Services, `ThumbnailsService`).  Only a browser can draw
/// the pages of an EPUB that are more than an image: a service of the host may answer for them.
enum ThumbnailService {
    static let rel = "http://opds-spec.org/image/thumbnail"

    static let link = {
        var link = Link(href: "~readium/thumbnail{?href,position,width,height,type}", rels: [rel])
        link.isTemplated = true
        return link
    }()

    fileprivate static let side = 256
    fileprivate static let mostSide = 4096

    /// The route for the request of a host (schema `thumbnail-options`).
    fileprivate static func route(_ reader: JSONReader) throws(Failure) -> String {
        try reader.rejectUnknownMembers(["href", "position"] + ImageForm.members)
        let href = try reader.optionalMember("href")
        let position = try reader.optionalMember("position")
        guard (href == nil) != (position == nil) else { throw reader.failure("Expected either an href or a position.") }
        _ = try href?.string()
        _ = try position?.unsignedInteger(in: 1...UInt64(Int32.max))
        for side in try [reader.optionalMember("width"), reader.optionalMember("height")] {
            _ = try side?.unsignedInteger(in: 1...UInt64(mostSide))
        }
        _ = try ImageForm(reader)
        return try link.expandTemplate(reader).href
    }

    static func links(_ publication: ParsedPublication) -> [Link] {
        let first = publication.manifest.readingOrder.first
        guard let first, publication.encryptions[first.href] == nil else { return [] }
        return ReadingPart.isPDF(first) || LinkFilter(kind: .bitmap).matches(first) ? [link] : []
    }

    static func answer(_ publication: Publication, _ href: String) throws(Failure) -> Resource? {
        guard ServiceRoute.matches(href, "~readium/thumbnail") else { return nil }
        let request = try within(publication.name) { () throws(Failure) in try Request(href) }
        return try publication.thumbnail(request)
    }

    fileprivate struct Request {
        let route: String
        var place: Place?
        var width = side
        var height = side
        var type: ImageType?

        enum Place {
            case href(String)
            case position(Int)
        }

        init(_ route: String) throws(Failure) {
            self.route = route
            let parameters = try RouteParameters(route, of: "thumbnail")
            for (name, value) in parameters.all {
                switch name {
                case "href": place = .href(value)
                case "position":
                    place = .position(try parameters.number(name, value, in: 1...Int(Int32.max)))
                case "width": width = try parameters.number(name, value, in: 1...mostSide)
                case "height": height = try parameters.number(name, value, in: 1...mostSide)
                case "type":
                    guard let found = ImageType(rawValue: value) else {
                        throw Failure(.argument, "A thumbnail is an image/png or image/jpeg, not \"\(value)\".")
                    }
                    type = found
                default: throw parameters.unknown(name)
                }
            }
        }
    }
}

extension BuiltInService {
    static let thumbnail = BuiltInService(
        name: "thumbnails", links: ThumbnailService.links, answer: ThumbnailService.answer)
}

extension Publication {
    /// A picture of a page (schema `thumbnail-options`).  Services of the host take precedence.
    public func thumbnail(_ options: JSONReader) throws(Failure) -> Resource {
        try get(ThumbnailService.route(options))
    }

    fileprivate func thumbnail(_ request: ThumbnailService.Request) throws(Failure) -> Resource {
        guard let box = PixelSize(request.width, request.height), let place = request.place else {
            throw Failure(.argument, "A thumbnail needs the parameter \"href\" or \"position\".", path: [name])
        }
        let (href, page) = try target(place)
        let link = try self.link(withHREF: href)
        let form = ImageForm(box: box, type: request.type)
        if ReadingPart.isPDF(link) { return try thumbnail(ofPage: page, link, box, form, request.route) }
        let work = self.work("thumbnail")
        let image: Link? = if let own = bitmap(of: link) { own } else { try picture(of: link, work) }
        if let image {
            let resource = try get(image)
            if let type = try imageType(of: resource) { return try fitting(form, resource, type, href: request.route) }
        }
        throw Failure(
            .unsupported, "Only a browser can draw this page: a service of the host has to answer for it.",
            path: [name, link.href])
    }

    private func picture(of link: Link, _ work: Work) throws(Failure) -> Link? {
        link.isImage ? link : try image(onPage: link, work)
    }

    /// The resource of a place, and its page in a PDF, from 1.
    private func target(_ place: ThumbnailService.Request.Place) throws(Failure) -> (href: String, page: Int) {
        switch place {
        case .href(let href):
            let fragments = Locator.Locations(ofTarget: href).parsedFragments
            return (Href.withoutFragment(href), fragments.page ?? 1)
        case .position(let number):
            let positions = try positionsOfResources()
            guard let locator = positions.index(ofNumber: number).flatMap(positions.locator(at:)) else {
                throw Failure(.notFound, "The publication has no position \(number).", path: [name])
            }
            return (locator.href, locator.locations.parsedFragments.page ?? 1)
        }
    }

    private func thumbnail(
        ofPage page: Int, _ link: Link, _ box: PixelSize, _ form: ImageForm, _ route: String
    ) throws(Failure) -> Resource {
        let image = try kept(
            "thumbnail 1", variant: "\(page) \(form.text(link))", read: { EncodedImage(kept: $0, form) }, write: \.kept,
            compute: { () throws(Failure) in
                let reader = PDFTextReader(try get(link).source(), opening.pdf)
                return try withinResource(link) { () throws(Failure) in
                    let count = try reader.pageCount()
                    guard page <= count else { throw Failure(.notFound, "There is no page \(page).") }
                    let bitmap = try reader.picture(ofPage: page - 1) {
                        PixelSize(clamping: $0 * 64, $1 * 64).filling(box)
                    }
                    return try EncodedImage.encoded(bitmap, as: form.type ?? .png, opening.context.images)
                }
            })
        return made(image, route)
    }
}
