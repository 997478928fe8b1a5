// SPDX-License-Identifier: BSD-3-Clause
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
    public static func type(of link: Link, fallback: String = "") -> String? {
        let type = MediaType.essence(link.type ?? MediaType.guess(path: link.href) ?? fallback)
        return type.flatMap { types.contains($0) ? $0 : nil }
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
