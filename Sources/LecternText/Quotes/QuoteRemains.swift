// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The remains of a quote in a text that lacks parts of it: runs of units that both share, in the same order.
///
/// This finds a long highlight that was shortened, and the place of one that was removed, between its former
/// neighbours.
struct QuoteRemains {
    /// A run of units that the quote and the text share.
    private struct Run {
        var inQuote: Range<Int>
        var inText: Range<Int>
    }

    /// The range of the highlight.
    let range: Range<Int>
    /// The number of units of the quote that were found.
    let count: Int

    /// The length of the shortest run: about two words, or in Han and Kana a phrase.
    private static let shortest = 12
    private static let shortestOfIdeographs = 5
    /// The number of places in the text that are compared.
    private static let maxHits = 1 << 12

    /// The runs that are closest together; nil if there are none.
    ///
    /// - Parameters:
    ///   - quote: the highlight with the text around it.
    ///   - highlight: its range in the quote.
    init?(of quote: [UInt16], _ highlight: Range<Int>, in text: [UInt16], _ work: Work?) {
        let isIdeographic = quote.count { $0 >= 0x2E80 } > quote.count / 2
        let length = isIdeographic ? QuoteRemains.shortestOfIdeographs : QuoteRemains.shortest
        let hits = QuoteRemains.hits(of: quote, in: text, length, work)
        var best: (runs: [Run], count: Int)?
        for group in QuoteRemains.groups(hits, within: quote.count) {
            let runs = QuoteRemains.runs(QuoteRemains.increasing(group), length)
            let count = runs.reduce(0) { $0 + $1.inQuote.count }
            if count > best?.count ?? 0 { best = (runs, count) }
        }
        guard let best, let first = best.runs.first, let last = best.runs.last else { return nil }
        // A few words of context on one side occur in many places.
        let isAround = first.inQuote.lowerBound < highlight.lowerBound && last.inQuote.upperBound > highlight.upperBound
        guard best.count >= (isAround ? 2 : 3) * length else { return nil }
        count = best.count
        range = QuoteRemains.place(of: highlight, best.runs)
    }

    private typealias Hit = (text: Int, quote: Int)

    /// The places in the text where as many units as the shortest run has are also in the quote.  Those that are in it
    /// more than once are left out.
    private static func hits(of quote: [UInt16], in text: [UInt16], _ length: Int, _ work: Work?) -> [Hit] {
        var known: [(hash: UInt64, place: Int)] = []
        forEachHash(in: quote, length) { hash, at in
            known.append((hash, at))
            return true
        }
        known.sort { $0.hash < $1.hash }
        // Bits of the hashes, which say for most places at once that they are not there.
        var filter = [Bool](repeating: false, count: 1 << 16)
        for (hash, _) in known { filter[Int(hash >> 48)] = true }
        var hits: [Hit] = []
        forEachHash(in: text, length) { hash, at in
            if at & 0xFFFF == 0, let work, work.stops(after: TextQuote.unitCost << 16) { return false }
            guard filter[Int(hash >> 48)] else { return true }
            let index = known.partitionPoint { $0.hash < hash }
            guard index < known.count, known[index].hash == hash,
                index + 1 == known.count || known[index + 1].hash != hash
            else { return true }
            let place = known[index].place
            if text[at..<at + length].elementsEqual(quote[place..<place + length]) {
                hits.append((at, place))
            }
            return hits.count < maxHits
        }
        return hits
    }

    /// Calls `body` with a hash of each run of this length, until it returns false.
    private static func forEachHash(in units: [UInt16], _ length: Int, _ body: (UInt64, Int) -> Bool) {
        let base: UInt64 = 0x100_0000_01B3
        var power: UInt64 = 1
        for _ in 0..<length { power &*= base }
        var hash: UInt64 = 0
        for (at, unit) in units.enumerated() {
            hash = hash &* base &+ UInt64(unit)
            if at >= length { hash &-= power &* UInt64(units[at - length]) }
            if at + 1 >= length, !body(hash, at + 1 - length) { return }
        }
    }

    /// Hits that may belong to one place: none is further from the next one than the quote is long.
    private static func groups(_ hits: [Hit], within distance: Int) -> [ArraySlice<Hit>] {
        var groups: [ArraySlice<Hit>] = []
        var first = 0
        for index in hits.indices where index > first {
            guard hits[index].text - hits[index - 1].text > distance else { continue }
            groups.append(hits[first..<index])
            first = index
        }
        if first < hits.count { groups.append(hits[first...]) }
        return groups
    }

    /// The longest part that is in the order of the quote.
    private static func increasing(_ hits: ArraySlice<Hit>) -> [Hit] {
        // The hits that end the best parts of each length, and for each hit the one before it.
        var ends: [Int] = []
        var previous: [Int] = []
        for index in hits.indices {
            let place = ends.partitionPoint { hits[$0].quote < hits[index].quote }
            previous.append(place > 0 ? ends[place - 1] : -1)
            if place == ends.count { ends.append(index) } else { ends[place] = index }
        }
        var found: [Hit] = []
        var index = ends.last ?? -1
        while index >= 0 {
            found.append(hits[index])
            index = previous[index - hits.startIndex]
        }
        return found.reversed()
    }

    private static func runs(_ hits: [Hit], _ length: Int) -> [Run] {
        var runs: [Run] = []
        for hit in hits {
            if let last = runs.last, hit.quote - last.inQuote.lowerBound == hit.text - last.inText.lowerBound,
                hit.quote <= last.inQuote.upperBound
            {
                runs[runs.count - 1].inQuote = last.inQuote.lowerBound..<hit.quote + length
                runs[runs.count - 1].inText = last.inText.lowerBound..<hit.text + length
                continue
            }
            // A run begins after the end of the previous one.
            let last = runs.last
            let overlap = max(
                0, (last?.inQuote.upperBound ?? 0) - hit.quote, (last?.inText.upperBound ?? 0) - hit.text)
            guard overlap < length else { continue }
            runs.append(
                Run(
                    inQuote: hit.quote + overlap..<hit.quote + length, inText: hit.text + overlap..<hit.text + length))
        }
        return runs
    }

    /// Where the highlight is: in runs, or between them.
    private static func place(of highlight: Range<Int>, _ runs: [Run]) -> Range<Int> {
        let start = place(of: highlight.lowerBound, runs, isEnd: false)
        let end = place(of: highlight.upperBound, runs, isEnd: true)
        return min(start, end)..<max(start, end)
    }

    private static func place(of unit: Int, _ runs: [Run], isEnd: Bool) -> Int {
        // An end is after a unit, a start is before one.
        let next = runs.partitionPoint { isEnd ? $0.inQuote.upperBound < unit : $0.inQuote.upperBound <= unit }
        let before = next > 0 ? runs[next - 1] : nil
        let after = next < runs.count ? runs[next] : nil
        if let after, after.inQuote.lowerBound <= unit {
            return after.inText.lowerBound + unit - after.inQuote.lowerBound
        }
        guard let before else { return after?.inText.lowerBound ?? 0 }
        guard let after else { return before.inText.upperBound }
        let wanted =
            isEnd
            ? before.inText.upperBound + unit - before.inQuote.upperBound
            : after.inText.lowerBound - (after.inQuote.lowerBound - unit)
        return min(max(wanted, before.inText.upperBound), after.inText.lowerBound)
    }
}
