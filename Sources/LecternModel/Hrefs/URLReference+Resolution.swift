// SPDX-License-Identifier: BSD-3-Clause

/// Resolves references (RFC 3986, section 5).
extension URLReference {
    /// What `reference` means in the document that has this URL.  Where this is itself relative, leading `..` segments
    /// stay, and so does a leading slash.
    package func resolve(_ reference: URLReference) -> URLReference {
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
        // A relative path to its own directory is empty, and must not become the path of the root.
        let isLost = !path.isEmpty && path.first != slash && (removed.isEmpty || removed.first == slash)
        return (isLost ? "./" : "") + String(decoding: removed, as: UTF8.self)
    }

    /// How `url` can be named in the directory that this is; what ends without a slash is one, too.  nil when it is not
    /// in there.
    package func relativize(_ url: URLReference) -> URLReference? {
        guard !isOpaque, scheme == url.scheme, authority?.asciiLowercased == url.authority?.asciiLowercased else {
            return nil
        }
        if url.encodedPath == encodedPath {
            // A reference without a query takes the one of its base.
            if encodedQuery != nil && url.encodedQuery == nil { return nil }
            return URLReference(
                scheme: nil, authority: nil, path: "", query: url.encodedQuery, fragment: url.encodedFragment)
        }
        let directory = isDirectoryPath ? encodedPath : encodedPath + "/"
        guard url.encodedPath.utf8.starts(with: directory.utf8) else { return nil }
        var path = String(Substring(url.encodedPath.utf8.dropFirst(directory.utf8.count)))
        if path.utf8.first == UInt8(ascii: "/") { path = "./" + path }
        return URLReference(
            scheme: nil, authority: nil, path: path, query: url.encodedQuery, fragment: url.encodedFragment)
    }

    /// Whether both belong to the same site, file system or scheme, so that one can be written relative to the other.
    package func isRelative(to url: URLReference) -> Bool {
        switch kind {
        case .relative: false
        case .http: origin != nil && origin == url.origin
        case .file, .other: scheme == url.scheme
        }
    }

    /// One spelling of its scheme and of its path, for comparing: unnecessary escapes, dot segments and empty names are
    /// gone.  The host, the query and the fragment stay as they are.
    package var normalized: URLReference {
        if isOpaque {
            return URLReference(
                scheme: scheme, authority: nil, path: encodedPath, query: encodedQuery, fragment: encodedFragment) ?? self
        }
        var path = encodedPath
        var bytes: [UInt8] = []
        path.withUTF8 { PercentEncoding.normalize($0, .path, into: &bytes, decode: true) }
        let normal = withoutDotSegments(bytes, keepsEmpty: false)
        return with(path: isAbsolute || authority != nil ? normal : PercentEncoding.colonEncoded(normal)) ?? self
    }

    package func isEquivalent(to other: URLReference) -> Bool { normalized == other.normalized }
}
