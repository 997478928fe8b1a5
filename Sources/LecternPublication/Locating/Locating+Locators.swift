// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// Completes locators.
extension Locating {
    /// - Parameter keeping: whether the locations of the query are correct for the place.
    mutating func locator(
        at found: DocumentPlace, of document: ReadableDocument, in target: Target, keeping: Bool
    ) throws(Failure) -> Locator {
        let place = toItsEnd(found, in: document)
        var locator = blank(target)
        if keeping { locator.locations = query.locations.normalized }
        if place.match != nil, place.points == nil {
            // The text is not where the query says.
            locator.locations.other["textPosition"] = nil
            locator.locations.domRange = nil
        }
        describe(place, of: document, in: &locator)
        described = (place, document, target)
        if keeping, query.isQuote, fit != .ambiguous, place.match?.fit ?? .exact == .exact {
            // White space may have been quoted as rendered.  The source text can be found by any reader.
            let own = place.range.isEmpty ? nil : locator.text.highlight
            locator.text = query.text.merged(over: locator.text)
            if let own, let quoted = query.text.highlight, !Locating.holds(quoted, own) { locator.text.highlight = own }
        }
        locator = numbered(locator, in: target, titleAt: place, of: document)
        try addCFI(of: place, document, in: target, to: &locator)
        try addXPointer(of: place, document, in: target, to: &locator)
        return locator
    }

    /// A place that reaches to the end of the text, if the query has only its beginning and its end.
    private mutating func toItsEnd(_ found: DocumentPlace, in document: ReadableDocument) -> DocumentPlace {
        guard found.match != nil, let end = query.textEnd.flatMap({ QuotedPlace($0, work, isOfWords: true) }) else {
            return found
        }
        let rest = found.range.upperBound..<document.text.count
        guard let match = document.match(end, rest, allowsErrors: false), match.fit != .lost else {
            if fit == .exact { fit = .nearby }
            return found
        }
        var place = found
        place.range = found.range.lowerBound..<match.range.upperBound
        return place
    }

    /// Whether a text contains another one unchanged, so that they only differ at the ends.
    private static func holds(_ text: String, _ part: String) -> Bool {
        var search = SequenceSearch(Array(part.utf8))
        return part.isEmpty || text.utf8.contains { search.finds($0) }
    }

    private func blank(_ target: Target) -> Locator {
        Locator(
            href: target.href, type: target.link.type ?? query.type ?? positions.fallbackType, title: query.title)
    }

    /// Adds the members that the document determines, unless they are present.
    private func describe(_ place: DocumentPlace, of document: ReadableDocument, in locator: inout Locator) {
        let start = place.range.lowerBound
        if locator.locations.progression == nil { locator.locations.progression = document.progression(at: start) }
        let element = place.element ?? document.block(around: document.textNode(at: start))
        if locator.locations.cssSelector == nil, let element {
            locator.locations.cssSelector = document.index.selectors(work).selector(of: element)
        }
        if locator.locations.domRange == nil, fit != .lost, fit != .ambiguous {
            locator.locations.domRange = document.domRange(of: place, document.index.selectors(work))
        }
        if locator.locations.fragments.isEmpty, let id = document.idOfElement(beginningAt: start) {
            locator.locations.fragments = [id]
        }
        locator.text = document.text.withUnsafeBufferPointer { text in
            var around = Snippet(text).text(at: place.range)
            around.before = around.before.map(SearchText.line)
            around.highlight =
                place.range.isEmpty ? nil : document.source(of: place.range) ?? around.highlight.map(SearchText.line)
            around.after = around.after.map(SearchText.line)
            return around
        }
    }

    /// Completes a locator that was found by numbers with the members that the document determines.
    mutating func completed(_ found: Locator, in target: Target) throws(Failure) -> Locator {
        var locator = found
        // The titles of a published list are those of its author.
        locator.title = query.title ?? (positions.members.areGiven ? found.title : nil)
        guard let document = try readable(target) else {
            locator = numbered(locator, in: target, titleAt: nil, of: nil)
            try addCFI(of: nil, nil, in: target, to: &locator)
            try addXPointer(of: nil, nil, in: target, to: &locator)
            return locator
        }
        let place =
            document.statedPlace(of: LocatorQuery(found), work) ?? document.place(at: found.locations.progression ?? 0)
        describe(place, of: document, in: &locator)
        described = (place, document, target)
        locator = numbered(locator, in: target, titleAt: place, of: document)
        try addCFI(of: place, document, in: target, to: &locator)
        try addXPointer(of: place, document, in: target, to: &locator)
        return locator
    }

    // MARK: Numbers

    /// The locator for numbers in the query, or for the whole resource if there are none.
    ///
    /// - Parameter document: nil if the resource is not a document, or cannot be read.  A missing place cannot be
    ///   detected then.
    mutating func locator(byNumbersIn target: Target, _ document: ReadableDocument?) throws(Failure) -> Locator {
        let progression = try progression(in: target)
        if progression == nil, document != nil, query.saysMoreThanFragments {
            throw missing("The place was not found in \"\(target.href)\".")
        }
        var locator = blank(target)
        locator.locations = query.locations.normalized
        locator.text = query.text
        if locator.locations.progression == nil { locator.locations.progression = progression }
        if !query.saysWhere, locator.locations.progression == nil, !positions.isByNumbers(target.index) {
            locator.locations.progression = 0
        }
        let place = document?.place(at: progression ?? 0)
        if let document, let place {
            described = (place, document, target)
            describe(place, of: document, in: &locator)
            if query.isQuote { locator.text = query.text }
        }
        locator = numbered(locator, in: target, titleAt: place, of: document)
        try addCFI(of: progression == nil ? nil : place, document, in: target, to: &locator)
        try addXPointer(of: progression == nil ? nil : place, document, in: target, to: &locator)
        return locator
    }

    /// The progression in a resource of a page, a time, a position or a total progression.
    func progression(in target: Target) throws(Failure) -> Double? {
        let locations = query.locations
        let fragments = locations.parsedFragments
        guard let index = target.index else { return locations.progression }
        if let page = fragments.page, let count = positions.pageCount(ofResource: index) {
            guard page <= count else {
                throw missing("There is no page \(page): \"\(target.href)\" has \(count) pages.")
            }
            return Double(page - 1) / Double(count)
        }
        if let time = fragments.time, let duration = recording.duration(ofItem: index) {
            let begin = time.begin ?? 0
            guard begin <= duration else {
                throw missing("There is nothing at \(begin) seconds: \"\(target.href)\" lasts \(duration) seconds.")
            }
            return begin / duration
        }
        if let progression = locations.progression { return progression }
        if let number = locations.position {
            guard let position = positions.index(ofNumber: number),
                positions.resource(holding: position)?.resource == index
            else { throw missing("The position \(number) is not in \"\(target.href)\".") }
            return positions.locator(at: position)?.locations.progression
        }
        guard let share = locations.totalProgression, let range = range(ofItem: index) else { return nil }
        guard range.contains(share) else {
            throw missing("The total progression \(share) is not in \"\(target.href)\".")
        }
        return range.progression(at: share)
    }

    /// The range of an item of the reading order in the publication.
    private func range(ofItem index: Int) -> ClosedRange<Double>? {
        let ofPositions = positions.recording == nil ? positions.totalProgressions(ofResource: index) : nil
        return ofPositions ?? recording.totalProgressions(ofItem: index)
    }

    /// Adds the numbers that follow from the progression in the resource, and the title.
    func numbered(
        _ found: Locator, in target: Target, titleAt place: DocumentPlace?, of document: ReadableDocument?
    ) -> Locator {
        var locations = found.locations
        let progression = locations.progression ?? 0
        if let index = target.index {
            if locations.position == nil {
                locations.position = positions.positionRange(ofResource: index)?.position(of: locations)
            }
            if locations.totalProgression == nil {
                locations.totalProgression = range(ofItem: index)?.totalProgression(at: progression)
            }
            let fragments = locations.parsedFragments
            if let count = positions.pageCount(ofResource: index), fragments.page == nil {
                locations.fragments.append("page=\(min(Int(progression * Double(count) + 1e-9), count - 1) + 1)")
            }
            if let duration = recording.duration(ofItem: index), fragments.time == nil {
                locations.fragments.append("t=\(Int64(exactly: (progression * duration).rounded(.down)) ?? 0)")
            }
        }
        var locator = found
        locator.locations = locations.normalized
        locator.title = found.title ?? title(locator, in: target, place, document)
        if query.asksForPage { locator.locations.pageLabel = pageLabel(locator, in: target, place, document) }
        return locator
    }

    // MARK: Titles

    /// The title of the last entry in the table of contents at or before a place.
    private func title(
        _ locator: Locator, in target: Target, _ place: DocumentPlace?, _ document: ReadableDocument?
    ) -> String? {
        let titles = publication.titles
        let entries = titles[target.href]
        let outer = target.index.flatMap(titles.inherited) ?? target.link.title
        if let document, let node = place.map(document.node) {
            return SectionTitles(entries, in: document.tree, outer: outer).title(at: node)
        }
        let found = titles.title(at: locator.locations.parsedFragments, of: target.href, outer: outer)
        return found ?? entries.first?.title ?? outer
    }

    /// The label of the page that a place is on.
    private func pageLabel(
        _ locator: Locator, in target: Target, _ place: DocumentPlace?, _ document: ReadableDocument?
    ) -> String? {
        guard let pageLabels else { return nil }
        guard let document, let node = place.map(document.node) else {
            return pageLabels.label(of: locator, in: target)
        }
        let pages = pageLabels.starts(in: target, document.tree)
        return pageLabels.label(of: locator, in: target, node, pages)
    }
}

extension Locator.Text {
    /// Returns this text, with missing members taken from another one.
    func merged(over other: Locator.Text) -> Locator.Text {
        var text = self
        if before == nil { text.before = other.before }
        if highlight == nil { text.highlight = other.highlight }
        if after == nil { text.after = other.after }
        return text
    }
}
