// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

extension Publication {
    /// Searches the text of the reading order, or lets a service of the host do so, if one answers the route.
    public func search(_ query: String, _ options: SearchOptions) throws(Failure) -> Cursor {
        let request = SearchRequest(query, options)
        let host = try HostSearch(
            route(request.href), publication: name, maxDepth: opening.limits.maxJSONDepth, spelled: { self.route($0) },
            get: { (route) throws(Failure) in try self.fromHost(route) })
        if let host { return Cursor(host) }
        if let remote = try remote(request) { return Cursor(remote) }
        return Cursor(try SearchPages(self, self.query(query, options)))
    }

    /// The answer of the search service that the manifest of a remote publication links to, if the host serves it.
    ///
    /// The files are searched here if the service does not know an option.
    private func remote(_ request: SearchRequest) throws(Failure) -> HostSearch? {
        guard let fetch = contents.fetch else { return nil }
        let link = parsed.manifest.links.first { link in
            link.isTemplated && link.type.flatMap(MediaType.essence) == SearchService.mediaType
                && !contents.addedLinks.contains { $0.href == link.href }
        }
        guard let link, let href = request.href(of: link) else { return nil }
        let base = HrefBase(href: href)
        return try HostSearch(
            href, publication: name, maxDepth: opening.limits.maxJSONDepth, spelled: { base.resolve($0) },
            get: { (href) throws(Failure) in
                try within(self.name) { () throws(Failure) in
                    try within(link.href) { () throws(Failure) in try fetch(href) }
                }?.answering(for: self.name)
            })
    }

    func query(_ text: String, _ options: SearchOptions) throws(Failure) -> SearchQuery {
        try SearchQuery(
            text, options, languages: manifest.metadata.languages, pcre2: opening.context.pcre2)
    }
}
