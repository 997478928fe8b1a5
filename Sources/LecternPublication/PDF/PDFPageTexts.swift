// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF

/// Reads the texts of the pages of a PDF in a publication, one at a time, for one user.
final class PDFPageTexts {
    let link: Link
    private let publication: Publication
    private let reader: PDFTextReader
    private var warnings = 0
    /// The pages that were read last.
    private var recent: [(page: Int, text: PDFPageText)] = []

    private static let maxWarnings = 20
    /// The number of pages on each side of a page that are looked at for the same running head.
    private static let reach = 2
    private static let mostRecent = 2 * reach + 3

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

    private func recentText(ofPage index: Int) throws(Failure) -> PDFPageText {
        if let known = recent.first(where: { $0.page == index }) { return known.text }
        let text = try text(ofPage: index)
        if recent.count >= PDFPageTexts.mostRecent { recent.removeFirst() }
        recent.append((index, text))
        return text
    }

    /// The text of a page, and the range of its body: what is left without the running head and foot.
    func page(_ index: Int, of pageCount: Int) throws(Failure) -> (text: PDFPageText, body: Range<Int>) {
        var text = PDFPageText()
        var others: [PDFPageText] = []
        let end = max(index + 1, min(pageCount, index + PDFPageTexts.reach + 1))
        for page in max(0, index - PDFPageTexts.reach)..<end {
            let read = try recentText(ofPage: page)
            if page == index { text = read } else { others.append(read) }
        }
        return (text, text.body(beside: others))
    }

    /// The texts in which the page is searched: its own, with the first paragraph of the next page behind it.  If a running
    /// foot stands between these, they are apart.
    func searched(_ index: Int, of pageCount: Int) throws(Failure) -> [SearchedPDFText] {
        let (own, body) = try page(index, of: pageCount)
        let alone = SearchedPDFText(text: own, end: own.bytes.count)
        guard index + 1 < pageCount else { return [alone] }
        let next = try page(index + 1, of: pageCount)
        let text = own.continued(at: body.upperBound, by: next.text, next.body)
        if body.upperBound == own.bytes.count { return [SearchedPDFText(text: text, end: own.bytes.count)] }
        return [alone, SearchedPDFText(text: text, end: body.upperBound, isSeam: true)]
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

/// A text that is searched for what begins on a page.
struct SearchedPDFText {
    let text: PDFPageText
    /// Where the page ends.  What begins behind it belongs to the next page.
    let end: Int
    /// Whether only what goes on behind the end is wanted, because the page is also searched by itself.
    var isSeam = false

    func accepts(_ range: Range<Int>) -> Bool {
        range.lowerBound < end && (!isSeam || range.upperBound > end)
    }

    /// The text around a match: that of the page, unless the match goes on.
    func bytes(around range: Range<Int>) -> ArraySlice<UInt8> {
        range.upperBound > end ? text.bytes[...] : text.bytes.prefix(end)
    }
}
