// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// The amount of text and images in a part of a publication.
public struct ReadingCount: Sendable, Equatable {
    public var text: TextCount
    /// Footnotes and endnotes, which are not part of the text.
    public var notes: TextCount
    public var images: Int

    public init(text: TextCount = TextCount(), notes: TextCount = TextCount(), images: Int = 0) {
        self.text = text
        self.notes = notes
        self.images = images
    }

    public static func += (a: inout ReadingCount, b: ReadingCount) {
        a.text += b.text
        a.notes += b.notes
        a.images += b.images
    }
}

/// A part of a resource that belongs to one section.
public struct ReadingSlice: Sendable, Equatable {
    /// The index in the reading order.
    public let resource: Int
    /// The index among the sections; nil before the first one.
    public let section: Int?
    /// The progressions in the resource.
    public let range: ClosedRange<Double>
    public let count: ReadingCount

    public init(resource: Int, section: Int?, range: ClosedRange<Double>, count: ReadingCount) {
        self.resource = resource
        self.section = section
        self.range = range
        self.count = count
    }
}
