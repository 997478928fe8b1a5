// SPDX-License-Identifier: BSD-3-Clause

/// The Readium Web Publication Manifest: the value that every format is parsed into.
package struct Manifest: Sendable {
    package var context: [String] = [Manifest.readiumContext]
    package var metadata: Metadata
    package var links: [Link] = []
    package var readingOrder: [Link] = []
    package var resources: [Link] = []
    package var toc: [Link] = []
    /// Other collections, in the order they are written: pageList, landmarks, loi, lot, loa, lov…
    package var collections: [PublicationCollection] = []
    /// Members that are no collections.
    package var other = JSONObject()

    package static let readiumContext = "https://readium.org/webpub-manifest/context.jsonld"

    package init(metadata: Metadata) { self.metadata = metadata }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if context.count == 1 {
            json.member("@context", ifPresent: context.first)
        } else {
            json.member("@context", ifNotEmpty: context)
        }
        json.key("metadata")
        metadata.write(to: &json)
        json.key("links")
        json.links(links)
        json.key("readingOrder")
        json.links(readingOrder)
        json.member("resources", ifNotEmpty: resources)
        json.member("toc", ifNotEmpty: toc)
        json.members(of: collections)
        json.members(of: other)
        json.endObject()
    }

    package var json: ByteBuffer {
        // About the size of a link in text: the buffer rarely has to move.
        var json = JSONWriter(capacity: 4096 + 128 * (readingOrder.count + resources.count + toc.count))
        write(to: &json)
        return json.finish()
    }
}
