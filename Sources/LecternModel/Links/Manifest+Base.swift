// SPDX-License-Identifier: BSD-3-Clause

extension Manifest {
    /// The directory of the publication's own URL, which relative hrefs start from; nil unless it is on the web.
    package var baseURL: URLReference? {
        let itself = links.first { !$0.isTemplated && $0.rels.contains { $0.asciiLowercased == "self" } }
        guard let url = itself.flatMap({ URLReference($0.href) }), url.isHTTP else { return nil }
        let directory = url.removingQuery.removingFragment
        return directory.isDirectoryPath ? directory : directory.removingLastPathSegment
    }

    /// A locator that another version, or another toolkit, has stored, with the href that the manifest has for its
    /// resource.  Hrefs in packages begin at the root, with or without a slash; on the web they may be written in full.
    package func normalized(_ locator: Locator) -> Locator {
        guard let baseURL, let url = URLReference(locator.href), let relative = baseURL.relativize(url),
            let link = link(withHREF: relative.string)
        else { return locator }
        var found = locator
        found.href = link.href
        return found
    }
}
