// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel

/// Positions from a service of the host, which replace the computed ones.  They are not trusted.
struct HostPositions {
    let locators: [JSON]

    init(_ text: ByteBuffer, maxDepth: UInt64) throws(Failure) {
        do throws(Failure) {
            let json = try text.withBytes { (bytes) throws(Failure) in
                try JSONParser.parse(bytes, source: "positions", maxDepth: maxDepth)
            }
            let locators = try JSONReader(json, source: "positions").member("positions").elements()
            for locator in locators { _ = try locator.member("href").string() }
            self.locators = locators.map(\.value)
        } catch {
            throw Failure(
                .callback, "A service of the host did not return valid positions.",
                path: [PositionsService.route], causes: [error])
        }
    }

    /// The positions in the reading order, sorted by it.  A missing media type is taken from the link.
    func locators(_ readingOrder: [Link]) -> [Locator] {
        var types: [String: String] = [:]
        for link in readingOrder { types[Href.normalized(link.href)] = link.type }
        let read = locators.compactMap { json -> Locator? in
            guard var object = json.object, let href = object["href"]?.string else { return nil }
            if object["type"]?.string == nil {
                object["type"] = .string(types[Href.normalized(href)] ?? MediaType.octetStream)
            }
            return try? Locator(JSONReader(.object(object), source: "positions")).normalized
        }
        return PublishedPositions.completed(read, readingOrder)
    }

    /// `[[locator], [locator]]`: a list for each resource of the reading order, in the format of the computed positions.
    func jsonByReadingOrder(_ readingOrder: [Link]) -> ByteBuffer {
        var lists: [String: [JSON]] = [:]
        for locator in locators {
            guard let href = locator.object?["href"]?.string else { continue }
            lists[Href.normalized(href), default: []].append(locator)
        }
        var json = JSONWriter(capacity: 4096)
        json.beginArray()
        for link in readingOrder {
            json.beginArray()
            // A resource that is listed twice has its positions only once.
            for locator in lists.removeValue(forKey: Href.normalized(link.href)) ?? [] { json.value(locator) }
            json.endArray()
        }
        json.endArray()
        return json.finish()
    }
}
