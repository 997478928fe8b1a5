// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Resolves CFIs in a document, and creates the CFIs of its places.
extension ReadableDocument {
    /// Shorter assertions match almost anywhere, so they are not used to correct a place.
    private static let leastAssertion = 3

    /// The place given by the part of a CFI after its last `!`; nil if the document has no such place.
    func place(_ cfi: CFI, _ work: Work) -> DocumentPlace? {
        var walk = CFIWalk(self)
        let (from, to) = (cfi.start.path, cfi.end.path)
        guard let start = walk.point(at: from) else { return nil }
        let end = (cfi.range == nil ? nil : walk.point(at: to)).flatMap { isOrdered(start, $0) ? $0 : nil }
        var fit = cfi.range != nil && end == nil ? .doubtful : walk.fit
        let points = DocumentPlace.Points(
            start: asserted(from.terminal, at: start, &fit, work),
            end: end.map { asserted(to.terminal, at: $0, &fit, work) })
        var place = place(points)
        place.cfi = cfi
        place.fit = fit
        return place
    }

    // MARK: Assertions

    /// The place itself if the surrounding text confirms it, or else the nearest place with that text around it.
    private func asserted(
        _ terminal: CFI.Terminal, at point: DocumentPoint, _ fit: inout CFIFit, _ work: Work
    ) -> DocumentPoint {
        let (before, after) = (DenseText.units(terminal.textBefore ?? ""), DenseText.units(terminal.textAfter ?? ""))
        let here = offset(of: point)
        if point.element != nil || before.isEmpty && after.isEmpty || stands(before, after, around: here) {
            return point
        }
        let quote = Locator.Text(before: terminal.textBefore, after: terminal.textAfter)
        guard before.count + after.count >= ReadableDocument.leastAssertion, let found = QuotedPlace(quote, work),
            let match = text.withUnsafeBufferPointer({ text in
                found.match(in: text, 0..<text.count, hint: here, allowsErrors: false)
            }), let place = textPlace(at: match.range.lowerBound, isBehind: !before.isEmpty)
        else {
            fit = .doubtful
            return point
        }
        fit = max(fit, .corrected)
        return .text(place.node, place.offset)
    }

    /// The place after the last character before an offset, or before the first character that follows it.
    private func textPlace(at offset: Int, isBehind: Bool) -> MarkupTree.TextPoint? {
        guard isBehind else { return searchText.places(of: offset..<offset)?.start }
        let end = text[..<min(offset, text.count)].lastIndex { !SearchText.isGap($0) }.map { $0 + 1 } ?? offset
        return searchText.places(of: end..<end)?.end
    }

    /// Whether a place is between these two texts, ignoring white space.
    private func stands(_ before: [UInt16], _ after: [UInt16], around offset: Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            // There may be white space and ignored characters between any two characters.
            let far = 8 * (max(before.count, after.count) + 16)
            let head = DenseText(text, in: max(0, offset - far)..<offset).units
            let tail = DenseText(text, in: offset..<min(text.count, offset + far)).units
            return head.suffix(before.count).elementsEqual(before) && tail.starts(with: after)
        }
    }

    // MARK: CFIs of places

    /// The CFI of a place, relative to the root of this document; nil for the root itself.
    public func cfi(of place: DocumentPlace) -> CFI? {
        guard var points = place.points ?? points(of: place) else { return nil }
        // An empty range, and a range whose end comes before its start, is reduced to its start.
        if place.cfi == nil, let end = points.end, end == points.start || !isOrdered(points.start, end) {
            points.end = nil
        }
        let start = path(to: points.start, said: place.cfi?.start.path)
        guard let end = points.end.map({ path(to: $0, said: place.cfi?.end.path) }) else {
            return start.map { CFI($0) }
        }
        return start.flatMap { start in end.map { CFI(partialFrom: start, to: $0) } ?? CFI(start) }
    }

    /// - Parameter said: the path from which the place was found.  Its parts that do not affect the place are kept.
    private func path(to point: DocumentPoint, said: CFI.Path?) -> CFI.Path? {
        var path = index.paths.path(to: point)
        guard var steps = path.documents.last, let last = steps.indices.last else { return nil }
        if let said {
            let offset = path.terminal.offset
            path.terminal = said.terminal
            if offset != nil {
                // A place in text has neither a time nor a point.
                (path.terminal.offset, path.terminal.time, path.terminal.point) = (offset, nil, nil)
            }
            steps[last].assertion.parameters = said.documents.last?.last?.assertion.parameters ?? []
            path.documents[path.documents.count - 1] = steps
        }
        return path
    }
}
