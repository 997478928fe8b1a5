// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reads the texts of the pages of a PDF, one at a time, for one user.
///
/// pdfium is told to read a page when our own reader has counted what that costs, and each page is a turn of its own.
/// Between two pages the document stays open, until `rest`: whoever reads some pages calls it behind the last one.
final class PDFPageTexts: @unchecked Sendable {
    let link: Link
    private let publication: Publication
    private let source: any ByteSource
    private var password: String?
    /// Whether it is what pdfium has made of a document that is damaged or encrypted.
    private var isCopy = false

    private var bytes: PDFBytes?
    private var objects: PDFObjects?
    private var tree = PDFPageTree()
    private var fonts = PDFFontCosts()
    private var inherited: PDFPageParts.Inherited = [:]
    private var document: OpenDocument?
    /// Pages that were read since it was opened.
    private var age = 0
    private let size: UInt64
    /// Seconds for what may still be done in this call.
    private var remaining = 0.0
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

    private static let maxCopy = 64 << 20
    /// pdfium keeps some of each page that it has read.
    private static let maxAge = 256
    /// Bytes of a source that does not have them in memory: then they are let go.
    private static let mostFetched: UInt64 = 64 << 20
    private static let maxWarnings = 20

    /// - Parameter work: of a call that may read more.
    init(_ link: Link, of publication: Publication, _ work: Work? = nil) throws(Failure) {
        self.link = link
        self.publication = publication
        let source = try publication.get(link).source(work)
        self.source = source
        size = try publication.withinResource(link) { () throws(Failure) in try source.size() }
        password = publication.opening.options.password
        refresh()
    }

    deinit { rest() }

    /// Begins a call of the host, which may take some seconds, and more for a large document: no honest one takes as
    /// long for each of its bytes.
    func refresh() { remaining = PDFPageTexts.seconds + Double(size) * PDFPageTexts.secondsPerByteOfFile }

    private static let seconds = 10.0
    private static let secondsPerByteOfFile = 2e-6

    /// Closes the document.
    func rest() {
        guard document != nil, let pdfium = try? PDFium.load(publication.opening.context.pdfium) else { return }
        try? pdfium.inTurn { document = nil }
    }

    // MARK: Pages

    /// As many as the document says that it has.
    func pageCount() throws(Failure) -> Int {
        try publication.withinResource(link) { () throws(Failure) in
            let bytes = try openBytes()
            return try PDFDocument.with(bytes, password: password, publication.opening) { $0.pageCount }
        }
    }

    /// The text of a page, or an empty one for a page that cannot be read, which is logged, or that is the same as very
    /// many before it.
    ///
    /// Throws what says nothing about the page, but about the document, which stays so, or about its source.
    func text(ofPage index: Int) throws(Failure) -> PDFPageText {
        if let failure { throw failure.within(link.href).within(publication.name) }
        do throws(Failure) {
            guard remaining > 0 else { throw PDFPageTexts.tooMuch }
            return try text(index) ?? PDFPageText()
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

    private static let tooIntricate = Failure(.limit, "It is too intricate.")
    private static let tooMuch = Failure(.limit, "Too much was read before it.")

    private func text(_ index: Int) throws(Failure) -> PDFPageText? {
        guard let cost = try cost(ofPage: index) else { return nil }
        guard !cost.isTooMuch else { throw PDFPageTexts.tooIntricate }
        remaining -= cost.seconds
        let pdfium = try PDFium.load(publication.opening.context.pdfium)
        if age >= PDFPageTexts.maxAge { rest() }
        while true {
            let bytes = try openBytes()
            if let found = try read(index, cost, bytes, pdfium) { return found }
            try bytes.fetchMissing()
        }
    }

    /// nil if pdfium did not get all the bytes that it asked for: then it has to begin anew with the document.
    private func read(
        _ index: Int, _ cost: PDFTextCost, _ bytes: PDFBytes, _ pdfium: PDFium
    ) throws(Failure) -> PDFPageText? {
        var failure: Failure?
        var text: PDFPageText?
        do throws(Failure) {
            text = try pdfium.inTurn { () throws(Failure) -> PDFPageText in
                defer { if bytes.missing != nil { document = nil } }
                let open = try openDocument(bytes, pdfium)
                guard let text = try open.document.text(ofPage: index, cost) else { throw PDFPageTexts.tooIntricate }
                return text
            }
        } catch {
            failure = error
        }
        if bytes.missing != nil { return nil }
        if let failure { throw failure }
        age += 1
        return text
    }

    private func openDocument(_ bytes: PDFBytes, _ pdfium: PDFium) throws(Failure) -> OpenDocument {
        if let document { return document }
        let open = try OpenDocument(bytes, password: password, pdfium.functions)
        guard bytes.missing == nil, open.document.hasValidCrossReferences else { throw PDFPageTexts.unclear }
        document = open
        age = 0
        return open
    }

    // MARK: What a page costs

    /// nil for a page that is not read.
    private func cost(ofPage index: Int) throws(Failure) -> PDFTextCost? {
        do throws(Failure) {
            return try countedCost(ofPage: index)
        } catch {
            switch error.status {
            case .format where !isCopy, .protected where !isCopy: break
            default: throw error
            }
        }
        try copy()
        return try countedCost(ofPage: index)
    }

    private func countedCost(ofPage index: Int) throws(Failure) -> PDFTextCost? {
        let objects = try openObjects()
        let before = objects.spent
        defer { remaining -= Double(objects.spent &- before) * PDFPageTexts.secondsPerByte }
        switch try tree.page(index, objects) {
        case .repeated: return nil
        case .missing: throw PDFDocument.unreadablePage
        case .at(let number):
            objects.renew()
            do throws(Failure) {
                let page = try PDFPageParts(try objects.dictionary(.reference(number)), objects, &inherited)
                return try PDFPageCost.ofText(page, objects, publication.opening.limits, fonts)
            } catch {
                throw error.status == .unsupported ? PDFPageTexts.tooIntricate : error
            }
        }
    }

    private static let secondsPerByte = 1.2e-7

    // MARK: The document

    private func openBytes() throws(Failure) -> PDFBytes {
        if let bytes, bytes.fetched <= PDFPageTexts.mostFetched || isCopy { return bytes }
        rest()
        let new = try PDFBytes(source, limits: publication.opening.limits)
        bytes = new
        objects = nil
        return new
    }

    private func openObjects() throws(Failure) -> PDFObjects {
        let bytes = try openBytes()
        if let objects { return objects }
        let new = try PDFObjects(bytes)
        guard !new.areEncrypted, try isSound(bytes) else { throw PDFPageTexts.unclear }
        objects = new
        return new
    }

    /// Whether pdfium reads the document as it is.
    private func isSound(_ bytes: PDFBytes) throws(Failure) -> Bool {
        try PDFDocument.with(bytes, password: password, publication.opening) { $0.hasValidCrossReferences }
    }

    private static let unclear = Failure(.format, "The document is damaged.")

    /// Goes on with what pdfium makes of the document: repaired, and with nothing encrypted.
    private func copy() throws(Failure) {
        rest()
        bytes = nil
        objects = nil
        do throws(Failure) {
            let whole = try PDFBytes(source, limits: publication.opening.limits)
            let copy = try PDFDocument.with(whole, password: password, publication.opening) {
                (document) throws(Failure) in try document.copy(most: PDFPageTexts.maxCopy)
            }
            bytes = try PDFBytes(MemorySource(copy), limits: publication.opening.limits)
        } catch {
            if !error.isOfSource { failure = error }
            throw error
        }
        isCopy = true
        password = nil
        tree = PDFPageTree()
        fonts = PDFFontCosts()
        inherited = [:]
    }
}
