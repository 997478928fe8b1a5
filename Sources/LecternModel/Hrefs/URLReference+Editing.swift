// SPDX-License-Identifier: BSD-3-Clause

/// The same URL with another path, or without some of its parts.
extension URLReference {
    public var removingQuery: URLReference {
        URLReference(
            scheme: scheme, authority: authority, path: encodedPath, query: nil, fragment: encodedFragment) ?? self
    }

    public var removingFragment: URLReference {
        URLReference(
            scheme: scheme, authority: authority, path: encodedPath, query: encodedQuery, fragment: nil) ?? self
    }

    /// The directory that the last name is in, with a slash at its end.
    public var removingLastPathSegment: URLReference {
        guard let last = pathSegmentRange else { return self }
        let directory = String(encodedPath[..<last.lowerBound])
        return with(path: directory.isEmpty ? "./" : directory) ?? self
    }
}
