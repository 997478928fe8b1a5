// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// Elements of a document with their descendants, in document order.
struct NodeRanges: Sendable {
    private(set) var ranges: [Range<MarkupTree.Node>] = []

    mutating func append(_ range: Range<MarkupTree.Node>) { ranges.append(range) }

    /// The range that contains a node.
    func range(holding node: MarkupTree.Node) -> Range<MarkupTree.Node>? {
        let next = ranges.partitionPoint { $0.lowerBound <= node }
        return next > 0 && ranges[next - 1].contains(node) ? ranges[next - 1] : nil
    }

    func contains(_ node: MarkupTree.Node) -> Bool { range(holding: node) != nil }
}
