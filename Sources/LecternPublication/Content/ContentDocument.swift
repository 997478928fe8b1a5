// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Parses the documents of a publication for their text: as XML if they are well-formed, otherwise as HTML.
public enum ContentDocument {
    private static let types: Set<String> = [
        MediaType.xhtml, MediaType.html, "image/svg+xml", "application/x-dtbook+xml", "application/xml", "text/xml",
    ]

    /// The media type of a resource, if it is a document with text.  Reading, searching and locating support the same types.
    ///
    /// - Parameter fallback: the type if neither the link nor its file extension determines one.
    static func type(of link: Link, fallback: String = "") -> String? {
        let type = MediaType.essence(link.type ?? MediaType.guess(path: link.href) ?? fallback)
        return type.flatMap { types.contains($0) ? $0 : nil }
    }

    /// The bytes of a document, with a byte order mark if its media type names another encoding than the document.
    static func read(_ resource: Resource, _ work: Work) throws(Failure) -> ByteBuffer {
        let type = resource.link.type.flatMap { MediaType($0) }
        let kind: TextKind = type?.essence == MediaType.html ? .html : .xml
        return TextDecoding.marked(try resource.read(&work.budget), as: kind, charset: type?.charset)
    }

    /// - Parameter type: the media type.  Documents with the type `text/html` are never parsed as XML.
    public static func parse(_ text: ByteBuffer, type: String, _ work: Work? = nil) throws(Failure) -> MarkupTree {
        try Document.check(size: UInt64(text.count))
        return try text.withBytes { (bytes) throws(Failure) in
            let isXHTML = MediaType.essence(type) != MediaType.html
            if isXHTML {
                do throws(Failure) {
                    return try XMLDocument.parse(bytes, keepsSpace: true, work)
                } catch {
                    guard error.status == .format else { throw error }
                }
            }
            return try HTMLDocument.parse(bytes, keepsSpace: true, isXHTML: isXHTML, work).tree
        }
    }
}

extension Publication {
    /// Reads and parses a document.
    func document(_ resource: Resource, type: String, _ work: Work) throws(Failure) -> MarkupTree {
        try document(bytes(ofDocument: resource, work), of: resource.link, type: type, work)
    }

    /// Reads the bytes of a document, within the size limit.
    func bytes(ofDocument resource: Resource, _ work: Work) throws(Failure) -> ByteBuffer {
        let size = try resource.size
        try withinResource(resource.link) { () throws(Failure) in try Document.check(size: size) }
        return try ContentDocument.read(resource, work)
    }

    /// Parses a document whose bytes have been read.
    func document(_ bytes: ByteBuffer, of link: Link, type: String, _ work: Work) throws(Failure) -> MarkupTree {
        try withinResource(link) { () throws(Failure) in try ContentDocument.parse(bytes, type: type, work) }
    }

    /// Adds the resource to the path of errors.
    func withinResource<T>(_ link: Link, _ body: () throws(Failure) -> T) throws(Failure) -> T {
        do throws(Failure) { return try body() } catch { throw error.within(link.href).within(name) }
    }
}
