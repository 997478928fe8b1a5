// SPDX-License-Identifier: BSD-3-Clause

extension Manifest {
    /// The URL that relative hrefs are resolved against: the directory of the `self` link; nil unless it is on the
    /// web.
    public var baseURL: URLReference? {
        let itself = links.first { !$0.isTemplated && $0.rels.contains { $0.asciiLowercased == "self" } }
        guard let url = itself.flatMap({ URLReference($0.href) }), url.isHTTP else { return nil }
        let directory = url.removingQuery.removingFragment
        return directory.isDirectoryPath ? directory : directory.removingLastPathSegment
    }
}
