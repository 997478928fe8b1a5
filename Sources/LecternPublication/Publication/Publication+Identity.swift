// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

extension Publication {
    /// What identifies this copy (schema `publication-identity`).
    public func writeIdentity(to json: inout JSONWriter) throws(Failure) {
        let title = manifest.metadata.title.text
        json.beginObject()
        json.member("identifier", ifPresent: manifest.metadata.identifier.flatMap { $0.isEmpty ? nil : $0 })
        if !title.isEmpty { json.member("title", title) }
        var digest = SHA256()
        if try container.identify(in: &digest, hasStamp: true) {
            json.member("hash", "sha256:" + digest.digest().hexadecimal)
        }
        json.key("readingOrder")
        json.strings(try numberedResources())
        json.endObject()
    }

    /// The hrefs of the resources that calibre and KOReader number: of an EPUB those of the spine, also what is not linear,
    /// otherwise those of the reading order.
    private func numberedResources() throws(Failure) -> [String] {
        let order = manifest.readingOrder
        guard let steps = try spineSteps() else { return order.map { Href.withoutFragment($0.href) } }
        // A page that only wraps an image is an alternate of the image.
        let alternates = order.flatMap { link in link.alternates.map { ($0.href, link.href) } }
        let hrefs = Dictionary(order.map { ($0.href, $0.href) } + alternates, uniquingKeysWith: { first, _ in first })
        return steps.references.map { hrefs[$0.href] ?? $0.href }
    }
}
