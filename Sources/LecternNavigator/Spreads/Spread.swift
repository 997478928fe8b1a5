// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The resources that are displayed together: one, or two fixed-layout pages side by side.
public struct Spread: Sendable, Equatable {
    /// Indices in the reading order.
    public let first: Int
    public let second: Int?

    public init(_ first: Int, _ second: Int? = nil) {
        self.first = first
        self.second = second
    }

    public var indices: [Int] { second.map { [first, $0] } ?? [first] }

    public func contains(_ index: Int) -> Bool { index == first || index == second }

    /// Returns the index of the resource on each side; nil for a single resource, which fills the view.
    public func sides(_ progression: ReadingProgression?) -> (left: Int, right: Int)? {
        guard let second else { return nil }
        return Spread.isReversed(progression) ? (left: second, right: first) : (left: first, right: second)
    }

    static func isReversed(_ progression: ReadingProgression?) -> Bool { progression == .rtl || progression == .btt }
}

/// The properties of a resource that affect spreads.
public struct SpreadPage: Sendable {
    public var layout: Layout
    /// The side that the publication declares.
    public var side: Presentation.Page?

    public init(layout: Layout, side: Presentation.Page?) {
        self.layout = layout
        self.side = side
    }
}
