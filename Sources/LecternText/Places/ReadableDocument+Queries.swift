// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

extension ReadableDocument {
    /// The place where the quote of a query is found.
    public func quotedPlace(of query: LocatorQuery, _ quote: QuotedPlace, _ work: Work) -> DocumentPlace? {
        let cfi = cfiPlace(of: query, work)
        if let place = cfi.flatMap({ quoted(quote, at: $0) }) { return place }
        if let place = query.locations.domRange.flatMap(place).flatMap({ quoted(quote, at: $0) }) { return place }
        if let place = textPosition(query.locations).flatMap({ quoted(quote, at: $0) }) { return place }
        let pointed = query.locations.xPointer.flatMap(place)?.place
        if let place = pointed.flatMap({ quoted(quote, at: $0) }) { return place }
        return place(of: quote, query.locations, near: cfi ?? pointed)
    }

    /// The range of the text of a query, if it has exactly one place.
    public func placed(_ query: LocatorQuery, _ quote: QuotedPlace, _ work: Work) -> (range: DOMRange?, fit: QuoteFit) {
        // Most locators come from a selection, and the text has not changed since.
        if let said = query.locations.domRange, let place = place(said),
            says(quote.highlight, at: place.range, work) || says(quote.highlight, at: place.points)
        {
            return (said, .exact)
        }
        guard let place = quotedPlace(of: query, quote, work), let match = place.match, match.fit != .lost else {
            return (nil, .lost)
        }
        if match.fit == .exact, match.rivals.count > 0, !query.hasTextOfFragment { return (nil, .ambiguous) }
        return (domRange(of: place, index.selectors(work)), match.fit)
    }

    private func says(_ highlight: [UInt16], at points: DocumentPlace.Points?) -> Bool {
        guard case .text(let node, let byte) = points?.start, case .text(let last, let end) = points?.end else {
            return false
        }
        return says(highlight, from: .init(node: node, offset: byte), to: .init(node: last, offset: end))
    }

    /// The place that the locations of a query refer to, regardless of the text.  The most precise location is used
    /// first.  Locations that cannot be resolved are ignored.
    public func statedPlace(of query: LocatorQuery, _ work: Work) -> DocumentPlace? {
        let locations = query.locations
        let cfi = cfiPlace(of: query, work)
        if let cfi, cfi.fit != .doubtful { return cfi }
        if let place = locations.domRange.flatMap(place) { return place }
        if let place = textPosition(locations) { return place }
        let pointed = locations.xPointer.flatMap(place)
        if let pointed, pointed.isExact { return pointed.place }
        if let element = locations.cssSelector.flatMap(element(selectedBy:)) { return place(element) }
        if let near = cfi ?? pointed?.place { return near }
        if let element = locations.parsedFragments.htmlID.flatMap(element(named:)) { return place(element) }
        return locations.progression.map { place(at: $0) }
    }

    public func place(at progression: Double) -> DocumentPlace {
        let offset = offset(at: progression)
        return DocumentPlace(range: offset..<offset)
    }

    private func cfiPlace(of query: LocatorQuery, _ work: Work) -> DocumentPlace? {
        query.locations.partialCfi.flatMap { CFI(partial: $0) }.flatMap { place($0, work) }
    }

    /// The range of code points in the element that a selector names, or else in the body.
    private func textPosition(_ locations: Locator.Locations) -> DocumentPlace? {
        guard let position = TextPosition(locations) else { return nil }
        let scope =
            if let selector = locations.cssSelector { element(selectedBy: selector) } else { tree.body ?? tree.root }
        return scope.flatMap { position.points(in: $0, of: tree) }.map { place($0) }
    }

    public func place(_ element: MarkupTree.Node) -> DocumentPlace {
        let start = start(of: element)
        return DocumentPlace(range: start..<start, element: element)
    }

    // MARK: Elements

    private func element(selectedBy selector: String) -> MarkupTree.Node? {
        CSSSelector(selector).flatMap { tree.first($0) }
    }

    /// Finds an element by its id, which may be percent-encoded.
    func element(named id: String) -> MarkupTree.Node? {
        index.element(withID: id)
            ?? PercentEncoding.decoded(id[...]).flatMap { $0 == id ? nil : index.element(withID: $0) }
    }

    /// Whether a fragment refers to an existing element, or to something other than an element, such as a region.
    public func understands(_ fragment: String) -> Bool {
        let parsed = Fragments([fragment])
        if let id = parsed.htmlID { return element(named: id) != nil }
        return parsed.time != nil || parsed.page != nil || parsed.space != nil || parsed.viewRect != nil
    }

    private func place(_ range: DOMRange) -> DocumentPlace? {
        guard let start = point(range.start, orOffset: 0) else { return nil }
        return place(DocumentPlace.Points(start: start, end: range.end.flatMap { point($0, orOffset: .max) }))
    }

    /// - Parameter orOffset: the offset in UTF-16 code units if the point has none.
    private func point(_ point: DOMRange.Point, orOffset: Int) -> DocumentPoint? {
        element(selectedBy: point.cssSelector).flatMap { textNode(point.textNodeIndex, of: $0) }.map { node in
            .text(node, tree.bytes(before: point.charOffset ?? orOffset, of: node))
        }
    }

    // MARK: Quotes

    /// The place, if it has the text of the quote.
    private func quoted(_ quote: QuotedPlace, at place: DocumentPlace) -> DocumentPlace? {
        guard !place.range.isEmpty, says(quote.highlight, at: place.range, quote.work),
            let match = self.match(quote, place.range, allowsErrors: false), match.fit == .exact
        else { return nil }
        var place = place
        place.match = match
        return place
    }

    /// Finds a quote in the element that the query names, or anywhere.
    private func place(
        of quote: QuotedPlace, _ locations: Locator.Locations, near said: DocumentPlace?
    ) -> DocumentPlace? {
        let element = locations.cssSelector.flatMap { self.element(selectedBy: $0) }
        let hint = said?.range.lowerBound ?? self.hint(locations, element)
        if let element, let match = self.match(quote, range(of: element), hint: hint, allowsErrors: false), match.isGood
        {
            return DocumentPlace(range: match.range, match: match)
        }
        let anywhere = self.match(quote, hint: hint, allowsErrors: true)
        let found = element.flatMap { similar(quote, $0, hint, unless: anywhere) } ?? anywhere
        guard let best = found ?? text.withUnsafeBufferPointer(quote.onlyMisquoted) else { return nil }
        let start = best.range.lowerBound
        let isAtStatedPlace =
            element.map { range(of: $0) }.map { $0.contains(start) || $0.lowerBound == start }
            ?? (leadsSomewhere(locations) && isNear(start, locations.progression))
        return DocumentPlace(range: best.range, isAtStatedPlace: isAtStatedPlace, match: best)
    }

    private func hint(_ locations: Locator.Locations, _ element: MarkupTree.Node?) -> Int? {
        let named = element ?? locations.parsedFragments.htmlID.flatMap { self.element(named: $0) }
        return locations.progression.map { offset(at: $0) } ?? named.map { start(of: $0) }
    }

    /// Whether the document has everything that the locations refer to; false if they have a selector, which was tried
    /// before without success.
    private func leadsSomewhere(_ locations: Locator.Locations) -> Bool {
        locations.cssSelector == nil && locations.parsedFragments.htmlID.map { element(named: $0) != nil } ?? true
    }

    /// An approximate match in the element that the query names, unless another match is better.
    private func similar(
        _ quote: QuotedPlace, _ element: MarkupTree.Node, _ hint: Int?, unless other: QuotedPlace.Match?
    ) -> QuotedPlace.Match? {
        if other?.fit == .exact || quote.hasSurroundings { return nil }
        let found = text.withUnsafeBufferPointer { quote.similar(in: $0, range(of: element), hint: hint) }
        return found.flatMap { other?.isBetter(than: $0) ?? false ? nil : $0 }
    }

    /// A tolerance, because toolkits measure progressions in slightly different ways.
    private func isNear(_ offset: Int, _ progression: Double?) -> Bool {
        progression.map { abs($0 - self.progression(at: offset)) <= 0.05 } ?? true
    }
}
