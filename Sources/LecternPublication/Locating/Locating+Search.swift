// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

extension Locating {
    /// A match that may still be replaced by a better one.
    private enum Candidate {
        case document(DocumentPlace, ReadableDocument, Target)
        case page(PDFQuote)
    }

    private typealias Found = (candidate: Candidate, match: QuotedPlace.Match)

    /// Searches all documents of the reading order for the quoted text, starting where it is expected.
    ///
    /// - Parameters:
    ///   - quoted: the place in the resource that the query names, which has been searched.
    ///   - searched: that resource.
    ///   - guesses: whether a place is accepted if its text cannot be distinguished from others.
    mutating func search(
        _ quote: QuotedPlace, unless quoted: DocumentPlace? = nil, except searched: Target? = nil,
        _ document: ReadableDocument? = nil, guesses: Bool
    ) throws(Failure) -> Locator? {
        var best: Found?
        var equal = (count: 0, first: [Found]())
        // A location in the publication, or the named resource, decides between equal matches.
        var isExpected = query.locations.totalProgression != nil || query.locations.position != nil
        var misquoted = UniqueMisquote<Candidate>()
        if let searched, let document {
            if let quoted, let match = quoted.match { best = (.document(quoted, document, searched), match) }
            isExpected = isExpected || best?.match.fit == .exact
            if best == nil { note(quote, in: document, searched, &misquoted) }
        }
        let copies = publication.copies(in: manifest.readingOrder)
        let indices = searchOrder.filter { $0 != searched?.index && !copies.contains($0) }
        for (done, index) in indices.enumerated() {
            // A match with errors may be one of many similar ones.
            let allowsErrors = !(best?.match.isGood ?? false)
            try work.report(done, of: indices.count)
            guard let found = try candidate(quote, in: target(at: index), allowsErrors: allowsErrors, &misquoted) else {
                continue
            }
            if let best, best.match.fit == .exact, found.match.fit == .exact,
                found.match.confirmation == best.match.confirmation
            {
                equal.count += 1 + Locating.rivals(of: found)
                // Each one keeps its document in memory.
                if equal.first.count < Locating.mostDocuments { equal.first.append(found) }
                continue
            }
            guard found.match.isBetter(than: best?.match) else { continue }
            best = found
            equal = (0, [])
            // For a text without context, another place could be just as good.
            if found.match.isPerfect, isExpected || quote.isSurrounded { break }
        }
        if let best, best.match.fit != .lost || guesses {
            fit = best.match.fit
            try noteRivals(equal.count, equal.first, besides: best)
            return try locator(of: best.candidate)
        }
        guard let found = misquoted.best, found.match.fit != .lost || guesses else { return nil }
        fit = found.match.fit
        return try locator(of: found.place)
    }

    private mutating func locator(of candidate: Candidate) throws(Failure) -> Locator {
        switch candidate {
        case .page(let found): return found.locator
        case .document(let place, let document, let target):
            return try locator(at: place, of: document, in: target, keeping: place.isAtStatedPlace)
        }
    }

    private mutating func candidate(
        _ quote: QuotedPlace, in target: Target, allowsErrors: Bool, _ misquoted: inout UniqueMisquote<Candidate>
    ) throws(Failure) -> Found? {
        if ReadingPart.isPDF(target.link) {
            return try self.quoted(quote, inPDF: target).map { (.page($0), $0.match) }
        }
        guard let document = try readable(target) else { return nil }
        let hint = (try? progression(in: target)).map { document.offset(at: $0) }
        guard let match = document.match(quote, hint: hint, allowsErrors: allowsErrors) else {
            if allowsErrors { note(quote, in: document, target, &misquoted) }
            return nil
        }
        return (
            .document(DocumentPlace(range: match.range, isAtStatedPlace: false, match: match), document, target), match
        )
    }

    // MARK: Ambiguous quotes

    /// Adds other places that match equally well.
    mutating func noteRivals(
        _ found: QuoteMatch.Rivals, in document: ReadableDocument, _ target: Target
    ) throws(Failure) {
        guard fit == .exact, found.count > 0, !query.hasTextOfFragment else { return }
        var first: [Locator] = []
        for range in found.first { first.append(try rival(DocumentPlace(range: range), document, target)) }
        noteRivals(found.count, first)
    }

    mutating func noteRivals(_ count: Int, _ first: [Locator]) {
        fit = .ambiguous
        rivals = (count, first)
    }

    private mutating func noteRivals(_ more: Int, _ elsewhere: [Found], besides best: Found) throws(Failure) {
        let count = more + Locating.rivals(of: best)
        // A text fragment refers to the first place (URL Fragment Text Directives, 3.5).
        guard fit == .exact, count > 0, !query.hasTextOfFragment else { return }
        var first: [Locator] = []
        for (number, (candidate, match)) in ([best] + elsewhere).enumerated() {
            switch candidate {
            case .page(let found): first += (number > 0 ? [found.locator] : []) + found.others
            case .document(let place, let document, let target):
                if number > 0 { first.append(try rival(place, document, target)) }
                for range in match.rivals.first where first.count < QuoteMatch.Rivals.most {
                    first.append(try rival(DocumentPlace(range: range), document, target))
                }
            }
        }
        noteRivals(count, Array(first.prefix(QuoteMatch.Rivals.most)))
    }

    private static func rivals(of found: Found) -> Int {
        if case .page(let quote) = found.candidate { quote.rivals } else { found.match.rivals.count }
    }

    /// The maximum number of other documents whose places are returned.
    private static let mostDocuments = 3

    /// The locator of another place, without changing the results for the first place.
    private func rival(
        _ place: DocumentPlace, _ document: ReadableDocument, _ target: Target
    ) throws(Failure) -> Locator {
        var other = self
        return try other.locator(at: place, of: document, in: target, keeping: false)
    }

    private func note(
        _ quote: QuotedPlace, in document: ReadableDocument, _ target: Target,
        _ misquoted: inout UniqueMisquote<Candidate>
    ) {
        guard let found = document.text.withUnsafeBufferPointer(quote.misquoted) else { return }
        let place = DocumentPlace(range: found.match.range, isAtStatedPlace: false, match: found.match)
        misquoted.add(found.misquote, .document(place, document, target), found.match)
    }

    /// The indices of the reading order, beginning with the resource where the place is expected.
    private var searchOrder: [Int] {
        let all = manifest.readingOrder.indices
        let service = LocatorService(manifest, positions: positions)
        let shared = query.locations.totalProgression.flatMap {
            service.locate(totalProgression: $0)?.locations.position
        }
        // The position numbers of another edition do not apply.
        let number = shared ?? (query.href == nil ? query.locations.position : nil)
        let first = number.flatMap(positions.index).flatMap { positions.resource(holding: $0)?.resource }
        guard let first else { return Array(all) }
        return [first] + all.filter { $0 != first }
    }
}
