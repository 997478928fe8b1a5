// SPDX-License-Identifier: BSD-3-Clause

/// Resolves references (RFC 3986, section 5).
extension URLReference {
    /// Resolves `reference` against this URL. If this URL is itself relative, leading `..` segments and a leading
    /// slash are kept.
    public func resolve(_ reference: URLReference) -> URLReference {
        if reference.isAbsolute { return reference }
        if isOpaque && !reference.encodedPath.isEmpty { return reference }
        let resolved: URLReference?
        if let host = reference.authority {
            resolved = URLReference(
                scheme: scheme, authority: host, path: reference.encodedPath, query: reference.encodedQuery,
                fragment: reference.encodedFragment)
        } else if reference.encodedPath.isEmpty {
            resolved = URLReference(
                scheme: scheme, authority: authority, path: encodedPath, query: reference.encodedQuery ?? encodedQuery,
                fragment: reference.encodedFragment)
        } else {
            resolved = URLReference(
                scheme: scheme, authority: authority, path: merged(with: reference.encodedPath),
                query: reference.encodedQuery, fragment: reference.encodedFragment)
        }
        return resolved ?? reference
    }

    /// Sections 5.2.3 and 5.2.4.
    private func merged(with path: String) -> String {
        let slash = UInt8(ascii: "/")
        var bytes: [UInt8] = []
        if path.utf8.first != slash {
            let base = encodedPath.utf8
            if let end = base.lastIndex(of: slash) {
                bytes.append(contentsOf: base[...end])
            } else if authority != nil {
                bytes.append(slash)
            }
        }
        bytes.append(contentsOf: path.utf8)
        return withoutDotSegments(bytes, keepsEmpty: true)
    }

    private func withoutDotSegments(_ path: [UInt8], keepsEmpty: Bool) -> String {
        let removed = DotSegments.removed(from: path, keepsClimbing: !isAbsolute, keepsEmpty: keepsEmpty)
        let slash = UInt8(ascii: "/")
        // A relative path to its own directory becomes empty, and must not turn into the path of the root.
        let isLost = !path.isEmpty && path.first != slash && (removed.isEmpty || removed.first == slash)
        return (isLost ? "./" : "") + String(decoding: removed, as: UTF8.self)
    }
}
