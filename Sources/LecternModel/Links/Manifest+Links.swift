// SPDX-License-Identifier: BSD-3-Clause

/// Helpers of the Readium toolkits for manifests.
extension Manifest {
    /// The first link with this href in the reading order, the resources and the links, followed through alternates and
    /// children.  If there is none, query and fragment do not count.
    public func link(withHREF href: String) -> Link? { first(LinkFilter(href: href)) }

    /// In the reading order, the resources and the links, without their alternates and children.
    public func link(withRel rel: String) -> Link? { first(LinkFilter(rel: rel)) }
    public func links(withRel rel: String) -> [Link] { links(LinkFilter(rel: rel)) }

    /// The first link that a filter lets through.
    public func first(_ filter: LinkFilter) -> Link? {
        for list in lists(filter) {
            if let found = filter.isOfHref ? list.deepFirst(filter) : list.first(filter) { return found }
        }
        return filter.shortened.flatMap(first)
    }

    /// All links that a filter lets through, in order.  Alternates and children are among them if a href is looked for.
    public func links(_ filter: LinkFilter) -> [Link] {
        let found = lists(filter).flatMap { filter.isOfHref ? $0.deepAll(filter) : $0.all(filter) }
        return found.isEmpty ? filter.shortened.map(links) ?? [] : found
    }

    private func lists(_ filter: LinkFilter) -> [[Link]] {
        filter.collection.map { [links(inCollection: $0)] } ?? [readingOrder, resources, links]
    }
}
