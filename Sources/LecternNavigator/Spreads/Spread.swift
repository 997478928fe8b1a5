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

    static func isReversed(_ progression: ReadingProgression?) -> Bool { progression == .rtl || progression == .btt }
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
