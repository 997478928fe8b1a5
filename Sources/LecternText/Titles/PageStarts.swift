// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// Where pages begin in one document.
public struct PageStarts: Sendable {
    private let starts: [(node: MarkupTree.Node, label: String)]
    private let outer: String?

    /// - Parameters:
    ///   - entries: the entries for the document.  If no element has the id of an entry, the page begins with the
    ///     document.
    ///   - outer: the label of the text before the first entry.
    public init(_ entries: [SearchTitles.Entry], in tree: MarkupTree, outer: String?) {
        let places = tree.elements(withIDs: Set(entries.compactMap(\.id)))
        let known = entries.enumerated().map { number, entry in
            (node: entry.node ?? entry.id.flatMap { places[$0] } ?? 0, number: number, label: entry.title)
        }
        starts = known.sorted { ($0.node, $0.number) < ($1.node, $1.number) }.map { ($0.node, $0.label) }
        self.outer = outer
    }

    public func label(at node: MarkupTree.Node, preferring said: String?) -> String? {
        let before = starts[..<starts.partitionPoint { $0.node <= node }]
        guard let last = before.last else { return outer }
        let here = before.reversed().prefix { $0.node == last.node }.reversed()
        return PageStarts.label(of: here.map(\.label), preferring: said)
    }

    /// If several pages begin at one place, all but the last are empty.
    public static func label(of pages: [String], preferring said: String?) -> String? {
        said.flatMap { pages.contains($0) ? $0 : nil } ?? pages.last
    }
}
