// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Places among the nodes of a document, and in its text.
extension ReadableDocument {
    /// - Parameter points: an end before the start is taken for the start.
    func place(_ points: DocumentPlace.Points) -> DocumentPlace {
        let start = offset(of: points.start)
        let end = points.end.map(offset) ?? start
        return DocumentPlace(
            range: start..<max(start, end), element: points.start.innermost(in: tree), points: points)
    }

    func isOrdered(_ start: DocumentPoint, _ end: DocumentPoint) -> Bool {
        CFI(index.paths.path(to: start)).compared(to: CFI(index.paths.path(to: end))) <= 0
    }

    func offset(of point: DocumentPoint) -> Int {
        switch point {
        case .element(let node): start(of: node)
        case .text(let node, let bytes): offset(bytes, in: node)
        case .gap(let element, let number): start(of: index.paths.node(behindGap: number, of: element))
        }
    }

    func points(of place: DocumentPlace) -> DocumentPlace.Points? {
        if place.range.isEmpty, let element = place.element { return DocumentPlace.Points(start: .element(element)) }
        guard let ends = searchText.places(of: place.range) else {
            return tree.body.map { DocumentPlace.Points(start: .element($0)) }
        }
        let start = DocumentPoint.text(ends.start.node, ends.start.offset)
        return DocumentPlace.Points(
            start: start, end: place.range.isEmpty ? nil : .text(ends.end.node, ends.end.offset))
    }

    // MARK: Ranges of a DOM

    public func domRange(of place: DocumentPlace, _ selectors: CSSSelectors) -> DOMRange? {
        (place.points ?? points(of: place)).flatMap { domRange($0, selectors) }
    }

    /// The range between two places in texts; nil where an end is none.
    func domRange(_ points: DocumentPlace.Points, _ selectors: CSSSelectors) -> DOMRange? {
        guard let start = domPoint(points.start, selectors) else { return nil }
        guard let last = points.end else { return DOMRange(start: start) }
        return domPoint(last, selectors).map { DOMRange(start: start, end: $0) }
    }

    private func domPoint(_ point: DocumentPoint, _ selectors: CSSSelectors) -> DOMRange.Point? {
        guard case .text(let node, let bytes) = point, let parent = tree.parent(of: node) else { return nil }
        var index = 0
        var child = tree.nodes[Int(parent)].firstChild
        while child >= 0, child != node {
            if !tree.isElement(child) { index += 1 }
            child = tree.nodes[Int(child)].nextSibling
        }
        return DOMRange.Point(
            cssSelector: selectors.selector(of: parent), textNodeIndex: index,
            charOffset: tree.units(before: bytes, of: node))
    }
}
