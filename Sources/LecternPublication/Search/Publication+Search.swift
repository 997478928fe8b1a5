// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

extension Publication {
    /// Searches the text of the reading order, or lets a service of the host do so, if one answers the route.
    public func search(_ query: String, _ options: SearchOptions) throws(Failure) -> Cursor {
        let request = SearchRequest(query, options)
        let host = try HostSearch(
            request.href, publication: name, maxDepth: opening.limits.maxJSONDepth, spelled: { self.route($0) },
            get: { (route) throws(Failure) in try self.fromHost(route) })
        if let host { return Cursor(host) }
        return Cursor(try SearchPages(self, self.query(query, options)))
    }

    func query(_ text: String, _ options: SearchOptions) throws(Failure) -> SearchQuery {
        try SearchQuery(
            text, options, languages: manifest.metadata.languages, pcre2: opening.context.pcre2)
    }
}
