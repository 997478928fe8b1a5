// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The positions of a publication: places that stay the same on every screen (Readium, Positions List).
public struct Positions: Sendable {
    /// What the locators of a resource say about their place, besides its number and how much comes before it.
    enum Places: Sendable {
        /// How far into the resource.
        case shares
        /// Nothing.
        case numbers
        /// Its page, and how far into the resource that is.  The pages of each resource, 0 where nobody knows them.
        case pages([Int])
        /// The locators came with the publication, for each resource.
        case published([[Locator]])
    }

    let links: [Link]
    let places: Places
    let fallbackType: String
    /// For each resource of the reading order.
    public let counts: [Int]
    /// For each resource, how many positions are in front of it.
    let firsts: [Int]
    public let total: Int
    /// So many bytes hold the locators as JSON.
    let expectedSize: Int

    /// Keep what only a hostile container can have, sizes and long hrefs, from costing memory: behind these limits each
    /// resource has one.
    private static let maxTotal = 1 << 20
    private static let maxSize = 256 << 20

    /// - Parameter fallbackType: the media type of links that have none.
    /// - Parameter count: the positions of a resource, by its number in the list.
    init<E: Error>(
        _ links: [Link], _ places: Places, fallbackType: String, count: (Int, Link) throws(E) -> Int
    ) throws(E) {
        self.links = links
        self.places = places
        self.fallbackType = fallbackType
        var counts: [Int] = []
        counts.reserveCapacity(links.count)
        var firsts: [Int] = []
        firsts.reserveCapacity(links.count)
        var total = 0
        var size = 1024
        for (index, link) in links.enumerated() {
            var count = try count(index, link)
            let locatorSize = Positions.locatorSize(of: link, fallbackType)
            let most = min(Positions.maxTotal - total, (Positions.maxSize - size) / locatorSize)
            if count > 1 && count > most, !places.areGiven { count = 1 }
            counts.append(count)
            firsts.append(total)
            total += count
            size += min(count, max(most, 1)) * locatorSize
        }
        self.counts = counts
        self.firsts = firsts
        self.total = total
        expectedSize = size
    }

    /// What a locator takes as JSON at most.  Nothing in an href needs an escape; elsewhere one has six bytes.
    private static func locatorSize(of link: Link, _ fallbackType: String) -> Int {
        192 + link.href.utf8.count + 6 * ((link.type ?? fallbackType).utf8.count + (link.title ?? "").utf8.count)
    }
}

extension Positions.Places {
    /// What is there already cannot be left out any more.
    fileprivate var areGiven: Bool {
        if case .published = self { return true }
        return false
    }
}
