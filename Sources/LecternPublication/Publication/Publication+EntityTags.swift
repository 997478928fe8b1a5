// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Digests that distinguish a publication from others.
private struct PublicationDigests: Sendable {
    /// The files; nil if they would have to be read.
    let files: [UInt8]?
    /// The manifest.
    let manifest: [UInt8]

    init(_ publication: Publication) {
        var digest = SHA256()
        // Some files are made by the library.
        digest.update(text: publication.opening.context.version)
        var files = digest
        let isKnown = try? publication.container.identify(in: &files, hasStamp: false)
        self.files = isKnown == true ? files.digest() : nil
        publication.parsed.manifest.json.withBytes { digest.update($0) }
        manifest = digest.digest()
    }
}

extension Publication {
    /// A larger answer of a service has no tag: making one would take longer than sending it again.
    private static let mostDigested = 4 << 20

    /// A validator (RFC 9110, 8.8.3) of a resource, with its quotes; nil if it would have to be read.
    ///
    /// - The directory of an archive has a checksum of each file.  All of them are part of the tag, since another book
    ///   may have the same address.
    /// - Other files have a weak tag of their modification time and size, since a file may change more than once within
    ///   a tick of the clock.
    /// - Answers of services that are in memory have one of their bytes.
    public func entityTag(of resource: Resource) -> String? {
        var digest = SHA256()
        if let bytes = resource.bytesInMemory {
            guard bytes.count <= Publication.mostDigested else { return nil }
            digest.update(text: resource.link.type ?? "")
            bytes.withBytes { digest.update($0) }
            return Publication.tag(digest)
        }
        guard let path = resource.pathOfFile else { return nil }
        let known = values.value { PublicationDigests(self) }
        if let files = known.files {
            digest.update(files)
            digest.update(text: path)
            return Publication.tag(digest)
        }
        guard let stamp = container.entry(at: path).flatMap({ container.stamp(of: $0) }) else { return nil }
        digest.update(known.manifest)
        digest.update(stamp)
        digest.update(text: path)
        return "W/" + Publication.tag(digest)
    }

    private static func tag(_ digest: SHA256) -> String { "\"\(digest.digest().prefix(16).hexadecimal)\"" }
}
