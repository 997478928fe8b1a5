// SPDX-License-Identifier: BSD-3-Clause

/// Links whose hrefs do not depend any more on where they were read.
extension Link {
    /// The same with hrefs relative to `base`, also those of its alternates and children.  Templates are no URLs yet and
    /// stay as they are.
    package func resolved(to base: URLReference) -> Link {
        var link = self
        if !isTemplated, let url = url(relativeTo: base) { link.href = url.string }
        let (alternates, children) = (self.alternates, self.children)
        if !alternates.isEmpty { link.alternates = alternates.map { $0.resolved(to: base) } }
        if !children.isEmpty { link.children = children.map { $0.resolved(to: base) } }
        return link
    }
}

extension Manifest {
    /// The same with all hrefs relative to `base`, but for those that say where the manifest itself is.
    package func resolved(to base: URLReference) -> Manifest {
        func resolved(_ links: [Link]) -> [Link] { links.map { $0.resolved(to: base) } }

        func resolved(_ collection: PublicationCollection) -> PublicationCollection {
            var collection = collection
            collection.links = resolved(collection.links)
            collection.collections = collection.collections.map(resolved)
            return collection
        }

        var manifest = self
        manifest.links = links.map { $0.rels.contains("self") ? $0 : $0.resolved(to: base) }
        manifest.readingOrder = resolved(readingOrder)
        manifest.resources = resolved(resources)
        manifest.toc = resolved(toc)
        manifest.collections = collections.map(resolved)
        manifest.metadata.resolveLinks(to: base)
        return manifest
    }
}

extension Metadata {
    fileprivate mutating func resolveLinks(to base: URLReference) {
        for index in subjects.indices { subjects[index].links = subjects[index].links.map { $0.resolved(to: base) } }
        contributors = contributors.mapped { $0.resolved(to: base) }
        belongsTo = belongsTo.map { ($0.kind, $0.collections.map { $0.resolved(to: base) }) }
    }
}

extension Contributor {
    fileprivate func resolved(to base: URLReference) -> Contributor {
        var contributor = self
        contributor.links = links.map { $0.resolved(to: base) }
        return contributor
    }
}
