// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a host attaches to the publications that it opens.
public struct Attachments: Sendable {
    /// The services in the order in which they were added.
    let services: [ServiceFactory]
    /// Changes the manifest, if there is one.
    let editor: ManifestEditor?
    /// The persistent cache, if there is one.
    let cache: PersistentCache?

    public init(services: [ServiceFactory] = [], editor: ManifestEditor? = nil, cache: PersistentCache? = nil) {
        self.services = services
        self.editor = editor
        self.cache = cache
    }
}

/// Returns the manifest of the host for a publication that is being opened; nil to keep the given one.
public typealias ManifestEditor = @Sendable (_ manifest: ByteBuffer) throws(Failure) -> JSONReader?
