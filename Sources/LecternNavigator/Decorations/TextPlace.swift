// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Where something stands in the text of decorations: half the size of a range, as there are many.
struct TextPlace: Sendable {
    /// No text is longer, so that no number here is too large.
    static let maxTextSize = 1 << 30

    private let first: UInt32
    private let length: UInt32

    init(_ range: Range<Int>) {
        first = UInt32(truncatingIfNeeded: range.lowerBound)
        length = UInt32(truncatingIfNeeded: range.count)
    }

    var start: Int { Int(first) }
    var count: Int { Int(length) }

    func moved(by distance: Int) -> TextPlace { TextPlace(start + distance..<start + distance + count) }
}
