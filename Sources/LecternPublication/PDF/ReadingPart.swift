// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF

/// A part of the reading order that is read at once: a resource, or some pages of a PDF, which may be very long.
struct ReadingPart {
    /// The index of the resource in the reading order.
    let number: Int
    let link: Link
    /// The indices of pages of a PDF, from 0.
    let pages: Range<Int>?
    let pageCount: Int

    /// The number of pages that are read without closing the document.  Parts always begin at the same pages.
    static let length = 16

    static func isPDF(_ link: Link) -> Bool {
        (link.type ?? MediaType.guess(path: link.href)).flatMap(MediaType.essence) == MediaType.pdf
    }
}

extension Publication {
    /// The parts of some resources, in order.  If there are PDFs, this needs their positions.
    func parts(
        of resources: [(number: Int, link: Link)], _ positionsCache: inout PositionsCache
    ) throws(Failure) -> [ReadingPart] {
        let hasPDF = resources.contains { ReadingPart.isPDF($0.link) }
        let positions = try hasPDF ? positionsCache.allOrNone() : .none([])
        var parts: [ReadingPart] = []
        for (number, link) in resources {
            guard ReadingPart.isPDF(link) else {
                parts.append(ReadingPart(number: number, link: link, pages: nil, pageCount: 0))
                continue
            }
            let count =
                if let known = positions.pageCount(ofResource: number) { known } else { try countedPages(of: link) }
            for first in stride(from: 0, to: count, by: ReadingPart.length) {
                let pages = first..<min(first + ReadingPart.length, count)
                parts.append(ReadingPart(number: number, link: link, pages: pages, pageCount: count))
            }
        }
        return parts
    }

    /// Returns at least one page, so that reading it reports why the document cannot be read.
    private func countedPages(of link: Link) throws(Failure) -> Int {
        do throws(Failure) {
            return max(1, try PDFPageTexts(link, of: self).pageCount())
        } catch {
            if error.isOfSource { throw error }
            return 1
        }
    }

    /// Logs why a resource is not read.  Throws errors that do not concern the resource.
    ///
    /// - Parameter purpose: the participle for the warning, as in "not read".
    func passOver(_ failure: Failure, _ purpose: String = "read") throws(Failure) {
        if failure.isOfSource { throw failure }
        log([Warning(.moderate, "A resource was not \(purpose): \(failure.message)", path: failure.path)])
    }

    /// Throws if there are only PDFs to read and pdfium cannot be loaded.
    func requirePDFium(for links: [Link]) throws(Failure) {
        guard !links.isEmpty, links.allSatisfy(ReadingPart.isPDF) else { return }
        try within(name) { () throws(Failure) in _ = try PDFium.load(opening.context.pdfium) }
    }
}
