// SPDX-License-Identifier: BSD-3-Clause

/// The Readium Web Publication Manifest: the value that every format is parsed into.
package struct Manifest: Sendable {
    package var metadata: Metadata
    package var links: [Link] = []
    package var readingOrder: [Link] = []
    package var resources: [Link] = []
    package var toc: [Link] = []
    /// Other collections by role, in the order they are written: pageList, landmarks, loi, lot, loa, lov.
    package var collections: [(role: String, links: [Link])] = []

    package init(metadata: Metadata) { self.metadata = metadata }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("@context", "https://readium.org/webpub-manifest/context.jsonld")
        json.key("metadata")
        metadata.write(to: &json)
        json.key("links")
        json.links(links)
        json.key("readingOrder")
        json.links(readingOrder)
        json.member("resources", ifNotEmpty: resources)
        json.member("toc", ifNotEmpty: toc)
        for (role, links) in collections where !links.isEmpty {
            json.key(role)
            json.links(links)
        }
        json.endObject()
    }

    package var json: ByteBuffer {
        // About the size of a link in text: the buffer rarely has to move.
        var json = JSONWriter(capacity: 4096 + 128 * (readingOrder.count + resources.count + toc.count))
        write(to: &json)
        return json.finish()
    }
}
