// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The resources that are shown together: one, or two pages of a fixed layout side by side.
public struct Spread: Sendable, Equatable {
    /// In reading order.
    public let first: Int
    public let second: Int?

    public init(_ first: Int, _ second: Int? = nil) {
        self.first = first
        self.second = second
    }

    public var indices: [Int] { second.map { [first, $0] } ?? [first] }

    public func contains(_ index: Int) -> Bool { index == first || index == second }

    /// What lies on which side; nil for a single resource, which has the view to itself.
    public func sides(_ progression: ReadingProgression?) -> (left: Int, right: Int)? {
        guard let second else { return nil }
        return Spread.isReversed(progression) ? (left: second, right: first) : (left: first, right: second)
    }

    static func isReversed(_ progression: ReadingProgression?) -> Bool { progression == .rtl || progression == .btt }
}

/// The properties of a resource that pairing depends on.
public struct SpreadPage: Sendable {
    public var layout: Layout
    /// The side that the publication wants it on.
    public var side: Presentation.Page?

    public init(layout: Layout, side: Presentation.Page?) {
        self.layout = layout
        self.side = side
    }
}
