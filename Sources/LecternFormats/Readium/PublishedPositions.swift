// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The list of positions in a publication (Readium, Positions List).
public enum PublishedPositions {
    public static func link(_ manifest: Manifest) -> Link? {
        manifest.links.first { $0.type == MediaType.positionList && !$0.isTemplated }
    }

    /// The positions in reading order; nil with a warning if the list cannot be used.
    static func read(
        _ manifest: Manifest, in container: any Container, _ limits: Limits, _ log: inout WarningLog
    ) throws(Failure) -> [Locator]? {
        guard let link = link(manifest), let entry = Href.entryPath(link.href).flatMap({ container.entry(at: $0) })
        else { return nil }
        return try read(manifest, path: entry.path, size: entry.length, limits, &log) { () throws(Failure) in
            try within(entry.path) { () throws(Failure) in try container.read(entry, limits: limits) }
        }
    }

    /// Reads the list from any location.
    public static func read(
        _ manifest: Manifest, path: String, size: UInt64, _ limits: Limits, _ log: inout WarningLog,
        text: () throws(Failure) -> ByteBuffer
    ) throws(Failure) -> [Locator]? {
        do throws(Failure) {
            try ReadiumFormat.checkSize(size, path: path)
            let all = try ReadiumFormat.json(text(), path: path, limits).member("positions").elements()
            let locators = completed(all.compactMap { try? Locator($0).normalized }, manifest.readingOrder)
            if locators.count < all.count {
                let count = all.count - locators.count
                log.add(.minor, "Positions outside the reading order are ignored (\(count)).", [path])
            }
            guard lacksNone(locators, manifest.readingOrder) else {
                log.add(.moderate, "The list of positions does not cover the reading order; it is ignored.", [path])
                return nil
            }
            return locators
        } catch {
            if error.isOfSource { throw error }
            log.add(.moderate, error.message, error.path)
            return nil
        }
    }

    /// Whether each item of the reading order has a position.
    static func lacksNone(_ locators: [Locator], _ readingOrder: [Link]) -> Bool {
        let hrefs = Set(locators.map(\.href))
        return readingOrder.allSatisfy { hrefs.contains(Href.normalized($0.href)) }
    }

    /// The positions in the reading order, sorted by it.  If a position number or a total progression is missing, it is
    /// derived from the index.
    public static func completed(_ locators: [Locator], _ readingOrder: [Link]) -> [Locator] {
        let byHref = Dictionary(grouping: locators) { $0.href }
        var found = readingOrder.map(\.href).withoutRepetitions.flatMap { byHref[$0] ?? [] }
        for index in found.indices {
            if found[index].locations.position == nil { found[index].locations.position = index + 1 }
            if found[index].locations.totalProgression == nil {
                found[index].locations.totalProgression = Double(index) / Double(found.count)
            }
        }
        return found
    }
}
