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
            // Without the "./" that keeps a colon from ending a scheme, as paths are when they are looked for.
            let href = link.href.utf8.starts(with: "./".utf8) ? String(link.href.dropFirst(2)) : link.href
            if links[href] == nil { links[href] = link }
            add(link.alternates)
        }
    }

    subscript(href: String) -> Link? { links[href] }
}
