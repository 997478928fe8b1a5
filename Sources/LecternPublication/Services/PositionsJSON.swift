// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Positions {
    /// `{"total": 2, "positions": [locator, locator]}`
    package var json: ByteBuffer {
        var json = JSONWriter(capacity: expectedSize)
        json.beginObject()
        json.member("total", total)
        json.key("positions")
        json.beginArray()
        var first = 0
        for (link, count) in zip(links, counts) {
            write(link, count: count, first: first, to: &json)
            first += count
        }
        json.endArray()
        json.endObject()
        return json.finish()
    }

    /// `[[locator], [locator]]`: a list for each resource of the reading order.
    package var jsonByReadingOrder: ByteBuffer {
        var json = JSONWriter(capacity: expectedSize)
        json.beginArray()
        var first = 0
        for (link, count) in zip(links, counts) {
            json.beginArray()
            write(link, count: count, first: first, to: &json)
            json.endArray()
            first += count
        }
        json.endArray()
        return json.finish()
    }

    /// The locators of one resource differ in three numbers, so the text before them is made once.
    private func write(_ link: Link, count: Int, first: Int, to json: inout JSONWriter) {
        guard count > 0 else { return }
        let beginning = Positions.beginning(of: link)
        for index in 0..<count {
            beginning.withBytes { json.verbatim(beginning: $0.assumingMemoryBound(to: UInt8.self)) }
            json.double(Double(index) / Double(count))
            json.member("position", first + index + 1)
            json.member("totalProgression", Double(first + index) / Double(total))
            json.endObject()
            json.endObject()
        }
    }

    private static func beginning(of link: Link) -> ByteBuffer {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("href", link.href)
        json.member("type", link.type ?? MediaType.xhtml)
        json.member("title", ifPresent: link.title)
        json.key("locations")
        json.beginObject()
        json.key("progression")
        return json.finish()
    }
}
