// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternImages
import LecternModel
import LecternPDF
import LecternRecordings
import LecternText

/// The cover (Publication Helpers and Services, `CoverService`).
extension Publication {
    /// The source of the cover.
    private enum Source {
        /// A file, or the answer of a service.
        case image(Resource, mediaType: String)
        case pdf(Link)
        /// A picture in a recording.
        case picture(Resource)
    }

    /// The size of a rendered page if none is requested: pixels per point, and the maximum number of pixels.
    private static let pixelsPerPoint = 2.0
    private static let mostForPage = 4096

    /// The cover in the form that the options ask for.  Services of the host take precedence.
    public func cover(_ options: CoverOptions) throws(Failure) -> Resource {
        do throws(Failure) {
            return try resource(of: coverSource(asksHost: true), options.form)
        } catch {
            guard options.generates, !error.isOfSource else { throw error }
            // Without a type, a cover that cannot be scaled is better than another one.
            if error.status == .unsupported, options.form.type == nil, let stored = try? cover(CoverOptions()) {
                return stored
            }
            if error.status != .notFound { try passOver(error, "drawn") }
            return try generatedCover(options.form)
        }
    }

    /// The answer of the built-in route.
    func builtInCover() throws(Failure) -> Resource { try resource(of: coverSource(asksHost: false), ImageForm()) }

    private func resource(of source: Source, _ form: ImageForm) throws(Failure) -> Resource {
        switch source {
        case .picture(let resource):
            guard !form.isEmpty else { return resource }
            return try fitting(form, resource, resource.link.type ?? "", href: CoverService.href)
        case .image(let resource, let type):
            guard form.isEmpty else { return try fitting(form, resource, type, href: CoverService.href) }
            var link = resource.link
            link.type = type
            return resource.described(by: link)
        case .pdf(let link): return made(try page(of: link, form))
        }
    }

    /// An image in another form.
    ///
    /// - Parameter href: of the result, unless the image already has this form.
    func fitting(_ form: ImageForm, _ resource: Resource, _ type: String, href: String) throws(Failure) -> Resource {
        var read: ByteBuffer?
        let isAsked = type != Drawing.mediaType || opening.context.images.rsvg != nil
        let image = try kept(
            "cover 1", variant: form.text(resource.link), read: { isAsked ? EncodedImage(kept: $0, form) : nil },
            // An image that fits is already in the publication.
            write: { $0.bytes === read ? nil : $0.kept },
            compute: { () throws(Failure) in
                let original = try resource.read(offset: 0, length: .max)
                read = original
                return try within(name) { () throws(Failure) in
                    try within(resource.link.href) { () throws(Failure) in
                        try fitted(original, type, form)
                    }
                }
            })
        guard let original = read, image.bytes === original else { return made(image, href) }
        var link = resource.link
        link.type = type
        return self.resource(link.sized(image.size), bytes: original)
    }

    private func fitted(
        _ bytes: ByteBuffer, _ mediaType: String, _ form: ImageForm
    ) throws(Failure) -> EncodedImage {
        let context = opening.context
        guard mediaType == Drawing.mediaType else {
            return try EncodedImage.fitting(form, bytes, mediaType: mediaType, context.images, context.limits)
        }
        guard let rsvg = context.images.rsvg else {
            throw Failure(
                .unsupported,
                "Images of the type \(mediaType) cannot be scaled, unless the context option \"rsvg\" names librsvg.")
        }
        return try bytes.withBytes { (bytes) throws(Failure) in try Drawing.drawn(bytes, form, rsvg, context) }
    }

    /// An SVG, or a bitmap that librsvg draws of it.
    private func generatedCover(_ form: ImageForm) throws(Failure) -> Resource {
        let size = Drawing.size(GeneratedCover.width, GeneratedCover.height, form.box)
        let svg = ByteBuffer(GeneratedCover(manifest.metadata).svg(size))
        guard form.type != nil else {
            return resource(CoverService.link(type: Drawing.mediaType).sized(size), bytes: svg)
        }
        let context = opening.context
        return made(
            try within(name) { () throws(Failure) in
                try svg.withBytes { (bytes) throws(Failure) in
                    try Drawing.drawn(bytes, form, context.images.rsvg, context)
                }
            })
    }

    func made(_ image: EncodedImage, _ href: String = CoverService.href) -> Resource {
        let isCover = href == CoverService.href
        let link = isCover ? CoverService.link(type: image.mediaType) : Link(href: href, type: image.mediaType)
        return resource(link.sized(image.size), bytes: image.bytes)
    }

    // MARK: Selection

    private func coverSource(asksHost: Bool) throws(Failure) -> Source {
        if asksHost, let answer = try fromHost(CoverService.route) {
            guard let type = try imageType(of: answer) else {
                throw Failure(
                    .callback, "A service of the host did not return an image.", path: [name, CoverService.route])
            }
            return .image(answer, mediaType: type)
        }
        var failure: Failure?
        for choice in CoverChoice.all(manifest, host?.links ?? []) {
            guard case .image(let link) = choice else {
                if case .pdf(let link) = choice { return .pdf(link) }
                if let picture = try picture(in: choice.link) { return .picture(picture) }
                continue
            }
            do throws(Failure) {
                let resource = try get(link.href)
                if let type = try imageType(of: resource) {
                    return try imageOfDrawing(resource, type) ?? .image(resource, mediaType: type)
                }
                throw Failure(.format, "The cover is not an image in a supported format.", path: [name, link.href])
            } catch {
                if error.isOfSource { throw error }
                failure = failure ?? error
            }
        }
        if let found = try imageOfPage() { return found }
        throw failure ?? Failure(.notFound, "The publication has no cover.", path: [name])
    }

    /// The cover that is determined on opening.  Returns nil if a file is damaged; the error is reported when the cover
    /// is requested.
    func hiddenCover() throws(Failure) -> (href: String, type: String)? {
        do throws(Failure) {
            guard case .image(let resource, let type) = try coverSource(asksHost: false) else { return nil }
            return (resource.link.href, type)
        } catch {
            if error.isOfSource { throw error }
            return nil
        }
    }

    /// The image in a drawing that only wraps it, and refers to another file of the publication.
    private func imageOfDrawing(_ drawing: Resource, _ type: String) throws(Failure) -> Source? {
        guard type == Drawing.mediaType, try drawing.size <= CoverChoice.maxFrame else { return nil }
        let bytes = try drawing.read(offset: 0, length: CoverChoice.maxFrame)
        do throws(Failure) {
            let references = try bytes.withBytes { (bytes) throws(Failure) in try DrawingReferences(bytes) }
            guard references.isFrame, let source = references.outside.first else { return nil }
            return try image(at: HrefBase(href: drawing.link.href).resolve(source))
        } catch {
            if error.isOfSource { throw error }
            return nil
        }
    }

    /// The image on a page that shows only an image: the page that the landmarks declare as the cover, or the first
    /// page.
    private func imageOfPage() throws(Failure) -> Source? {
        let work = self.work("cover")
        for (page, most) in CoverChoice.pages(manifest) {
            do throws(Failure) {
                guard let link = try onlyImage(of: page, most, work) else { continue }
                if let found = try image(at: link.href) { return found }
            } catch {
                if error.isOfSource { throw error }
            }
        }
        return nil
    }

    /// The image that a page shows and nothing else; nil for any other page, and one of more than `most` bytes.
    func onlyImage(of page: Link, _ most: UInt64, _ work: Work) throws(Failure) -> Link? {
        guard try get(page).size <= most, let contents = try contents(of: page, work), contents.count == 1 else {
            return nil
        }
        let element = contents.element(at: 0, tokens: nil)
        return element.role == .image && element.caption == nil ? element.link : nil
    }

    private func image(at href: String) throws(Failure) -> Source? {
        let resource = try get(href)
        return try imageType(of: resource).map { .image(resource, mediaType: $0) }
    }

    /// The number of bytes that determine the type of an image.
    private static let headSize: UInt64 = 64

    /// The type is determined by the bytes.  Only SVG is recognised by its link.
    func imageType(of resource: Resource) throws(Failure) -> String? {
        let head = try resource.read(offset: 0, length: Publication.headSize)
        let found = head.withBytes { FormatTable.format(beginning: $0)?.mediaType }
        if MediaType.isBitmap(found) { return found }
        return found == nil && head.count > 0 && resource.link.type == "image/svg+xml" ? resource.link.type : nil
    }

    /// The picture in a recording.
    private func picture(in link: Link) throws(Failure) -> Resource? {
        var bytes = try RecordingBytes(get(link.href).source(), wantsPicture: true)
        guard let picture = try Recording(&bytes).picture else { return nil }
        return resource(CoverService.link(type: picture.mediaType), bytes: picture.bytes)
    }

    // MARK: PDF

    /// The first page, as large as the box allows; without a box, in a size that is fine for most uses.
    private func page(of link: Link, _ form: ImageForm) throws(Failure) -> EncodedImage {
        let room = PixelSize(Publication.mostForPage, Publication.mostForPage) ?? .largest
        guard let box = form.box else {
            let scale = Publication.pixelsPerPoint
            return try page(of: link, form) { PixelSize(clamping: $0 * scale, $1 * scale).fitted(room) }
        }
        return try kept(
            "cover page 1", variant: form.text(link), read: { EncodedImage(kept: $0, form) }, write: \.kept,
            compute: { () throws(Failure) in
                try page(of: link, form) { PixelSize(clamping: $0, $1).filling(box.intersection(room)) }
            })
    }

    private func page(
        of link: Link, _ form: ImageForm, _ size: PDFDocument.Size
    ) throws(Failure) -> EncodedImage {
        let source = try get(link.href).source()
        return try withinResource(link) { () throws(Failure) in
            let bytes = try PDFBytes(source, limits: opening.limits)
            let bitmap = try PDFDocument.firstPage(bytes, opening.pdf, size)
            return try EncodedImage.encoded(bitmap, as: form.type ?? .png, opening.context.images)
        }
    }
}

extension ImageForm {
    /// The parameters of a cached image.
    func text(_ link: Link) -> String {
        let size = box.map { "\($0.width) \($0.height) " } ?? ""
        return "\(type.map { $0.rawValue + " " } ?? "")\(size)\(link.href)"
    }
}

extension Link {
    fileprivate func sized(_ size: PixelSize) -> Link {
        var link = self
        link.more.width = size.width
        link.more.height = size.height
        return link
    }
}
