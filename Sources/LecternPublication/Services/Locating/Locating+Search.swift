// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Locating {
    /// A match, until it is known that no other one is better.
    private enum Candidate {
        case document(DocumentPlace, ReadableDocument, Target)
        case page(Locator)
    }

    /// Searches all documents of the reading order for the quoted text, starting where it is expected.
    ///
    /// - Parameters:
    ///   - quoted: the place in the resource that the query names, which has been searched.
    ///   - searched: that resource.
    ///   - guesses: whether a place counts where the text cannot be told from others.
    mutating func search(
        _ quote: QuotedPlace, unless quoted: DocumentPlace? = nil, except searched: Target? = nil,
        _ document: ReadableDocument? = nil, guesses: Bool
    ) throws(Failure) -> Locator? {
        var best: (candidate: Candidate, match: QuotedPlace.Match)?
        var misquoted = OnlyMisquote<Candidate>()
        if let searched, let document {
            if let quoted, let match = quoted.match { best = (.document(quoted, document, searched), match) }
            if best == nil { note(quote, in: document, searched, &misquoted) }
        }
        let copies = publication.copies(in: manifest.readingOrder)
        let indices = searchOrder.filter { $0 != searched?.index && !copies.contains($0) }
        for (done, index) in indices.enumerated() {
            // A match with errors may be one of many similar ones.
            let allowsErrors = !(best?.match.isGood ?? false)
            try work.report(done, of: indices.count)
            guard let found = try candidate(quote, in: target(at: index), allowsErrors: allowsErrors, &misquoted),
                found.match.isBetter(than: best?.match)
            else { continue }
            best = found
            if found.match.isPerfect { break }
        }
        if let best, best.match.fit != .lost || guesses { return try locator(of: best.candidate, best.match) }
        return try misquoted.best.flatMap { found throws(Failure) in
            found.match.fit != .lost || guesses ? try locator(of: found.place, found.match) : nil
        }
    }

    private mutating func locator(of candidate: Candidate, _ match: QuotedPlace.Match) throws(Failure) -> Locator {
        fit = match.fit
        switch candidate {
        case .page(let locator): return locator
        case .document(let place, let document, let target):
            return try locator(at: place, of: document, in: target, keeping: place.isWhereSaid)
        }
    }

    private mutating func candidate(
        _ quote: QuotedPlace, in target: Target, allowsErrors: Bool, _ misquoted: inout OnlyMisquote<Candidate>
    ) throws(Failure) -> (candidate: Candidate, match: QuotedPlace.Match)? {
        if ReadingPart.isPDF(target.link) {
            return try self.quoted(quote, inPDF: target).map { (.page($0.locator), $0.match) }
        }
        guard let document = try readable(target) else { return nil }
        guard let match = document.match(quote, allowsErrors: allowsErrors) else {
            if allowsErrors { note(quote, in: document, target, &misquoted) }
            return nil
        }
        return (.document(DocumentPlace(range: match.range, isWhereSaid: false, match: match), document, target), match)
    }

    private func note(
        _ quote: QuotedPlace, in document: ReadableDocument, _ target: Target,
        _ misquoted: inout OnlyMisquote<Candidate>
    ) {
        guard let found = document.text.withUnsafeBufferPointer(quote.misquoted) else { return }
        let place = DocumentPlace(range: found.match.range, isWhereSaid: false, match: found.match)
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
