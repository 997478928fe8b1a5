// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The resources that are shown together: one, or two pages of a fixed layout side by side.
package struct Spread: Sendable, Equatable {
    /// In reading order.
    package let first: Int
    package let second: Int?

    package init(_ first: Int, _ second: Int? = nil) {
        self.first = first
        self.second = second
    }

    package var indices: [Int] { second.map { [first, $0] } ?? [first] }

    package func contains(_ index: Int) -> Bool { index == first || index == second }

    /// What lies on which side; nil for a single resource, which has the view to itself.
    package func sides(_ progression: ReadingProgression?) -> (left: Int, right: Int)? {
        guard let second else { return nil }
        return Spread.isReversed(progression) ? (left: second, right: first) : (left: first, right: second)
    }

    /// How many of the publication's positions lie in it.
    ///
    /// - Parameter counts: one for each resource of the reading order.
    package func positionCount(_ counts: [Int]) -> Int {
        indices.reduce(0) { sum, index in counts.indices.contains(index) ? sum &+ counts[index] : sum }
    }

    static func isReversed(_ progression: ReadingProgression?) -> Bool { progression == .rtl || progression == .btt }
}

extension [Spread] {
    package func index(containing resource: Int) -> Int? { firstIndex { $0.contains(resource) } }
}

/// The properties of a resource that pairing depends on.
package struct SpreadPage: Sendable {
    package var layout: Layout
    /// The side that the publication wants it on.
    package var side: Presentation.Page?

    package init(layout: Layout, side: Presentation.Page?) {
        self.layout = layout
        self.side = side
    }
}
