// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

extension SliceCounter {
    /// A PDF, page by page.
    mutating func read(
        _ texts: PDFPageTexts, _ starts: [SliceCounter.Start], _ work: Work
    ) throws(Failure) {
        let pages = try texts.pageCount()
        var cuts = starts.enumerated().map { order, start in
            (page: start.fragment.flatMap { Fragments([$0]).page } ?? 1, order: order)
        }[...]
        cuts.sort { $0 < $1 }
        for page in 0..<pages {
            while let next = cuts.first, next.page <= page + 1 {
                cut(at: Double(page) / Double(pages), section: starts[next.order].section)
                cuts.removeFirst()
            }
            try work.report()
            var count = TextCount()
            try texts.text(ofPage: page).bytes.withUnsafeBufferPointer { count.add($0) }
            add(ReadingCount(text: count))
            end(at: Double(page + 1) / Double(pages))
        }
        for cut in cuts { self.cut(at: 1, section: starts[cut.order].section) }
        end(at: 1)
    }
}
