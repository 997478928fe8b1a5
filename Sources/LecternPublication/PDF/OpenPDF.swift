// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The last PDF that was read.  It is kept open while the parts of a reading order are visited.
struct OpenPDF {
    private let publication: Publication
    private var open: (number: Int, texts: PDFPageTexts)?

    init(_ publication: Publication) { self.publication = publication }

    mutating func texts(of part: ReadingPart, _ work: Work) throws(Failure) -> PDFPageTexts {
        if let open, open.number == part.number { return open.texts }
        let new = try PDFPageTexts(part.link, of: publication, work)
        open = (part.number, new)
        return new
    }
}
