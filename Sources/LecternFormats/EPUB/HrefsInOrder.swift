// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The hrefs of the reading order.  Most entries of a table of contents repeat them in the same order, and then share
/// their strings: a book with thousands of chapters needs half of them.
struct HrefsInOrder {
    private let links: [Link]
    private var next = 0
    /// How many links are skipped at most, such as those of a title page.
    private static let mostSkipped = 4

    init(_ links: [Link]) { self.links = links }

    /// See `Navigation.target`.
    mutating func target(
        _ slice: MarkupTree.Slice?, in tree: MarkupTree, base: HrefBase, _ log: inout WarningLog
    ) -> String? {
        if let slice, let known = tree.withBytes(of: slice, { find($0, base) }) { return known }
        return Navigation.target(slice, in: tree, base: base, &log)
    }

    private mutating func find(_ reference: UnsafeBufferPointer<UInt8>, _ base: HrefBase) -> String? {
        for place in next..<min(links.count, next + 1 + HrefsInOrder.mostSkipped)
        where base.resolves(reference, to: links[place].href) {
            next = place + 1
            return links[place].href
        }
        return nil
    }
}
