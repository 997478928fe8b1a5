// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternPDF

/// Creates a Readium manifest from the metadata of a PDF (Readium, PDF profile).
///
/// The document is closed afterwards, and no page is loaded.
enum PDFFormat {
    static let path = "publication.pdf"

    /// A header that is not at the very beginning is accepted, as in all readers.  An archive that contains a PDF is
    /// not a PDF.
    static func hasHeader(_ head: UnsafeRawBufferPointer) -> Bool {
        let header = Array("%PDF-".utf8)
        guard !head.starts(with: "PK".utf8), head.count >= header.count else { return false }
        return (0...(head.count - header.count)).contains { head[$0...].starts(with: header) }
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        let container = try SingleFileContainer(source, name: candidate.name, path: path)
        let bytes = try PDFBytes(source, limits: opening.limits)
        var publication = try PDFDocument.with(bytes, opening.pdf) {
            (document) throws(Failure) in try parse(document, name: candidate.name, limits: opening.limits)
        }
        try addPageList(to: &publication, bytes)
        return OpenedFormat(container: container, publication: publication)
    }

    private static func parse(
        _ document: borrowing PDFDocument, name: String, limits: Limits
    ) throws(Failure) -> ParsedPublication {
        let pageCount = document.pageCount
        guard pageCount > 0 else { throw Failure(.format, "The PDF has no pages.", path: [path]) }
        var log = WarningLog()
        if !document.hasValidCrossReferences {
            log.add(.moderate, "The cross-reference table is damaged; it was rebuilt.", [path])
        }
        var manifest = Manifest(metadata: metadata(document, name: name, &log))
        manifest.metadata.numberOfPages = pageCount
        manifest.readingOrder = [Link(href: path, type: MediaType.pdf)]
        manifest.toc = PDFOutline(document, path: path, limits: limits, &log).toc
        return ParsedPublication(
            manifest: manifest, mediaType: MediaType.pdf, positions: .pages([pageCount]), warnings: log.all)
    }

    private static func addPageList(
        to publication: inout ParsedPublication, _ bytes: PDFBytes
    ) throws(Failure) {
        var log = WarningLog()
        let pageCount = publication.manifest.metadata.numberOfPages ?? 0
        let pageList = try PDFPageLabels.pageList(bytes, pageCount: pageCount, path: path, &log)
        if !pageList.isEmpty {
            publication.manifest.collections.append(PublicationCollection(role: "pageList", links: pageList))
        }
        publication.warnings += log.all
    }

    // MARK: Metadata

    /// The information dictionary (ISO 32000-1, 14.3.3), mapped to Dublin Core as in PDF/A: Subject is the description,
    /// and Keywords are the subjects.
    private static func metadata(
        _ document: borrowing PDFDocument, name: String, _ log: inout WarningLog
    ) -> Metadata {
        let title = document.info("Title")?.collapsed
        if title == nil { log.add(.minor, "There is no title; the file name is used.", [path]) }
        var metadata = Metadata(title: LocalizedString(title ?? FormatHints.stem(of: name)))
        metadata.conformsTo = [Profile.pdf.rawValue]
        metadata.identifier = identifier(document)
        metadata.published = date(document, "CreationDate", &log)
        metadata.modified = date(document, "ModDate", &log)
        metadata.languages = document.language.flatMap(LanguageTag.canonical).map { [$0] } ?? []
        metadata.subjects = keywords(document)
        if let author = document.info("Author")?.collapsed {
            metadata.contributors.add(Contributor(name: LocalizedString(author)), as: .author)
        }
        metadata.description = document.info("Subject")
        metadata.readingProgression = readingProgression(document)
        return metadata
    }

    private static func identifier(_ document: borrowing PDFDocument) -> String? {
        let bytes = document.permanentIdentifier
        guard 1...256 ~= bytes.count else { return nil }
        let digits = bytes.flatMap { [ASCII.hexDigit($0 >> 4), ASCII.hexDigit($0 & 15)] }
        return String(decoding: digits, as: UTF8.self).asciiLowercased
    }

    private static func date(_ document: borrowing PDFDocument, _ key: String, _ log: inout WarningLog) -> String? {
        guard let text = document.info(key) else { return nil }
        let date = PDFDate.rfc3339(text)
        if date == nil { log.add(.minor, "The \(key) \"\(text)\" is not a date.", [path]) }
        return date
    }

    /// Keywords, separated by semicolons or otherwise by commas.
    private static func keywords(_ document: borrowing PDFDocument) -> [Subject] {
        guard let text = document.info("Keywords") else { return [] }
        let separator = text.utf8.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
        let keywords = text.utf8.split(separator: separator).lazy.map { String(Substring($0)).trimmed }
        return keywords.filter { !$0.isEmpty }.prefix(1000).map { Subject(name: LocalizedString($0)) }
    }

    private static func readingProgression(_ document: borrowing PDFDocument) -> ReadingProgression? {
        switch document.viewerPreference("Direction") {
        case "L2R": .ltr
        case "R2L": .rtl
        default: nil
        }
    }
}
