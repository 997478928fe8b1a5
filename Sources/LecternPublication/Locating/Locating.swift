// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternText

/// Creates a complete locator from a partial description of a place (Readium, Locator Service).
///
/// A resource that cannot be read because it is encrypted or damaged is located by its positions alone.
struct Locating {
    let publication: Publication
    var query: LocatorQuery
    let manifest: Manifest
    let positions: Positions
    let recording: AudioLocatorService
    let work: Work
    /// Whether the answer is to have a CFI.
    var makesCFI: Bool
    /// The CFI of the query.
    private let cfi: CFI?
    /// How well it fits the package document.
    var packageFit = CFIFit.exact
    /// How the text of the query was found; nil if it has none.
    var fit: QuoteFit?
    /// Other places with the same text, if the query does not distinguish them: their number, and the first of them.
    var rivals: (count: Int, first: [Locator]) = (0, [])
    /// The CFI of the place, and how well the CFI of the query fits it.
    var found: (cfi: CFI, fit: CFIFit)?
    /// A document that has been read before.
    var known: (href: String, document: ReadableDocument)?
    /// The place of the answer, if it is in a document that was read.
    typealias Described = (place: DocumentPlace, document: ReadableDocument, target: Target)
    var described: Described?
    /// nil if the query does not ask for a page.
    private(set) var pageLabels: PageLabels?
    /// The errors of resources that could not be read.
    private var unreadable: [Failure] = []

    private static let maxCauses = 8
    /// Looking up a fragment takes a pass over the whole document.
    private static let maxFragments = 16

    /// - Parameter work: of a call that looks for several places.
    init(_ query: LocatorQuery, in publication: Publication, _ positions: Positions, _ work: Work? = nil) {
        self.publication = publication
        manifest = publication.manifest
        self.query = query.reflowed(in: publication, manifest)
        makesCFI = query.asksForCFI
        cfi = Locating.takeCFI(from: &self.query.locations)
        self.positions = positions
        let isRecording = manifest.conformsTo(Profile.audiobook.rawValue)
        // A publication with other positions is not measured in time.
        recording =
            positions.recording
            ?? AudioLocatorService(readingOrder: isRecording && positions.isEmpty ? manifest.readingOrder : [])
        self.work = work ?? publication.work("locate")
    }

    /// Whether total progressions lead to places.  Those of a recording are times, so durations have to be known.
    private var hasShares: Bool { positions.recording == nil && !positions.isEmpty || recording.isMeasured }

    /// A resource of the publication, and its index in the reading order, if any.
    struct Target {
        let link: Link
        let index: Int?

        var href: String { Href.withoutFragment(link.href) }
    }

    mutating func locate() throws(Failure) -> Locator {
        if query.asksForPage { pageLabels = try publication.pageLabels() }
        if let label = query.locations.pageLabel, cfi == nil, !query.saysWhere { try takePage(labeled: label) }
        let found = try find()
        try work.check()
        return found
    }

    var hadCFI: Bool { cfi != nil }

    private mutating func find() throws(Failure) -> Locator {
        if let cfi {
            // The resource that the locator names takes precedence over the steps of the CFI.
            let isListed = query.href.map { target($0) != nil } ?? false
            if isListed {
                try read(cfi)
            } else if let target = try target(of: cfi) {
                return try locate(in: target)
            }
        }
        if let target = try targetOfXPointer() { return try locate(in: target) }
        if let href = query.href {
            if let target = target(href) { return try locate(in: target) }
            return try elsewhere(or: "The publication has no resource \"\(href)\".")
        }
        if query.isQuote {
            return try elsewhere(or: "The text does not occur in the publication.")
        }
        if let number = query.locations.position { return try locate(position: number) }
        if let share = query.locations.totalProgression { return try locate(totalProgression: share) }
        if let cfi, !query.saysWhere { throw missing("There is no place at \(cfi.text).") }
        return try locateAnywhere()
    }

    func missing(_ message: String) -> Failure {
        Failure(.notFound, message, path: [publication.name], causes: unreadable)
    }

    /// Looks a page up by its label: its beginning becomes the place that is asked for.
    private mutating func takePage(labeled label: String) throws(Failure) {
        let pages = try publication.pageLabels().pages(labeled: label, in: positions)
        let wanted = query.href.map { target($0)?.href }
        let page = pages.first { page in wanted == nil || wanted == page.index.map { target(at: $0).href } }
        guard let page else { throw missing("There is no page \"\(label)\".") }
        query = LocatorQuery(page.locator, like: query)
        // For a page break without an id, only the element is known.
        guard page.locator.locations.fragments.isEmpty, let node = page.node, let index = page.index else { return }
        let found = target(at: index)
        guard let document = try readable(found), document.has(node) else { return }
        known = (found.href, document)
        query.locations.partialCfi = CFI(document.index.paths.path(to: .element(node))).partialText
    }

    // MARK: Targets

    func target(_ href: String) -> Target? {
        listed(href) ?? publication.references.href(similarTo: Href.normalized(href)).flatMap(listed)
    }

    private func listed(_ href: String) -> Target? {
        if let index = manifest.readingOrder.index(LinkFilter(href: href)) { return target(at: occurrence(index)) }
        guard let link = manifest.link(withHREF: href) else {
            // The reading order of an RWPM may have fragments.
            let path = Href.withoutFragment(Href.normalized(href))
            return manifest.readingOrder.firstIndex { Href.withoutFragment($0.href) == path }.map(target(at:))
        }
        let index = manifest.readingOrder.index(LinkFilter(href: link.href))
        return Target(link: link, index: index)
    }

    /// Of a resource that is in the reading order more than once, the item that the position or the total progression of
    /// the query is in, otherwise the first one.
    private func occurrence(_ first: Int) -> Int {
        let order = manifest.readingOrder
        var said = query.locations.position.flatMap(positions.index(ofNumber:)).flatMap(positions.resource)?.resource
        if said == nil, let share = query.locations.totalProgression {
            said = order.indices.first {
                order[$0].href == order[first].href
                    && positions.totalProgressions(ofResource: $0)?.contains(share) == true
            }
        }
        return said.map { order.indices.contains($0) && order[$0].href == order[first].href ? $0 : first } ?? first
    }

    func target(at index: Int) -> Target { Target(link: manifest.readingOrder[index], index: index) }

    /// Locates the query in the resource that it names.
    private mutating func locate(in target: Target) throws(Failure) -> Locator {
        let quote = QuotedPlace(query.text, work, isOfWords: query.hasTextOfFragment)
        fit = quote.map { _ in .lost }
        guard let document = try readable(target) else {
            if let quote, ReadingPart.isPDF(target.link) {
                if let found = try quoted(quote, inPDF: target) {
                    fit = found.match.fit
                    if fit == .exact, found.rivals > 0 { noteRivals(found.rivals, found.others) }
                    return found.locator
                }
                if let found = try search(quote, except: target, guesses: true) { return found }
            }
            return try locator(byNumbersIn: target, nil)
        }
        var asked = query
        // A position or a total progression decides between several places, too.
        if quote != nil, asked.locations.progression == nil {
            asked.locations.progression = try? progression(in: target)
        }
        let quoted = quote.flatMap { document.quotedPlace(of: asked, $0, work) }
        leaveOutFragments(missingFrom: document, in: target)
        if let quoted, let match = quoted.match, match.fit != .lost, match.confirmation >= Locating.enough {
            fit = match.fit
            try noteRivals(match.rivals, in: document, target)
            return try locator(at: quoted, of: document, in: target, keeping: quoted.isAtStatedPlace)
        }
        let said = document.statedPlace(of: query, work)
        if let quote, let found = try search(quote, unless: quoted, except: target, document, guesses: said == nil) {
            return found
        }
        guard let said else { return try locator(byNumbersIn: target, document) }
        var guess = try locator(at: said, of: document, in: target, keeping: true)
        if quote != nil { guess.text = query.text }
        return guess
    }

    /// The minimum confirmation of a match in the named resource.  Otherwise, other resources are searched, too.
    private static let enough = 0.8

    /// Drops fragments that refer to missing elements.  The link to the document is still usable.
    private mutating func leaveOutFragments(missingFrom document: ReadableDocument, in target: Target) {
        let fragments = query.locations.fragments
        let known = fragments.prefix(Locating.maxFragments).filter(document.understands)
        guard known.count < fragments.count, let missing = fragments.first(where: { !known.contains($0) }) else {
            return
        }
        query.locations.fragments = known
        let message = "The document has no element \"\(missing)\"; the fragment is ignored."
        publication.log([Warning(.minor, message, path: [publication.name, target.href])])
    }

    /// Locates the query by its text anywhere in the publication, or by its total progression.
    private mutating func elsewhere(or message: String) throws(Failure) -> Locator {
        if let quote = QuotedPlace(query.text, work, isOfWords: query.hasTextOfFragment) {
            fit = .lost
            let found = try search(quote, guesses: query.locations.totalProgression == nil || !hasShares)
            if let found { return found }
        }
        guard let share = query.locations.totalProgression, hasShares else {
            throw missing(message)
        }
        var found = try locate(totalProgression: share)
        found.title = query.title ?? found.title
        if query.isQuote { found.text = query.text }
        return found
    }

    /// Locates a query that does not name a resource.
    private mutating func locateAnywhere() throws(Failure) -> Locator {
        if manifest.readingOrder.count == 1 { return try locate(in: target(at: 0)) }
        let isOfAnElement =
            query.locations.cssSelector != nil || query.locations.domRange != nil
            || query.locations.parsedFragments.htmlID != nil
        guard isOfAnElement else {
            throw Failure(.argument, "The query does not name a resource.", path: [publication.name])
        }
        let copies = publication.copies(in: manifest.readingOrder)
        for index in manifest.readingOrder.indices where !copies.contains(index) {
            try work.report(index, of: manifest.readingOrder.count)
            let target = target(at: index)
            if let document = try readable(target), let place = document.statedPlace(of: query, work) {
                return try locator(at: place, of: document, in: target, keeping: true)
            }
        }
        throw missing("The place was not found in any resource of the publication.")
    }

    private mutating func locate(position number: Int) throws(Failure) -> Locator {
        guard let index = positions.index(ofNumber: number), let place = positions.resource(holding: index),
            let found = positions.locator(at: index)
        else {
            throw missing("There is no position \(number): the publication has \(positions.total) positions.")
        }
        return try completed(found, in: target(at: place.resource))
    }

    private mutating func locate(totalProgression: Double) throws(Failure) -> Locator {
        let found =
            recording.isMeasured
            ? recording.locate(totalProgression: totalProgression)
            : LocatorService(manifest, positions: positions).locate(totalProgression: totalProgression)
        guard hasShares, let found, let target = target(found.href) else {
            throw missing("The publication has no positions or durations, so a progression cannot be located.")
        }
        return try completed(found, in: target)
    }

    // MARK: Documents

    /// Returns nil if the resource is not a document, or cannot be read.
    mutating func readable(_ target: Target) throws(Failure) -> ReadableDocument? {
        if let known, known.href == target.href { return known.document }
        let (publication, work) = (publication, work)
        guard let type = ContentDocument.type(of: target.link, fallback: positions.fallbackType),
            let resource = try unlessUnreadable({ () throws(Failure) in try publication.get(target.href) })
        else { return nil }
        return try unlessUnreadable { () throws(Failure) in
            try ReadableDocument(publication.document(resource, type: type, work), work)
        }
    }

    /// Throws failures that do not concern the resource itself, because they apply to the whole call.
    mutating func unlessUnreadable<T>(_ read: () throws(Failure) -> T) throws(Failure) -> T? {
        do throws(Failure) {
            return try read()
        } catch {
            if error.isOfSource || work.budget.isExhausted { throw error }
            if unreadable.count < Locating.maxCauses { unreadable.append(error) }
            return nil
        }
    }
}
