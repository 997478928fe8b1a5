// SPDX-License-Identifier: BSD-3-Clause

/// Helpers for lists of links, as in the Readium toolkits.
extension Array<Link> {
    public func first(_ filter: LinkFilter) -> Link? { index(filter).map { self[$0] } }

    public func index(_ filter: LinkFilter) -> Int? { indices.first { filter.matches(self[$0]) } }

    public func all(_ filter: LinkFilter) -> [Link] { self.filter(filter.matches) }

    /// Like `firstIndex(where:)`, but without copying each link, which costs more than most predicates.
    @inlinable public func place(where isWanted: (Link) -> Bool) -> Int? {
        withUnsafeBufferPointer { links in
            guard let base = links.baseAddress else { return nil }
            for index in 0..<links.count where isWanted(base[index]) { return index }
            return nil
        }
    }

    /// Whether all links match; true for an empty list.
    public func allMatch(_ filter: LinkFilter) -> Bool { allSatisfy(filter.matches) }

    /// Whether all links are resources of this kind; true for an empty list.
    public func allAre(_ kind: LinkFilter.Kind) -> Bool { allMatch(LinkFilter(kind: kind)) }

    /// Returns the first match among these links, their alternates and their children, depth first.
    func deepFirst(_ filter: LinkFilter) -> Link? {
        for link in self {
            if filter.matches(link) { return link }
            if let found = link.alternates.deepFirst(filter) ?? link.children.deepFirst(filter) { return found }
        }
        return nil
    }

    /// Returns all matches among these links, their alternates and their children, depth first.
    func deepAll(_ filter: LinkFilter) -> [Link] {
        var found: [Link] = []
        appendAll(filter, to: &found)
        return found
    }

    private func appendAll(_ filter: LinkFilter, to found: inout [Link]) {
        for link in self {
            if filter.matches(link) { found.append(link) }
            link.alternates.appendAll(filter, to: &found)
            link.children.appendAll(filter, to: &found)
        }
    }
}
