// SPDX-License-Identifier: BSD-3-Clause

/// The Readium Web Publication Manifest, which every format is parsed into.
public struct Manifest: Sendable {
    public var context: [String] = [Manifest.readiumContext]
    public var metadata: Metadata
    public var links: [Link] = []
    public var readingOrder: [Link] = []
    public var resources: [Link] = []
    public var toc: [Link] = []
    /// Other collections, in the order in which they are written: pageList, landmarks, loi, lot, loa, lov…
    public var collections: [PublicationCollection] = []
    /// Members that are not collections.
    public var other = JSONObject()

    public static let readiumContext = "https://readium.org/webpub-manifest/context.jsonld"

    public init(metadata: Metadata) { self.metadata = metadata }

    public func write(to json: inout JSONWriter) {
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

    public var json: ByteBuffer {
        // About the size of the manifest, so that the buffer is rarely reallocated.
        var json = JSONWriter(capacity: 4096 + 128 * (readingOrder.count + resources.count + toc.count))
        write(to: &json)
        return json.finish()
    }
}
