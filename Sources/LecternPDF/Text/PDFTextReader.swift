// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternImages
import LecternModel

/// Reads the texts of the pages of a document, and draws them, one at a time, for one user.
///
/// The lock of pdfium is taken for each page.  The document stays open until `rest` is called after the last page.
public final class PDFTextReader: @unchecked Sendable {
    private let source: any ByteSource
    private let options: PDFOptions
    private var bytes: PDFBytes?
    private var forms: PDFFormGuard?
    private var document: OpenDocument?
    /// The number of pages read since the document was opened.
    private var age = 0
    /// The reason why no page can be read.
    public private(set) var failure: Failure?

    /// An open document.  It is kept across calls, but only used while the lock is held.
    private final class OpenDocument {
        let document: PDFDocument

        init(_ bytes: PDFBytes, password: String?, _ functions: PDFiumFunctions) throws(Failure) {
            document = try PDFDocument(bytes, password: password, functions)
        }
    }

    /// pdfium keeps some memory for each page that it has read.
    private static let maxAge = 256
    /// In bytes, for a source that is not in memory.  When more have been fetched, they are released.
    private static let mostFetched: UInt64 = 64 << 20

    public init(_ source: any ByteSource, _ options: PDFOptions) {
        self.source = source
        self.options = options
    }

    deinit { rest() }

    /// Closes the document.
    public func rest() {
        guard document != nil, let pdfium = try? PDFium.load(options.pdfium) else { return }
        try? pdfium.withLock { document = nil }
    }

    /// The number of pages that the document declares.
    public func pageCount() throws(Failure) -> Int {
        let bytes = try openBytes()
        return try PDFDocument.with(bytes, options) { $0.pageCount }
    }

    /// The text of a page.  An error that concerns the document rather than the page is thrown again for every page.
    ///
    /// - Parameter index: the index of a page, from 0.
    public func text(ofPage index: Int) throws(Failure) -> PDFPageText {
        try page(index) { (document) throws(Failure) in try document.text(ofPage: index) }
    }

    /// The text of a page with the boxes of its words.
    public func layer(ofPage index: Int) throws(Failure) -> PDFTextLayer {
        try page(index) { (document) throws(Failure) in try document.layer(ofPage: index) }
    }

    /// A page on white, without annotations.
    public func picture(ofPage index: Int, _ size: PDFDocument.Size) throws(Failure) -> Bitmap {
        let limits = options.limits
        return try page(index) { (document) throws(Failure) in
            try document.picture(ofPage: index, size, limits)
        }
    }

    private func page<T: Sendable>(
        _ index: Int, _ read: (borrowing PDFDocument) throws(Failure) -> T
    ) throws(Failure) -> T {
        if let failure { throw failure }
        do throws(Failure) {
            return try checked(index, read)
        } catch {
            let isOfPage = error.status == .format || error.status == .limit
            if !isOfPage && !error.isOfSource { failure = failure ?? error }
            throw error
        }
    }

    private func checked<T: Sendable>(
        _ index: Int, _ read: (borrowing PDFDocument) throws(Failure) -> T
    ) throws(Failure) -> T {
        _ = try openBytes()
        try forms?.check(page: index)
        let pdfium = try PDFium.load(options.pdfium)
        if age >= PDFTextReader.maxAge { rest() }
        while true {
            let bytes = try openBytes()
            if let found = try open(bytes, pdfium, read) { return found }
            try bytes.fetchMissing()
        }
    }

    /// Returns nil if pdfium did not get all bytes that it requested.  The document then has to be opened again.
    private func open<T: Sendable>(
        _ bytes: PDFBytes, _ pdfium: PDFium, _ read: (borrowing PDFDocument) throws(Failure) -> T
    ) throws(Failure) -> T? {
        var failure: Failure?
        var found: T?
        do throws(Failure) {
            found = try pdfium.withLock { () throws(Failure) -> T in
                defer { if bytes.missing != nil { document = nil } }
                return try read(openDocument(bytes, pdfium).document)
            }
        } catch {
            failure = error
        }
        if bytes.missing != nil { return nil }
        if let failure {
            // If the document cannot be opened, no page can be read.
            if document == nil { self.failure = failure }
            throw failure
        }
        age += 1
        return found
    }

    private func openDocument(_ bytes: PDFBytes, _ pdfium: PDFium) throws(Failure) -> OpenDocument {
        if let document { return document }
        let open = try OpenDocument(bytes, password: options.password, pdfium.functions)
        guard bytes.missing == nil else { throw PDFDocument.unreadablePage }
        document = open
        age = 0
        return open
    }

    private func openBytes() throws(Failure) -> PDFBytes {
        if let bytes, bytes.fetched <= PDFTextReader.mostFetched { return bytes }
        rest()
        let new = try PDFBytes(source, limits: options.limits)
        bytes = new
        forms = try PDFFormGuard(new)
        return new
    }
}
