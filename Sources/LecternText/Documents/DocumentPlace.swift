// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A place in a document: a range of its text, and an element.
public struct DocumentPlace {
    /// The byte range in the text; empty for a place without an end.
    public var range: Range<Int>
    /// The requested element; nil if only the text is known.
    public var element: MarkupTree.Node?
    /// Whether it is where the locations of the query say.  A quote may have moved.
    public var isAtStatedPlace = true
    /// How it fits the quote of the query, if it was found by it.
    public var match: QuotedPlace.Match?
    /// The exact place, if it is known more precisely than the range.
    public var points: Points?
    /// The CFI from which the place was found, within this document, and how well it fits.
    public var cfi: CFI?
    public var fit = CFIFit.exact

    public init(
        range: Range<Int>, element: MarkupTree.Node? = nil, isAtStatedPlace: Bool = true,
        match: QuotedPlace.Match? = nil,
        points: Points? = nil
    ) {
        self.range = range
        self.element = element
        self.isAtStatedPlace = isAtStatedPlace
        self.match = match
        self.points = points
    }

    public struct Points: Equatable {
        public var start: DocumentPoint
        /// nil for a place without an end.
        var end: DocumentPoint?
    }
}

extension ReadableDocument {
    /// The node that a place is at.
    public func node(at place: DocumentPlace) -> MarkupTree.Node {
        place.element ?? textNode(at: place.range.lowerBound) ?? tree.body ?? 0
    }
}
