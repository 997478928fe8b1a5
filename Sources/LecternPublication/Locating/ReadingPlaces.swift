// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternMarkup
import LecternModel
import LecternText
import LecternThreads

/// The places of a publication while pages are turned: they are requested often, and mostly close to the last one.
///
/// It keeps the positions, and one document with its sections and pages, so that turning a page requires no reading.
public final class ReadingPlaces: Sendable {
    private let publication: Publication
    private let knownPositions = Lazy<Positions>()
    private let knownLabels = Lazy<PageLabels?>()
    private let last = Lock<OpenDocument?>(nil)

    public init(_ publication: Publication) { self.publication = publication }

    /// How many positions each item of the reading order has.
    public var counts: [Int] { positions.counts }

    /// Empty while the host does not serve them.
    private var positions: Positions {
        do throws(Failure) {
            return try knownPositions.value { () throws(Failure) in try publication.positionsOfResources() }
        } catch {
            return .none(publication.manifest.readingOrder)
        }
    }

    /// nil if they could not be read.
    private var labels: PageLabels? { knownLabels.value { try? publication.pageLabels() } }

    // MARK: Completing a locator

    /// A place that a page reports, with its position, its total progression, the title of its section, the label of its
    /// page, and its CFI.
    public func completed(_ reported: Locator) -> Locator {
        var locator = reported
        locator.title = nil
        locator.locations.position = nil
        locator.locations.totalProgression = nil
        guard let target = self.locating(reported).target(locator.href) else { return reported }
        var locating = locating(locator)
        locator.href = target.href
        locating.makesCFI = (try? publication.spinePath(to: target.link, at: target.index)) != nil
        let document = document(target, always: locating.makesCFI)
        let place = document?.readable.statedPlace(of: locating.query, locating.work)
        let node = place.flatMap { place in
            place.element ?? document?.readable.textNode(at: place.range.lowerBound)
        }
        // The title is looked up below, in the document that is kept.
        locator.title = "-"
        locator = locating.numbered(locator, in: target, titleAt: nil, of: nil)
        locator.title = title(of: locator, in: target, node, document) ?? target.link.title
        locator.locations.pageLabel = labels?.label(of: locator, in: target, node, document?.pages)
        // The page can use a place without a CFI.
        try? locating.addCFI(of: place, document?.readable, in: target, to: &locator)
        return locator
    }

    /// The label of a page of a PDF, from 1, if it has one.
    public func label(ofPage page: Int, in href: String) -> String? {
        labels?.titles[href].first { entry in entry.id.flatMap { Fragments([$0]).page } == page }?.title
    }

    private func locating(_ locator: Locator, _ work: Work? = nil) -> Locating {
        Locating(LocatorQuery(locator), in: publication, positions, work)
    }

    /// The title of the last section at or before a place.
    private func title(
        of locator: Locator, in target: Locating.Target, _ node: MarkupTree.Node?, _ document: OpenDocument?
    ) -> String? {
        if let document, let node { return document.titles.title(at: node) }
        let titles = publication.titles
        let outer = target.index.flatMap(titles.inherited)
        let found = titles.title(at: locator.locations.parsedFragments, of: target.href, outer: outer)
        return found ?? titles[target.href].first?.title ?? outer
    }

    // MARK: Documents

    /// A document that sections or pages begin inside of.
    private struct OpenDocument: Sendable {
        let href: String
        let readable: ReadableDocument
        let titles: SectionTitles
        let pages: PageStarts?
    }

    /// nil if the place inside of the resource does not matter, or if it cannot be read.
    private func document(
        _ target: Locating.Target, always: Bool = false, _ work: Work? = nil
    ) -> OpenDocument? {
        if let known = last.withLock({ $0 }), known.href == target.href { return known }
        let (titles, labels) = (publication.titles[target.href], labels?.titles[target.href] ?? [])
        guard always || (titles + labels).contains(where: { $0.id != nil || $0.node != nil }),
            !ReadingPart.isPDF(target.link)
        else {
            return nil
        }
        var locating = locating(Locator(href: target.href, type: target.link.type ?? MediaType.xhtml), work)
        guard let readable = try? locating.readable(target) else { return nil }
        let document = OpenDocument(
            href: target.href, readable: readable,
            titles: SectionTitles(
                titles, in: readable.tree,
                outer: target.index.flatMap(publication.titles.inherited) ?? target.link.title),
            pages: self.labels?.starts(in: target, readable.tree))
        last.withLock { $0 = document }
        return document
    }

    // MARK: Places to go to

    /// The locator for a description of a place in the reading order, or in a document outside of it.  Documents are
    /// not read for locations that a page can resolve by itself.  A text gets its range, and a CFI is replaced.
    public func place(_ query: LocatorQuery) throws(Failure) -> Locator {
        if let found = byNumbers(query) { return found }
        var locating = Locating(query, in: publication, positions)
        // The page resolves neither of these.
        let needsReading =
            query.locations.domRange == nil && (query.locations.hasCFIOrXPointer || query.isQuote)
        guard !needsReading, let href = query.href, let target = locating.target(href) else {
            if let target = query.href.flatMap(locating.target), let document = document(target, always: true) {
                locating.known = (document.href, document.readable)
            }
            var locator = try locating.locate()
            if locating.fit != .lost { locator.other["fit"] = locating.fit.map { .string($0.name) } }
            return locator
        }
        guard target.index != nil || LinkFilter(kind: .html).matches(target.link) else {
            throw locating.missing("\"\(href)\" is neither in the reading order nor a document.")
        }
        return Locator(
            href: target.href, type: target.link.type ?? query.type ?? MediaType.octetStream, title: query.title,
            locations: query.locations.normalized, text: query.text)
    }

    /// The place of a position or a total progression, if the query has no other location.
    private func byNumbers(_ query: LocatorQuery) -> Locator? {
        let known = ["fragments", "fragment", "progression", "cssSelector", "partialCfi", "domRange", "xPointer"]
        guard !query.isQuote, !known.contains(where: { query.locations.json[$0] != nil }) else { return nil }
        let positions = positions
        if let number = query.locations.position {
            return positions.index(ofNumber: number).flatMap { positions.locator(at: $0) }
        }
        guard let share = query.locations.totalProgression, query.href == nil else { return nil }
        return LocatorService(publication.manifest, positions: positions).locate(totalProgression: share)
    }

    /// Adds a range and a text to the locators of one call that only have a CFI or an XPointer, which pages cannot
    /// resolve.  Returns nil for other locators, and for those that cannot be resolved.
    public func follower() -> (Locator) -> Locator? {
        let work = publication.work("locate")
        return { self.followed($0, work) }
    }

    private func followed(_ locator: Locator, _ work: Work) -> Locator? {
        guard locator.isPointer else { return nil }
        var asked = locator
        // The title is not needed, and looking it up takes time.
        asked.title = "-"
        var locating = locating(asked, work)
        if let target = locating.target(locator.href), let document = document(target, always: true, work) {
            locating.known = (document.href, document.readable)
        }
        guard let found = try? locating.locate(), locating.fit != .lost else { return nil }
        return locator.with(found)
    }

    /// Finds the texts, CFIs and XPointers of locators in their documents, for one call.  Ambiguous places, and those that
    /// are not there, have no range; the member `fit` says so.  nil for a locator with none of these, and where there is no
    /// document.
    public func placer() -> (Locator) -> Locator? {
        let work = publication.work("locate")
        return { self.placed($0, work) }
    }

    private func placed(_ locator: Locator, _ work: Work) -> Locator? {
        if let found = followed(locator, work) { return found }
        let query = LocatorQuery(locator)
        guard query.isQuote, let target = locating(locator).target(locator.href), !ReadingPart.isPDF(target.link),
            let readable = document(target, always: true, work)?.readable,
            let quote = QuotedPlace(query.text, work, isOfWords: query.hasTextOfFragment)
        else { return locator.isPointer ? locator.with(.lost) : nil }
        var locator = locator
        let (range, fit) = readable.placed(query, quote, work)
        locator.locations.domRange = range
        return locator.with(fit)
    }

    /// The first (0) or last (1) place of the reading order, or of a resource in it.
    public func end(_ progression: Double, of href: String? = nil) -> Locator? {
        let order = publication.manifest.readingOrder
        let end = progression > 0 ? order.last : order.first
        let link = if let href { order.first(LinkFilter(href: href)) } else { end }
        return link.map { link in
            var locations = Locator.Locations()
            locations.progression = progression
            return Locator(
                href: Href.withoutFragment(link.href), type: link.type ?? MediaType.octetStream, locations: locations)
        }
    }

    // MARK: Sections

    /// The entry of the table of contents after a place, or the one before it.  In the middle of a section, the one before
    /// is its beginning.
    public func section(_ step: SectionStep, from place: Locator?) -> Locator? {
        let sections = sections
        guard let place, let target = locating(place).target(place.href), let index = target.index else {
            return step == .next ? sections.first?.locator : nil
        }
        let here = sections.filter { $0.item == index }
        let beyond = step == .next ? sections.first { $0.item > index } : sections.last { $0.item < index }
        return (inside(here, target, place, step) ?? beyond)?.locator
    }

    public enum SectionStep: Sendable { case next, previous }

    private struct Section {
        /// In the reading order.
        let item: Int
        let link: Link
        let type: String

        var locator: Locator {
            Locator(
                href: Href.withoutFragment(link.href), type: type, title: link.title,
                locations: Locator.Locations(ofTarget: link.href))
        }
    }

    /// In the order of the reading order, and in each item as they are listed.
    private var sections: [Section] {
        let manifest = publication.manifest
        var items: [String: Int] = [:]
        for (item, link) in manifest.readingOrder.enumerated() {
            let href = Href.withoutFragment(Href.normalized(link.href))
            if items[href] == nil { items[href] = item }
        }
        var found: [Section] = []
        func add(_ links: [Link]) {
            for link in links {
                let href = Href.normalized(link.href)
                if let item = items[Href.withoutFragment(href)] {
                    var normal = link
                    normal.href = href
                    let type = manifest.readingOrder[item].type ?? MediaType.octetStream
                    found.append(Section(item: item, link: normal, type: type))
                }
                add(link.children)
            }
        }
        add(manifest.toc)
        return found.enumerated().sorted { ($0.element.item, $0.offset) < ($1.element.item, $1.offset) }.map(\.element)
    }

    /// A section in the same resource.
    private func inside(
        _ sections: [Section], _ target: Locating.Target, _ place: Locator, _ step: SectionStep
    ) -> Section? {
        guard !sections.isEmpty else { return nil }
        let document = document(target, always: true)?.readable
        let starts = sections.compactMap { section in start(of: section.locator, document).map { ($0, section) } }
            .sorted { $0.0 < $1.0 }
        guard let here = start(of: place, document) else { return nil }
        switch step {
        case .next: return starts.first { $0.0 > here + ReadingPlaces.tolerance }?.1
        case .previous: return starts.last { $0.0 < here - ReadingPlaces.tolerance }?.1
        }
    }

    private static let tolerance = 1e-9

    /// How far a place is in its resource, in a measure of that resource.
    private func start(of place: Locator, _ document: ReadableDocument?) -> Double? {
        let fragments = place.locations.parsedFragments
        if let document {
            let query = LocatorQuery(place)
            if place.locations.progression == 0, fragments.htmlID == nil { return 0 }
            return document.statedPlace(of: query, publication.work("locate")).map { Double($0.range.lowerBound) }
        }
        if let page = fragments.page { return Double(page) }
        return fragments.time?.begin ?? place.locations.progression
    }
}

extension Locator {
    /// Whether its only location is a CFI or an XPointer.
    fileprivate var isPointer: Bool {
        locations.hasCFIOrXPointer && locations.domRange == nil
            && (locations.xPointer != nil || text == Locator.Text())
    }

    fileprivate func with(_ fit: QuoteFit) -> Locator {
        var locator = self
        locator.other["fit"] = .string(fit.name)
        return locator
    }

    /// Adds the locations and the text of another locator for the same place.
    fileprivate func with(_ found: Locator) -> Locator {
        var locator = self
        let more = found.locations.json.members.filter { locator.locations.json[$0.key] == nil }
        locator.locations = Locations(JSONObject(locator.locations.json.members + more))
        locator.text = found.text
        return locator
    }
}
