// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Locating {
    /// A place where the text is as it was, among what was around it: no other one can be better.
    private static let perfectScore = 0.95

    /// Looks for the quoted text in all documents of the reading order, from where the place should be.
    mutating func search(except searched: Target?) throws(Failure) -> Locator? {
        guard let quote = QuotedPlace(query.text) else { return nil }
        var best: (place: DocumentPlace, score: Double, document: ReadableDocument, target: Target)?
        let indices = searchOrder.filter { $0 != searched?.index }
        for (done, index) in indices.enumerated() {
            // One with errors may be one of many that are alike.
            let isFound = best.map { $0.place.isAsQuoted && $0.score >= QuotedPlace.goodScore } ?? false
            try publication.progress.report("locate", UInt64(done), of: UInt64(indices.count))
            let target = target(at: index)
            guard let document = try readable(target) else { continue }
            let match = document.text.withUnsafeBufferPointer { text in
                quote.match(in: text, 0..<text.count, allowsErrors: !isFound)
            }
            guard let match, match.score > best?.score ?? 0 else { continue }
            let place = DocumentPlace(range: match.range, isWhereSaid: false, isAsQuoted: match.isExact)
            best = (place, match.score, document, target)
            if match.isExact && match.score >= Locating.perfectScore { break }
        }
        guard let best else { return nil }
        return locator(at: best.place, of: best.document, in: best.target, keeping: false)
    }

    /// The resources of the reading order, the one first in which the place should be.
    private var searchOrder: [Int] {
        let all = manifest.readingOrder.indices
        let service = LocatorService(manifest, positions: positions)
        let shared = query.locations.totalProgression.flatMap { service.locate(totalProgression: $0)?.locations.position }
        // The numbers of another edition are those of other places.
        let number = shared ?? (query.href == nil ? query.locations.position : nil)
        let first = number.flatMap(positions.index).flatMap { positions.resource(holding: $0)?.resource }
        guard let first else { return Array(all) }
        return [first] + all.filter { $0 != first }
    }
}
