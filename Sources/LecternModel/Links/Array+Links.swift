// SPDX-License-Identifier: BSD-3-Clause

/// Helpers of the Readium toolkits for lists of links.
extension Array<Link> {
    public func first(_ filter: LinkFilter) -> Link? { index(filter).map { self[$0] } }

    public func index(_ filter: LinkFilter) -> Int? { indices.first { filter.matches(self[$0]) } }

    public func all(_ filter: LinkFilter) -> [Link] { self.filter(filter.matches) }

    /// Like `firstIndex(where:)`, but does not copy each link, which takes longer than most questions about it.
    @inlinable public func place(where isWanted: (Link) -> Bool) -> Int? {
        withUnsafeBufferPointer { links in
            guard let base = links.baseAddress else { return nil }
            for index in 0..<links.count where isWanted(base[index]) { return index }
            return nil
        }
    }

    /// Whether each of them is like that; true when there are none.
    public func allMatch(_ filter: LinkFilter) -> Bool { allSatisfy(filter.matches) }

    /// Whether all are resources of that kind; true when there are none.
    public func allAre(_ kind: LinkFilter.Kind) -> Bool { allMatch(LinkFilter(kind: kind)) }

    /// The first among these links, their alternates and their children, depth first.
    func deepFirst(_ filter: LinkFilter) -> Link? {
        for link in self {
            if filter.matches(link) { return link }
            if let found = link.alternates.deepFirst(filter) ?? link.children.deepFirst(filter) { return found }
        }
        return nil
    }

    /// All among these links, their alternates and their children, depth first.
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
