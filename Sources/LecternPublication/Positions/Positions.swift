// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The positions of a publication: places that are the same on every screen (Readium, Positions List).
public struct Positions: Sendable {
    /// The members in the locations of a position besides its number and total progression.
    enum Members: Sendable {
        /// The progression in the resource.
        case shares
        /// No other members.
        case numbers
        /// The page and its progression.  The value is the number of pages of each resource, 0 if it is unknown.
        case pages([Int])
        /// The time and its progression.
        case times(AudioLocatorService)
        /// The locators that the publication contains, for each resource.
        case published([[Locator]])
    }

    let links: [Link]
    let members: Members
    let fallbackType: String
    /// The number of positions of each resource in the reading order.
    public let counts: [Int]
    /// The number of positions before each resource.
    let firsts: [Int]
    public let total: Int
    /// The approximate size of the locators as JSON, in bytes.
    let expectedSize: Int

    /// Limits the memory for crafted containers with huge sizes or long hrefs: beyond these limits, each resource has
    /// one position.
    private static let maxTotal = 1 << 20
    private static let maxSize = 256 << 20

    /// - Parameter fallbackType: the media type of links that have none.
    /// - Parameter count: returns the number of positions of a resource, which is given by its index.
    init<E: Error>(
        _ links: [Link], _ members: Members, fallbackType: String, count: (Int, Link) throws(E) -> Int
    ) throws(E) {
        self.links = links
        self.members = members
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
            if count > 1 && count > most, !members.areGiven { count = 1 }
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

    /// The maximum size of a locator as JSON.  An href needs no escapes; elsewhere an escape has six bytes.
    private static func locatorSize(of link: Link, _ fallbackType: String) -> Int {
        192 + link.href.utf8.count + 6 * ((link.type ?? fallbackType).utf8.count + (link.title ?? "").utf8.count)
    }
}

extension Positions.Members {
    /// Existing locators cannot be left out.
    var areGiven: Bool {
        if case .published = self { return true }
        return false
    }
}
