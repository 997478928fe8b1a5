// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The titles of the pages of a document.  Each page has the title of the last entry that begins on it or before it.
public struct PageTitles: Sendable {
    private let starts: [(page: Int, title: String)]
    private let outer: String?

    /// - Parameter outer: the title of the pages before the first entry.
    public init(_ entries: [SearchTitles.Entry], outer: String?) {
        self.outer = outer
        let known = entries.enumerated().map { number, entry in
            (page: entry.id.flatMap { Fragments([$0]).page } ?? 0, number: number, title: entry.title)
        }
        starts = known.sorted { ($0.page, $0.number) < ($1.page, $1.number) }.map { ($0.page, $0.title) }
    }

    /// - Parameter page: the number of a page, from 1.
    public func title(ofPage page: Int) -> String? {
        let behind = starts.partitionPoint { $0.page <= page }
        return behind > 0 ? starts[behind - 1].title : outer
    }
}
