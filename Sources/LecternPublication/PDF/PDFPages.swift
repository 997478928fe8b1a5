// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternImages
import LecternModel
import LecternPDF
import LecternThreads

/// The pages of the PDFs of a publication as a web view shows them: pictures, and their texts.
///
/// The documents that were read last stay open.  Threads that ask at the same time have a document each.
public final class PDFPages: Sendable {
    private struct Idle: Sendable {
        let href: String
        let reader: PDFTextReader
    }

    private let publication: Publication
    private let idle = Lock<[Idle]>([])

    private static let mostIdle = 2
    /// Pixels in each direction.
    public static let most = 4096

    public init(_ publication: Publication) { self.publication = publication }

    /// A page as PNG with this width, or less if it would be too high.
    ///
    /// - Parameter page: from 1.
    public func picture(of href: String, page: Int, width: Int) throws(Failure) -> Resource {
        let libraries = publication.opening.context.images
        guard let box = PixelSize(width, PDFPages.most) else {
            throw Failure(.argument, "An image must be at least one pixel wide and high.")
        }
        let image = try reading(href, page: page) { (reader) throws(Failure) in
            let bitmap = try reader.picture(ofPage: page - 1) { PixelSize(clamping: $0 * 64, $1 * 64).filling(box) }
            return try EncodedImage.fastPNG(bitmap, libraries)
        }
        return publication.resource(Link(href: href, type: image.mediaType), bytes: image.bytes)
    }

    /// The text of a page with the places of its words (schema `web-pdf-page`).
    public func text(of href: String, page: Int, label: String?) throws(Failure) -> ByteBuffer {
        let layer = try reading(href, page: page) { (reader) throws(Failure) in try reader.layer(ofPage: page - 1) }
        var json = JSONWriter(capacity: 4096 + 2 * layer.text.utf8.count + 48 * layer.words.count)
        layer.write(label: label ?? page.description, to: &json)
        return json.finish()
    }

    private func opened(_ link: Link, _ key: String) throws(Failure) -> Idle {
        Idle(href: key, reader: PDFTextReader(try publication.get(link).source(), publication.opening.pdf))
    }

    private func reading<T>(
        _ href: String, page: Int, _ read: (PDFTextReader) throws(Failure) -> T
    ) throws(Failure) -> T {
        let key = Href.withoutFragment(Href.normalized(href))
        let known = idle.withLock { idle -> Idle? in
            idle.firstIndex { $0.href == key }.map { idle.remove(at: $0) }
        }
        let link = publication.manifest.link(withHREF: key)
        guard let link, ReadingPart.isPDF(link) else {
            throw Failure(.notFound, "The publication has no PDF \"\(href)\".", path: [publication.name])
        }
        let open = if let known { known } else { try opened(link, key) }
        let found = try publication.withinResource(link) { () throws(Failure) in
            do throws(Failure) {
                return try read(open.reader)
            } catch {
                guard error.status == .format, page > (try? open.reader.pageCount()) ?? .max else { throw error }
                throw Failure(.notFound, "There is no page \(page).", causes: [error])
            }
        }
        // A reader that failed is not kept.  The last reference to a reader is released outside the lock, because its
        // source may belong to the host.
        let oldest = idle.withLock { idle -> Idle? in
            idle.append(open)
            return idle.count > PDFPages.mostIdle ? idle.removeFirst() : nil
        }
        withExtendedLifetime(oldest) {}
        return found
    }
}

extension PDFTextLayer {
    func write(label: String, to json: inout JSONWriter) {
        json.beginObject()
        json.member("width", width)
        json.member("height", height)
        json.member("label", label)
        json.member("text", text)
        json.key("boxes")
        json.array(words) { word, json in
            json.beginArray()
            json.integer(word.start)
            json.integer(word.length)
            for side in [word.left, word.top, word.right, word.bottom] { json.double(side) }
            json.endArray()
        }
        json.endObject()
    }
}
