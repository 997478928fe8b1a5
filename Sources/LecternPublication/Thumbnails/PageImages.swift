// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The images of pages that are nothing else, as in a comic or an image-based EPUB with a fixed layout (Publication Helpers
/// and Services, "Future Helpers").
extension Publication {
    /// The maximum size in bytes of a page that shows only an image.
    private static let mostMarkup: UInt64 = 64 << 10

    /// The image of each item of the reading order, or null (schema `page-images`).
    public func writePageImages(to json: inout JSONWriter) throws(Failure) {
        let work = self.work("images")
        let presentation = Presentation(manifest.metadata)
        let order = manifest.readingOrder
        json.beginArray()
        for (number, link) in order.enumerated() {
            try work.report(number, of: order.count)
            var image = bitmap(of: link)
            if image == nil, presentation.layoutOf(link) == .fixed, LinkFilter(kind: .html).matches(link) {
                do throws(Failure) {
                    image = try self.image(onPage: link, work)
                } catch {
                    if work.budget.isExhausted { throw error }
                    try passOver(error)
                }
            }
            if let image { image.write(to: &json) } else { json.null() }
        }
        json.endArray()
    }

    /// An item that is an image, or has one as an alternate.
    func bitmap(of link: Link) -> Link? {
        ([link] + link.alternates).first { LinkFilter(kind: .bitmap).matches($0) }
    }

    /// The image of a page of HTML, as the manifest lists it.
    func image(onPage link: Link, _ work: Work) throws(Failure) -> Link? {
        guard let found = try onlyImage(of: link, Publication.mostMarkup, work) else { return nil }
        return manifest.link(withHREF: found.href) ?? found
    }
}
