// SPDX-License-Identifier: BSD-3-Clause

/// Copies of a URL with another path, or without some of its components.
extension URLReference {
    public var removingQuery: URLReference {
        URLReference(
            scheme: scheme, authority: authority, path: encodedPath, query: nil, fragment: encodedFragment) ?? self
    }

    public var removingFragment: URLReference {
        URLReference(
            scheme: scheme, authority: authority, path: encodedPath, query: encodedQuery, fragment: nil) ?? self
    }

    /// The URL of the directory that contains the last path segment, with a trailing slash.
    public var removingLastPathSegment: URLReference {
        guard let last = pathSegmentRange else { return self }
        let directory = String(encodedPath[..<last.lowerBound])
        return with(path: directory.isEmpty ? "./" : directory) ?? self
    }
}
