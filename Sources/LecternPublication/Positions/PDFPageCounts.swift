// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternPDF

/// The page counts of the PDFs in a package.
struct PDFPageCounts {
    private let opening: OpenContext

    /// - Parameter opening: how the package was opened.
    init(_ opening: OpenContext) { self.opening = opening }

    /// The number of pages of each link in the reading order.  It is 0 if the file is missing or encrypted, or if it
    /// cannot be opened, for example because pdfium is not available.
    func counts(
        of links: [Link], _ publication: ParsedPublication, in container: any Container
    ) throws(Failure) -> [Int] {
        var counts = [Int](repeating: 0, count: links.count)
        // Without pdfium, no file is read.
        if (try? PDFium.load(opening.context.pdfium)) != nil {
            var budget = ReadBudget(opening.limits)
            for (index, link) in links.enumerated() {
                let href = String(Href.path(link.href))
                guard publication.encryptions[href] == nil,
                    let path = publication.entryPaths[href] ?? Href.entryPath(href),
                    let entry = try container.find(path)
                else { continue }
                counts[index] = try count(entry, in: container, &budget)
            }
        }
        return counts
    }

    // MARK: Persistent cache

    /// Returns nil if a count is missing, because the file or pdfium may be available the next time.
    static func written(_ counts: [Int]) -> ByteBuffer? {
        guard counts.allSatisfy({ $0 > 0 }) else { return nil }
        var json = JSONWriter()
        json.beginArray()
        for count in counts { json.integer(count) }
        json.endArray()
        return json.finish()
    }

    static func read(_ text: ByteBuffer, of links: [Link]) -> [Int]? {
        let json = text.withBytes { try? JSONParser.parse($0, source: "counts", maxDepth: 2) }
        let counts = (json?.array ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        guard counts.count == links.count, counts.allSatisfy({ (1...Int(Int32.max)).contains($0) }) else { return nil }
        return counts
    }

    /// Throws failures that do not concern the PDF itself.
    private func count(
        _ entry: ContainerEntry, in container: any Container, _ budget: inout ReadBudget
    ) throws(Failure) -> Int {
        do throws(Failure) {
            let source: any ByteSource =
                entry.isCompressed
                ? MemorySource(try container.read(entry, budget: &budget))
                : EntrySource(entry, in: container, opening.limits)
            let bytes = try PDFBytes(source, limits: opening.limits)
            return try PDFDocument.with(bytes, opening.pdf) { $0.pageCount }
        } catch {
            if error.isOfSource { throw error.within(entry.path) }
            return 0
        }
    }
}
