// SPDX-License-Identifier: BSD-3-Clause

/// References to resources: relative to the root of the publication, percent-encoded, without dot segments and
/// without a leading slash, so that equal resources have equal hrefs.  A URL with a scheme is kept unchanged.
///
/// A reference never leaves the publication: excess `..` segments are dropped, as in URLs (RFC 3986, 5.2.4).
public enum Href {
    // MARK: Parts

    /// Returns everything before the query and the fragment.
    public static func path(_ href: String) -> Substring {
        let end = place(in: href) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return end.map { href[..<$0] } ?? href[...]
    }

    /// Returns the index of the first byte that satisfies the predicate.
    @inline(__always)
    private static func place(in href: String, where isWanted: (UInt8) -> Bool) -> String.Index? {
        var text = href
        guard let offset = text.withUTF8({ $0.firstIndex(where: isWanted) }) else { return nil }
        return href.utf8.index(href.startIndex, offsetBy: offset)
    }

    public static func withoutFragment(_ href: String) -> String {
        guard let hash = place(in: href, where: { $0 == UInt8(ascii: "#") }) else { return href }
        return String(href[..<hash])
    }

    /// Returns the part after the first `#`, or nil if there is none.
    public static func fragment(_ href: String) -> Substring? {
        guard let hash = place(in: href, where: { $0 == UInt8(ascii: "#") }) else { return nil }
        return href[href.utf8.index(after: hash)...]
    }

    /// Whether the href has a scheme, and so refers to a resource outside of the publication.
    public static func isAbsolute(_ href: String) -> Bool { colonOfScheme(href) != nil }

    /// Returns the offset in bytes of the colon after the scheme, or nil if there is no scheme.
    static func colonOfScheme(_ href: String) -> Int? {
        var href = href
        return href.withUTF8 { schemeLength($0) }
    }

    /// Whether the text consists only of characters and escapes that are valid in URLs (RFC 3986, 2).
    public static func isURL(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                if PercentEncoding.Allowed.url.contains(bytes[index]) {
                    index += 1
                } else {
                    guard bytes[index] == UInt8(ascii: "%"), bytes.count - index > 2,
                        ASCII.hexValue(bytes[index + 1]) != nil, ASCII.hexValue(bytes[index + 2]) != nil
                    else { return false }
                    index += 3
                }
            }
            return true
        }
    }

    /// Returns the decoded path of the entry in the container; nil for an absolute URL or a path that is not UTF-8.
    public static func entryPath(_ href: String) -> String? {
        let path = path(href)
        return isAbsolute(String(path)) ? nil : PercentEncoding.decoded(path)
    }

    // MARK: Normal form

    /// Returns the normal form, which is the same for all references to a resource.
    public static func normalized(_ href: String) -> String { HrefBase.root.resolve(href) }

    /// Whether the href is a path in normal form, without query and fragment.  Does not allocate.
    public static func isNormalPath(_ href: String) -> Bool {
        var href = href
        return href.withUTF8 { HrefBase.isNormal($0) }
    }

    /// Returns the length of the scheme, without its colon, or nil if there is no scheme (RFC 3986, 3.1).
    static func schemeLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for (index, byte) in bytes.enumerated() {
            if ASCII.isLetter(byte) { continue }
            if index == 0 { return nil }
            if byte == UInt8(ascii: ":") { return index }
            let mayFollow =
                ASCII.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
            if !mayFollow { return nil }
        }
        return nil
    }

    /// Returns "https://example.com" for "https://example.com/a/b", an empty result for a relative path, and nil for
    /// a URL without `//`, which cannot be the base of a relative reference.
    static func root(of path: Substring.UTF8View) -> Substring.UTF8View.SubSequence? {
        guard path.contains(UInt8(ascii: ":")), isAbsolute(String(Substring(path))) else { return path.prefix(0) }
        guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = path[path.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        return path[..<(rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex)]
    }
}
