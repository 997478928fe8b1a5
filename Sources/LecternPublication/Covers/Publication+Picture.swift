// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternImages
import LecternModel

extension Publication {
    /// The largest height of a picture, in pixels.
    private static let highest = 1 << 16

    /// A bitmap of the publication with at most this width.  It is not kept: a web view has its own cache.
    public func picture(of href: String, width: Int) throws(Failure) -> Resource {
        guard let box = PixelSize(width, Publication.highest) else {
            throw Failure(.argument, "An image must be at least one pixel wide and high.")
        }
        let resource = try get(href)
        let context = opening.context
        return try withinResource(resource.link) { () throws(Failure) in
            guard let type = try imageType(of: resource) else {
                throw Failure(.unsupported, "This is not an image in a supported format.")
            }
            let image = try EncodedImage.fitting(
                ImageForm(box: box), resource.read(offset: 0, length: .max), mediaType: type, context.images,
                context.limits)
            var link = resource.link
            link.type = image.mediaType
            return self.resource(link, bytes: image.bytes)
        }
    }
}
