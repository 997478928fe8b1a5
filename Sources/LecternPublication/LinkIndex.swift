// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The links to files of a manifest by href: reading order, resources, and their alternates.
struct LinkIndex: Sendable {
    private var links: [String: Link] = [:]

    init(_ manifest: Manifest) {
        links.reserveCapacity(manifest.readingOrder.count + manifest.resources.count)
        add(manifest.readingOrder)
        add(manifest.resources)
    }

    /// The first link counts.  Alternates hang one below the other, as deep as the parser let them.
    private mutating func add(_ list: [Link]) {
        for link in list {
            if links[link.href] == nil { links[link.href] = link }
            add(link.alternates)
        }
    }

    subscript(href: String) -> Link? { links[href] }
}
