// SPDX-License-Identifier: BSD-3-Clause

/// The same URL with another path, or without some of its parts.
extension URLReference {
    package var removingQuery: URLReference {
        URLReference(
            scheme: scheme, authority: authority, path: encodedPath, query: nil, fragment: encodedFragment) ?? self
    }

    package var removingFragment: URLReference {
        URLReference(
            scheme: scheme, authority: authority, path: encodedPath, query: encodedQuery, fragment: nil) ?? self
    }

    /// The directory that the last name is in, with a slash at its end.
    package var removingLastPathSegment: URLReference {
        guard let last = pathSegmentRange else { return self }
        let directory = String(encodedPath[..<last.lowerBound])
        return with(path: directory.isEmpty ? "./" : directory) ?? self
    }

    /// - Parameters:
    ///   - path: decoded.  A leading slash means nothing.
    ///   - isDirectory: whether the result ends with a slash, whatever `path` does.
    package func appendingPath(_ path: String, isDirectory: Bool) -> URLReference {
        let slash = UInt8(ascii: "/")
        let names = String(Substring(path.utf8.drop { $0 == slash }))
        guard !names.isEmpty else { return self }
        var encoded: [UInt8] = Array(encodedPath.utf8)
        if (!encoded.isEmpty || authority != nil) && encoded.last != slash { encoded.append(slash) }
        PercentEncoding.encode(names, .path, into: &encoded)
        let all = URLReference.path(String(decoding: encoded, as: UTF8.self), isDirectory: isDirectory)
        return with(path: all) ?? self
    }

    /// - Parameter pathExtension: decoded and without its dot; nil removes the one that there is.  Directories stay as
    ///   they are.
    package func replacingPathExtension(_ pathExtension: String?) -> URLReference {
        guard !isDirectoryPath, let last = pathSegmentRange else { return self }
        let name = encodedPath[last].utf8
        let dot = UInt8(ascii: ".")
        var path = encodedPath
        // Dots at the beginning hide a file.
        if let end = name.lastIndex(of: dot), name[..<end].contains(where: { $0 != dot }) {
            path = String(encodedPath[..<end])
        }
        guard let pathExtension, !pathExtension.isEmpty else { return with(path: path) ?? self }
        var encoded = Array((path + ".").utf8)
        PercentEncoding.encode(pathExtension, .path, into: &encoded)
        return with(path: String(decoding: encoded, as: UTF8.self)) ?? self
    }
}
