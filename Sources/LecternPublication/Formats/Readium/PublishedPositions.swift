// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The list of positions that a package brings along (Readium, Positions List).
enum PublishedPositions {
    /// In reading order; nil, if it is of no use with a warning.
    static func read(
        _ manifest: Manifest, in container: any Container, _ limits: Limits, _ log: inout WarningLog
    ) throws(Failure) -> [Locator]? {
        let link = manifest.links.first { $0.type == MediaType.positionList }
        guard let link, let entry = Href.entryPath(link.href).flatMap({ container.entry(at: $0) }) else { return nil }
        do throws(Failure) {
            try ReadiumFormat.checkSize(entry.length, path: entry.path)
            let text = try within(entry.path) { () throws(Failure) in try container.read(entry, limits: limits) }
            let all = try ReadiumFormat.json(text, path: entry.path, limits).member("positions").elements()
            let locators = completed(all.compactMap { try? Locator($0).normalized }, manifest.readingOrder)
            if locators.count < all.count {
                let count = all.count - locators.count
                log.add(.minor, "Positions that are no places in the reading order are left out (\(count)).", [entry.path])
            }
            return locators.isEmpty ? nil : locators
        } catch {
            if error.isOfSource { throw error }
            log.add(.moderate, error.message, error.path)
            return nil
        }
    }

    /// Those of the reading order, in its order.  One that does not say where it is in the publication is where it stands
    /// in the list.
    static func completed(_ locators: [Locator], _ readingOrder: [Link]) -> [Locator] {
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
