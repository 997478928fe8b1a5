// SPDX-License-Identifier: BSD-3-Clause

extension URLReference {
    /// From text that people wrote: characters that a URL cannot have are encoded, as browsers do it.
    package init?(lenient text: String) {
        var text = text.trimmed
        let encoded = text.withUTF8 { bytes in
            var out: [UInt8] = []
            out.reserveCapacity(bytes.count)
            let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            let authority = URLReference.authorityRange(bytes)
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[..<authority.lowerBound]), .query, into: &out, decode: false)
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[authority]), .authority, into: &out, decode: false)
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[authority.upperBound..<hash]), .query, into: &out, decode: false)
            guard hash < bytes.count else { return out }
            out.append(UInt8(ascii: "#"))
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[(hash + 1)...]), .fragment, into: &out, decode: false)
            return out
        }
        self.init(String(decoding: encoded, as: UTF8.self))
    }

    /// Where the host is, the only place that may have brackets; an empty range at the beginning when there is none.
    private static func authorityRange(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = Href.schemeLength(bytes).map { $0 + 1 } ?? 0
        guard bytes[start...].starts(with: "//".utf8) else { return 0..<0 }
        let end = bytes[(start + 2)...].firstIndex { "/?#".utf8.contains($0) }
        return (start + 2)..<(end ?? bytes.count)
    }

    /// From a path that is not encoded, such as the name of a file in an archive.
    package init?(decodedPath path: String) { self.init(PercentEncoding.encodedPath(path)) }

    /// From an href of the toolkits before 3.0, which are decoded paths that begin at the root of the publication, or
    /// URLs of the web.
    package init?(legacyHref href: String) {
        let scheme = Href.colonOfScheme(href).map { href.utf8.prefix($0).map(ASCII.lowercased) }
        if scheme == Array("http".utf8) || scheme == Array("https".utf8) {
            self.init(href)
        } else {
            self.init(decodedPath: href.utf8.first == UInt8(ascii: "/") ? String(href.dropFirst()) : href)
        }
    }

    /// From the absolute path of a file or, with a slash at its end, of a directory; nil for a relative path.
    ///
    /// - Parameter isDirectory: what the path names, whether it ends with a slash or not.
    package init?(filePath path: String, isDirectory: Bool) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let names = DotSegments.removed(from: path.utf8, keepsClimbing: false, keepsEmpty: false)
        let normal = String(decoding: names, as: UTF8.self)
        self.init("file://" + PercentEncoding.encodedPath(URLReference.path(normal, isDirectory: isDirectory)))
    }

    /// A path with one slash at its end, or with none; the root keeps its slash.
    static func path(_ path: String, isDirectory: Bool) -> String {
        let slash = UInt8(ascii: "/")
        let end = path.utf8.lastIndex { $0 != slash }.map(path.utf8.index(after:)) ?? path.startIndex
        return String(path[..<end]) + (isDirectory || end == path.startIndex ? "/" : "")
    }
}
