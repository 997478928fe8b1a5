// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel
import LecternText

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

extension ContentDocument {
    /// The bytes of a document, with a byte order mark if its media type names another encoding than the document.
    static func read(_ resource: Resource, _ work: Work) throws(Failure) -> ByteBuffer {
        let type = resource.link.type.flatMap { MediaType($0) }
        let kind: TextKind = type?.essence == MediaType.html ? .html : .xml
        return TextDecoding.marked(try resource.read(&work.budget), as: kind, charset: type?.charset)
    }
}
