// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Locating {
    /// The score of an exact match with matching context.  No other match can be better.
    private static let perfectScore = 0.95

    /// A match, until it is known that no other one is better.
    private enum Candidate {
        case document(DocumentPlace, ReadableDocument, Target)
        case page(Locator)
    }

    /// Searches all documents of the reading order for the quoted text, starting where it is expected.
    ///
    /// - Parameters:
    ///   - searched: the resource that has already been searched without success.
    ///   - document: the document that was read for it.
    mutating func search(except searched: Target?, _ document: ReadableDocument? = nil) throws(Failure) -> Locator? {
        guard let quote = QuotedPlace(query.text, work) else { return nil }
        var best: (candidate: Candidate, score: Double, isExact: Bool)?
        var misquoted = OnlyMisquote<Candidate>()
        if let searched, let document { note(quote, in: document, searched, &misquoted) }
        let copies = publication.copies(in: manifest.readingOrder)
        let indices = searchOrder.filter { $0 != searched?.index && !copies.contains($0) }
        for (done, index) in indices.enumerated() {
            // A match with errors may be one of many similar ones.
            let isFound = best.map { $0.isExact && $0.score >= QuotedPlace.goodScore } ?? false
            try work.report(done, of: indices.count)
            guard let found = try candidate(quote, in: target(at: index), allowsErrors: !isFound, &misquoted),
                found.score > best?.score ?? 0
            else { continue }
            best = found
            if found.isExact && found.score >= Locating.perfectScore { break }
        }
        switch best?.candidate ?? misquoted.place {
        case .page(let locator): return locator
        case .document(let place, let document, let target):
            return try locator(at: place, of: document, in: target, keeping: false)
        case nil: return nil
        }
    }

    private mutating func candidate(
        _ quote: QuotedPlace, in target: Target, allowsErrors: Bool, _ misquoted: inout OnlyMisquote<Candidate>
    ) throws(Failure) -> (candidate: Candidate, score: Double, isExact: Bool)? {
        if ReadingPart.isPDF(target.link) {
            return try quoted(quote, inPDF: target).map { (.page($0.locator), $0.score, $0.isExact) }
        }
        guard let document = try readable(target) else { return nil }
        let match = document.text.withUnsafeBufferPointer { text in
            quote.match(in: text, 0..<text.count, allowsErrors: allowsErrors)
        }
        guard let match else {
            if allowsErrors { note(quote, in: document, target, &misquoted) }
            return nil
        }
        let place = DocumentPlace(range: match.range, isWhereSaid: false, isAsQuoted: match.isExact)
        return (.document(place, document, target), match.score, match.isExact)
    }

    private func note(
        _ quote: QuotedPlace, in document: ReadableDocument, _ target: Target,
        _ misquoted: inout OnlyMisquote<Candidate>
    ) {
        guard let found = document.text.withUnsafeBufferPointer(quote.misquoted) else { return }
        let place = DocumentPlace(range: found.match.range, isWhereSaid: false, isAsQuoted: false)
        misquoted.add(found.misquote, .document(place, document, target))
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
