// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

extension Publication {
    /// Iterates over the texts, images and recordings of the reading order.
    ///
    /// - Parameter tokens: how texts are split into tokens; nil if they are not.
    public func content(from start: Locator?, tokens: TokenOptions? = nil) throws(Failure) -> Cursor {
        var start = start
        if let place = start, place.locations.hasCFIOrXPointer, place.locations.cssSelector == nil {
            start = try locate(LocatorQuery(place))
        }
        return Cursor(try ContentPages(self, from: start, tokens: tokens))
    }

    /// The text of a document as rendered, one line for each heading, paragraph and so on.
    public func text(href: String) throws(Failure) -> ByteBuffer {
        let resource = try get(href)
        if ReadingPart.isPDF(resource.link) { return try text(ofPDF: resource.link) }
        guard case .document(let type)? = ReadingKind(resource.link) else {
            throw Failure(.unsupported, "The resource is not a document with text.", path: [name, resource.link.href])
        }
        let compute = { () throws(Failure) in
            let work = self.work("text")
            return try self.document(resource, type: type, work).renderedText(work)
        }
        guard let entry = resource.plainEntry, entry.length >= Publication.minKeptDocument else { return try compute() }
        return try kept(
            "text 4", variant: "\(type) \(entry.path)", read: { $0.isUTF8 ? $0 : nil }, write: { $0 }, compute: compute)
    }

    /// The minimum size for caching.  For smaller documents, a lookup costs as much as parsing.
    private static let minKeptDocument: UInt64 = 4 << 10

    /// The text of a PDF, one line per paragraph.  Pages that cannot be read are left out with a warning.
    private func text(ofPDF link: Link) throws(Failure) -> ByteBuffer {
        let texts = try PDFPageTexts(link, of: self)
        let count = try texts.pageCount()
        var bytes: [UInt8] = []
        for page in 0..<count {
            try progress.report("text", UInt64(page), of: UInt64(count))
            let text = try texts.text(ofPage: page).bytes
            guard UInt64(bytes.count + text.count) <= opening.limits.maxEntrySize else {
                throw Failure(
                    .limit, "The text is larger than \(opening.limits.maxEntrySize) bytes.", path: [name, link.href])
            }
            if !bytes.isEmpty && !text.isEmpty { bytes.append(0x0A) }
            bytes += text
        }
        return bytes.withUnsafeBytes { ByteBuffer(copying: $0) }
    }

    /// The elements of a resource; nil if it has no content that can be read.
    func contents(of link: Link, _ work: Work) throws(Failure) -> (any ReadingContents)? {
        switch ReadingKind(link) {
        case .document(let type):
            let tree = try document(get(link), type: type, work)
            return try DocumentContents(
                tree, link, language: manifest.metadata.languages.first, { self.noteResources }, work)
        case .single(let role): return SingleContents(role: role, link: link)
        case nil: return nil
        }
    }
}

/// How the content of a resource is read.
private enum ReadingKind {
    case document(type: String)
    case single(ReadingElement.Role)

    init?(_ link: Link) {
        if let type = ContentDocument.type(of: link) {
            self = .document(type: type)
        } else {
            let type = MediaType.essence(link.type ?? MediaType.guess(path: link.href) ?? "") ?? ""
            switch type.prefix(while: { $0 != "/" }) {
            case "image": self = .single(.image)
            case "audio": self = .single(.audio)
            case "video": self = .single(.video)
            default: return nil
            }
        }
    }
}
