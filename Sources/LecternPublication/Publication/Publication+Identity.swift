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
        json.member("readingOrder", ifNotEmpty: manifest.readingOrder.map { Href.withoutFragment($0.href) })
        json.endObject()
    }
}
