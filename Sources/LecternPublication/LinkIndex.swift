// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// All links to files of a manifest by href: reading order, resources, links, their alternates and children.
struct LinkIndex: Sendable {
    private var links: [String: Link] = [:]

    init(_ manifest: Manifest) {
        links.reserveCapacity(manifest.readingOrder.count + manifest.resources.count)
        add(manifest.readingOrder)
        add(manifest.resources)
        add(manifest.links)
    }

    /// The first link counts.  Alternates and children hang one below the other, as deep as the parser let them.
    private mutating func add(_ list: [Link]) {
        for link in list {
            let href = Href.normalized(link.href)
            if links[href] == nil { links[href] = link }
            add(link.alternates)
            add(link.children)
        }
    }

    /// - Parameter href: normalised.
    subscript(href: String) -> Link? { links[href] }
}
