// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// How much there is to read in a part of a publication.
struct ReadingCount: Sendable, Equatable {
    var text = TextCount()
    /// Footnotes and endnotes, which are not part of the text.
    var notes = TextCount()
    var images = 0

    static func += (a: inout ReadingCount, b: ReadingCount) {
        a.text += b.text
        a.notes += b.notes
        a.images += b.images
    }
}

/// A part of a resource that belongs to one section.
struct ReadingSlice: Sendable, Equatable {
    /// The index in the reading order.
    let resource: Int
    /// The index among the sections; nil before the first one.
    let section: Int?
    /// The progressions in the resource.
    let range: ClosedRange<Double>
    let count: ReadingCount
}
