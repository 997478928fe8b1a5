// SPDX-License-Identifier: BSD-3-Clause

/// What a host adds to the publications that it opens.
public struct Attachments: Sendable {
    /// In the order in which the host added them.
    let services: [ServiceFactory]
    /// Where values are kept across runs; nil keeps none.
    let cache: PersistentCache?

    public init(services: [ServiceFactory] = [], cache: PersistentCache? = nil) {
        self.services = services
        self.cache = cache
    }
}
