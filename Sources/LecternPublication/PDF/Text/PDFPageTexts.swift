// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Reads the texts of the pages of a PDF, one at a time, for one user.
///
/// Each page is a turn of its own in pdfium.  Between two pages the document stays open, until `rest`, which is called
/// behind the last page.
final class PDFPageTexts: @unchecked Sendable {
    let link: Link
    private let publication: Publication
    private let source: any ByteSource
    private var bytes: PDFBytes?
    private var forms: PDFFormGuard?
    private var document: OpenDocument?
    /// Pages that were read since it was opened.
    private var age = 0
    private var warnings = 0
    /// Why no page can be read.
    private(set) var failure: Failure?

    /// A document outlives a turn, but is only used in one.
    private final class OpenDocument {
        let document: PDFDocument

        init(_ bytes: PDFBytes, password: String?, _ functions: PDFiumFunctions) throws(Failure) {
            document = try PDFDocument(bytes, password: password, functions)
        }
    }

    /// pdfium keeps some of each page that it has read.
    private static let maxAge = 256
    /// Bytes of a source that does not have them in memory: then they are let go.
    private static let mostFetched: UInt64 = 64 << 20
    private static let maxWarnings = 20

    /// - Parameter work: of a call that may read more.
    init(_ link: Link, of publication: Publication, _ work: Work? = nil) throws(Failure) {
        self.link = link
        self.publication = publication
        source = try publication.get(link).source(work)
    }

    deinit { rest() }

    /// Closes the document.
    func rest() {
        guard document != nil, let pdfium = try? PDFium.load(publication.opening.context.pdfium) else { return }
        try? pdfium.withLock { document = nil }
    }

    // MARK: Pages

    /// As many as the document says that it has.
    func pageCount() throws(Failure) -> Int {
        try publication.withinResource(link) { () throws(Failure) in
            let bytes = try openBytes()
            return try PDFDocument.with(bytes, publication.opening) { $0.pageCount }
        }
    }

    /// The text of a page, or an empty one for a page that cannot be read, which is logged.
    ///
    /// Throws what says nothing about the page, but about the document, which stays so, or about its source.
    func text(ofPage index: Int) throws(Failure) -> PDFPageText {
        if let failure { throw failure.within(link.href).within(publication.name) }
        do throws(Failure) {
            return try text(index)
        } catch {
            let isOfPage = failure == nil && (error.status == .format || error.status == .limit)
            guard isOfPage else {
                if !error.isOfSource { failure = failure ?? error }
                throw error.within(link.href).within(publication.name)
            }
            warn(index, error)
            return PDFPageText()
        }
    }

    private func warn(_ index: Int, _ failure: Failure) {
        warnings += 1
        guard warnings <= PDFPageTexts.maxWarnings else { return }
        let more = warnings == PDFPageTexts.maxWarnings ? "  More such pages are not told of." : ""
        publication.log([
            Warning(
                .moderate, "The text of page \(index + 1) is left out: \(failure.message)\(more)",
                path: [publication.name, link.href])
        ])
    }

    private func text(_ index: Int) throws(Failure) -> PDFPageText {
        _ = try openBytes()
        try forms?.check(page: index)
        let pdfium = try PDFium.load(publication.opening.context.pdfium)
        if age >= PDFPageTexts.maxAge { rest() }
        while true {
            let bytes = try openBytes()
            if let found = try read(index, bytes, pdfium) { return found }
            try bytes.fetchMissing()
        }
    }

    /// nil if pdfium did not get all the bytes that it asked for: then it has to begin anew with the document.
    private func read(_ index: Int, _ bytes: PDFBytes, _ pdfium: PDFium) throws(Failure) -> PDFPageText? {
        var failure: Failure?
        var text: PDFPageText?
        do throws(Failure) {
            text = try pdfium.withLock { () throws(Failure) -> PDFPageText in
                defer { if bytes.missing != nil { document = nil } }
                return try openDocument(bytes, pdfium).document.text(ofPage: index)
            }
        } catch {
            failure = error
        }
        if bytes.missing != nil { return nil }
        if let failure {
            // Of a document that cannot be opened, no page can be read.
            if document == nil { self.failure = failure }
            throw failure
        }
        age += 1
        return text
    }

    private func openDocument(_ bytes: PDFBytes, _ pdfium: PDFium) throws(Failure) -> OpenDocument {
        if let document { return document }
        let password = publication.opening.options.password
        let open = try OpenDocument(bytes, password: password, pdfium.functions)
        guard bytes.missing == nil else { throw PDFDocument.unreadablePage }
        document = open
        age = 0
        return open
    }

    private func openBytes() throws(Failure) -> PDFBytes {
        if let bytes, bytes.fetched <= PDFPageTexts.mostFetched { return bytes }
        rest()
        let new = try PDFBytes(source, limits: publication.opening.limits)
        bytes = new
        forms = try PDFFormGuard(new)
        return new
    }
}
