// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// A digest that no other publication has; nil if its files cannot be identified without reading them.
private struct FilesDigest: Sendable {
    let bytes: [UInt8]?

    init(_ publication: Publication) {
        var digest = SHA256()
        // Some files are made by the library.
        digest.update(text: publication.opening.context.version)
        let isKnown = try? publication.container.identify(in: &digest, hasStamp: false)
        bytes = isKnown == true ? digest.digest() : nil
    }
}

extension Publication {
    /// A strong validator (RFC 9110, 8.8.3) of a file, without the quotes; nil if the file would have to be read for it.
    ///
    /// The directory of an archive has a checksum of each file.  All of them are part of the tag, since another book may
    /// have the same address.
    public func entityTag(of resource: Resource) -> String? {
        guard let path = resource.pathOfFile, let files = values.value({ FilesDigest(self) }).bytes else { return nil }
        var digest = SHA256()
        digest.update(files)
        digest.update(text: path)
        return digest.digest().prefix(16).hexadecimal
    }
}
