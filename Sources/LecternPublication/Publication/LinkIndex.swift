// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// All links to files in a manifest by href: reading order, resources, links, and their alternates and children.
struct LinkIndex: Sendable {
    private var links: [String: Link] = [:]

    init(_ manifest: Manifest) {
        links.reserveCapacity(manifest.readingOrder.count + manifest.resources.count)
        add(manifest.readingOrder)
        add(manifest.resources)
        add(manifest.links)
    }

    /// The first link with an href is used.  The parser has limited the nesting of alternates and children.
    private mutating func add(_ list: [Link]) {
        for link in list {
            let href = Href.normalized(link.href)
            if links[href] == nil { links[href] = link }
            add(link.alternates)
            add(link.children)
        }
    }

    /// - Parameter href: a normalised href.
    subscript(href: String) -> Link? { links[href] }
}
