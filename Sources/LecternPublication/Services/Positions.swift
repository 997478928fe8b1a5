// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The positions of an EPUB: places that stay the same on every screen (Readium, Positions List).
///
/// A reflowable resource has one for each 1,024 bytes that it takes in the archive, a fixed one has one.  Only the sizes
/// in the directory of the archive are needed: nothing is inflated.
package struct Positions: Sendable {
    let links: [Link]
    /// For each resource of the reading order; 0 for one that is not in the container.
    package let counts: [Int]
    package let total: Int
    /// So many bytes hold the locators as JSON.
    let expectedSize: Int

    private static let bytesPerPosition: UInt64 = 1024
    /// Keep what only a hostile container can have, sizes and long hrefs, from costing memory: behind these limits each
    /// resource has one.
    private static let maxTotal = 1 << 20
    private static let maxSize = 256 << 20

    /// - Parameter entryPaths: the entries of files that are not found under their href.
    package init(manifest: Manifest, container: any Container, entryPaths: [String: String] = [:]) {
        links = manifest.readingOrder
        var counts: [Int] = []
        counts.reserveCapacity(links.count)
        var total = 0
        var size = 1024
        for link in links {
            var count = 1
            if (link.layout ?? manifest.metadata.layout) != .fixed {
                let entry = Positions.entry(at: link.href, in: container, entryPaths)
                count = entry.map { Positions.count($0.storedLength) } ?? 0
            }
            let locatorSize = Positions.locatorSize(of: link)
            let most = min(Positions.maxTotal - total, (Positions.maxSize - size) / locatorSize)
            if count > 1 && count > most { count = 1 }
            counts.append(count)
            total += count
            size += count * locatorSize
        }
        self.counts = counts
        self.total = total
        expectedSize = size
    }

    /// What a locator takes as JSON at most.  Nothing in an href needs an escape; elsewhere one has six bytes.
    private static func locatorSize(of link: Link) -> Int {
        160 + link.href.utf8.count + 6 * ((link.type ?? MediaType.xhtml).utf8.count + (link.title ?? "").utf8.count)
    }

    private static func count(_ length: UInt64) -> Int {
        let count = length / bytesPerPosition + (length % bytesPerPosition == 0 ? 0 : 1)
        return Int(clamping: max(1, count))
    }

    private static func entry(
        at href: String, in container: any Container, _ entryPaths: [String: String]
    ) -> ContainerEntry? {
        guard let path = Href.entryPath(href) else { return nil }
        return container.entry(at: path) ?? entryPaths[String(Href.path(href))].flatMap { container.entry(at: $0) }
    }
}
