// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Positions {
    /// `{"total": 2, "positions": [locator, locator]}`
    public var json: ByteBuffer {
        var json = JSONWriter(capacity: expectedSize)
        json.beginObject()
        json.member("total", total)
        json.key("positions")
        json.beginArray()
        var first = 0
        for index in links.indices {
            write(index, first: first, to: &json)
            first += counts[index]
        }
        json.endArray()
        json.endObject()
        return json.finish()
    }

    /// `[[locator], [locator]]`: a list for each resource of the reading order.
    public var jsonByReadingOrder: ByteBuffer {
        var json = JSONWriter(capacity: expectedSize)
        json.beginArray()
        var first = 0
        for index in links.indices {
            json.beginArray()
            write(index, first: first, to: &json)
            json.endArray()
            first += counts[index]
        }
        json.endArray()
        return json.finish()
    }

    /// The locators of one resource only differ in a few numbers, so their common prefix is created once.
    private func write(_ resource: Int, first: Int, to json: inout JSONWriter) {
        let count = counts[resource]
        guard count > 0 else { return }
        if case .published(let lists) = members { return lists[resource].forEach { $0.write(to: &json) } }
        let beginning = beginning(of: links[resource])
        for index in 0..<count {
            beginning.withBytes { json.verbatim(beginning: $0.assumingMemoryBound(to: UInt8.self)) }
            switch members {
            case .shares:
                json.double(Double(index) / Double(count))
            case .pages, .times:
                json.beginArray()
                if let fragment = fragment(of: index, in: resource) { json.string(fragment) }
                json.endArray()
                json.member("progression", Double(index) / spans(ofResource: resource))
            case .numbers, .published: break
            }
            json.member("position", first + index + 1)
            json.member("totalProgression", totalProgression(of: index, in: resource))
            json.endObject()
            json.endObject()
        }
    }

    private func beginning(of link: Link) -> ByteBuffer {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("href", link.href)
        json.member("type", link.type ?? fallbackType)
        json.member("title", ifPresent: link.title)
        json.key("locations")
        json.beginObject()
        switch members {
        case .shares: json.key("progression")
        case .pages, .times: json.key("fragments")
        case .numbers, .published: break
        }
        return json.finish()
    }
}
