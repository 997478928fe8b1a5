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

    private static let bytesPerPosition: UInt64 = 1024
    /// Keeps sizes that only a hostile container can have from costing memory; behind it each resource has one.
    private static let maxTotal = 1 << 20

    /// - Parameter entryPaths: the entries of files that are not found under their href.
    package init(manifest: Manifest, container: any Container, entryPaths: [String: String] = [:]) {
        links = manifest.readingOrder
        var counts: [Int] = []
        counts.reserveCapacity(links.count)
        var total = 0
        for link in links {
            var count = 1
            if (link.layout ?? manifest.metadata.layout) != .fixed {
                let entry = Positions.entry(at: link.href, in: container, entryPaths)
                count = entry.map { Positions.count($0.storedLength) } ?? 0
            }
            if count > 1 && count > Positions.maxTotal - total { count = 1 }
            counts.append(count)
            total += count
        }
        self.counts = counts
        self.total = total
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
