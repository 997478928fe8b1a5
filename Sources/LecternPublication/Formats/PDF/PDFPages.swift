// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How many pages the PDFs of a package have.
enum PDFPages {
    /// For each link of the reading order; 0 for one that is not there, is encrypted, or cannot be opened.  Failures that
    /// say nothing about a PDF itself are thrown: of the source, and that there is no pdfium.
    static func counts(
        of links: [Link], in container: any Container, encryptions: [String: Encryption], _ opening: Opening
    ) throws(Failure) -> [Int] {
        var counts: [Int] = []
        var budget = ReadBudget(opening.limits)
        for link in links {
            guard encryptions[link.href] == nil, let entry = Href.entryPath(link.href).flatMap({ container.entry(at: $0) })
            else {
                counts.append(0)
                continue
            }
            do throws(Failure) {
                let source = MemorySource(try container.read(entry, budget: &budget))
                counts.append(try count(source, opening))
            } catch {
                guard !error.isOfSource, error.status != .unsupported else { throw error.within(entry.path) }
                counts.append(0)
            }
        }
        return counts
    }

    private static func count(_ source: any ByteSource, _ opening: Opening) throws(Failure) -> Int {
        try PDFDocument.with(source, password: opening.options.password, opening) { $0.pageCount }
    }
}
