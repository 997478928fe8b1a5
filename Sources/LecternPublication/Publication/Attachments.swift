// SPDX-License-Identifier: BSD-3-Clause

/// The services and the cache that a host attaches to the publications that it opens.
public struct Attachments: Sendable {
    /// The services in the order in which they were added.
    let services: [ServiceFactory]
    /// The persistent cache, if there is one.
    let cache: PersistentCache?

    public init(services: [ServiceFactory] = [], cache: PersistentCache? = nil) {
        self.services = services
        self.cache = cache
    }
}
