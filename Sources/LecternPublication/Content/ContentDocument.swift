// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Reads the documents of a publication for their text: as XML if that is what they are, else as HTML.
public enum ContentDocument {
    /// Bytes of a document that is held in memory as a tree, which is several times as large.
    private static let maxSize: UInt64 = 32 << 20

    private static let types: Set<String> = [
        MediaType.xhtml, MediaType.html, "image/svg+xml", "application/x-dtbook+xml", "application/xml", "text/xml",
    ]

    /// The media type of a resource, if that is one of documents with text.  They are read, searched and located alike.
    ///
    /// - Parameter fallback: where neither the link nor its file name says.
    static func type(of link: Link, fallback: String = "") -> String? {
        let type = MediaType.essence(link.type ?? MediaType.guess(path: link.href) ?? fallback)
        return type.flatMap { types.contains($0) ? $0 : nil }
    }

    fileprivate static func check(size: UInt64) throws(Failure) {
        guard size <= maxSize else { throw Failure(.limit, "The document is larger than \(maxSize >> 20) MB.") }
    }

    /// - Parameter type: the media type; documents in `text/html` are never XML.
    public static func parse(_ text: ByteBuffer, type: String, _ work: Work? = nil) throws(Failure) -> MarkupTree {
        try check(size: UInt64(text.count))
        return try text.withBytes { (bytes) throws(Failure) in
            if MediaType.essence(type) != MediaType.html {
                do throws(Failure) {
                    return try XMLDocument.parse(bytes, keepsSpace: true, work)
                } catch {
                    guard error.status == .format else { throw error }
                }
            }
            return try HTMLDocument.parse(bytes, keepsSpace: true, xml: false, work)
        }
    }
}

extension Publication {
    /// The tree of a document.
    func document(_ resource: Resource, type: String, _ work: Work) throws(Failure) -> MarkupTree {
        try document(bytes(ofDocument: resource, work), of: resource.link, type: type, work)
    }

    /// The bytes of a document, unless there are too many.
    func bytes(ofDocument resource: Resource, _ work: Work) throws(Failure) -> ByteBuffer {
        let size = try resource.size
        try withinResource(resource.link) { () throws(Failure) in try ContentDocument.check(size: size) }
        return try resource.read(&work.budget)
    }

    /// The same from bytes that were read.
    func document(_ bytes: ByteBuffer, of link: Link, type: String, _ work: Work) throws(Failure) -> MarkupTree {
        try withinResource(link) { () throws(Failure) in try ContentDocument.parse(bytes, type: type, work) }
    }

    /// Says of what is thrown of which resource it is.
    func withinResource<T>(_ link: Link, _ body: () throws(Failure) -> T) throws(Failure) -> T {
        do throws(Failure) { return try body() } catch { throw error.within(link.href).within(name) }
    }
}
