// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF

/// Reads the texts of the pages of a PDF in a publication, one at a time, for one user.
final class PDFPageTexts {
    let link: Link
    private let publication: Publication
    private let reader: PDFTextReader
    private var warnings = 0
    /// The page that was read ahead.
    private var next: (page: Int, text: PDFPageText)?

    private static let maxWarnings = 20

    /// - Parameter work: the work of a call that may read more than this.
    init(_ link: Link, of publication: Publication, _ work: Work? = nil) throws(Failure) {
        self.link = link
        self.publication = publication
        reader = PDFTextReader(try publication.get(link).source(work), publication.opening.pdf)
    }

    /// The reason why no page can be read.
    var failure: Failure? { reader.failure }

    /// Closes the document until the next page is read.
    func rest() { reader.rest() }

    /// The number of pages that the document declares.
    func pageCount() throws(Failure) -> Int {
        try publication.withinResource(link) { () throws(Failure) in try reader.pageCount() }
    }

    /// The text of a page, or an empty text if the page cannot be read, which is logged.
    ///
    /// Throws errors that concern the document or its source rather than the page.  An error of the document is permanent.
    func text(ofPage index: Int) throws(Failure) -> PDFPageText {
        do throws(Failure) {
            return try reader.text(ofPage: index)
        } catch {
            guard reader.failure == nil, error.status == .format || error.status == .limit else {
                throw error.within(link.href).within(publication.name)
            }
            warn(index, error)
            return PDFPageText()
        }
    }

    /// The text of a page, alone and followed by the first paragraph of the next page.
    func texts(
        ofPage index: Int, of pageCount: Int
    ) throws(Failure) -> (own: PDFPageText, continued: PDFPageText) {
        let own = if let next, next.page == index { next.text } else { try text(ofPage: index) }
        guard index + 1 < pageCount else { return (own, own) }
        let following = try text(ofPage: index + 1)
        next = (index + 1, following)
        return (own, own.continued(by: following))
    }

    private func warn(_ index: Int, _ failure: Failure) {
        warnings += 1
        guard warnings <= PDFPageTexts.maxWarnings else { return }
        let more = warnings == PDFPageTexts.maxWarnings ? "  Further pages are not reported." : ""
        publication.log([
            Warning(
                .moderate, "The text of page \(index + 1) is omitted: \(failure.message)\(more)",
                path: [publication.name, link.href])
        ])
    }
}
