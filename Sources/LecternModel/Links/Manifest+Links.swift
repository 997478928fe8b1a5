// SPDX-License-Identifier: BSD-3-Clause

/// Helpers for manifests, as in the Readium toolkits.
extension Manifest {
    /// Returns the first link with this href in the reading order, the resources and the links, including alternates
    /// and children.  If there is none, the fragment is ignored, then the query.
    public func link(withHREF href: String) -> Link? { first(LinkFilter(href: href)) }

    /// Searches the reading order, the resources and the links, without their alternates and children.
    public func link(withRel rel: String) -> Link? { first(LinkFilter(rel: rel)) }
    public func links(withRel rel: String) -> [Link] { links(LinkFilter(rel: rel)) }

    /// Returns the first link that matches the filter.
    public func first(_ filter: LinkFilter) -> Link? {
        for list in lists(filter) {
            if let found = filter.isOfHref ? list.deepFirst(filter) : list.first(filter) { return found }
        }
        return filter.shortened.flatMap(first)
    }

    /// Returns all links that match the filter, in order, including alternates and children if it has an href.
    public func links(_ filter: LinkFilter) -> [Link] {
        let found = lists(filter).flatMap { filter.isOfHref ? $0.deepAll(filter) : $0.all(filter) }
        return found.isEmpty ? filter.shortened.map(links) ?? [] : found
    }

    private func lists(_ filter: LinkFilter) -> [[Link]] {
        filter.collection.map { [links(inCollection: $0)] } ?? [readingOrder, resources, links]
    }
}
