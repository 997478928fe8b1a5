// SPDX-License-Identifier: BSD-3-Clause

/// A URL or a relative reference (RFC 3986), valid and in its original spelling.
///
/// Hrefs of a manifest are strings in normal form (see `Href`); this type is for URLs from elsewhere, or that have to
/// be taken apart.
public struct URLReference: Sendable {
    public enum Kind: Sendable {
        /// No scheme.
        case relative
        /// `http` and `https`.
        case http
        /// `file`, with a path.
        case file
        /// Any other scheme.
        case other
    }

    public let string: String
    public let kind: Kind
    /// Lower case.
    public let scheme: String?
    /// The text after `//`, in its original spelling.
    let authority: String?
    /// The path in its original spelling, so percent-encoded.  `path` is decoded.
    public let encodedPath: String
    let encodedQuery: String?
    let encodedFragment: String?

    /// Returns nil for text that is empty or has characters that are invalid in URLs.  A `%` that does not begin an
    /// escape is accepted, as in browsers.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        var rest = Substring(text).utf8
        let fragment = URLReference.split(&rest, at: UInt8(ascii: "#"))
        let query = URLReference.split(&rest, at: UInt8(ascii: "?"))
        var scheme: String?
        if let colon = Href.colonOfScheme(text), colon < rest.count {
            scheme = String(Substring(rest.prefix(colon))).asciiLowercased
            rest = rest.dropFirst(colon + 1)
        }
        var authority: Substring.UTF8View?
        if rest.starts(with: "//".utf8) {
            let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest.dropFirst(2)[..<end]
            rest = rest[end...]
        }
        guard URLReference.isValid(rest, .path), URLReference.isValid(authority, .authority),
            URLReference.isValid(query, .query), URLReference.isValid(fragment, .fragment)
        else { return nil }
        kind = URLReference.kind(of: scheme)
        if kind == .file && rest.first != UInt8(ascii: "/") { return nil }
        string = text
        self.scheme = scheme
        self.authority = authority.map { String(Substring($0)) }
        encodedPath = String(Substring(rest))
        encodedQuery = query.map { String(Substring($0)) }
        encodedFragment = fragment.map { String(Substring($0)) }
    }

    private static func kind(of scheme: String?) -> Kind {
        switch scheme {
        case nil: .relative
        case "http", "https": .http
        case "file": .file
        default: .other
        }
    }

    /// Removes the first `mark` and everything after it, and returns the part after it.
    private static func split(_ text: inout Substring.UTF8View, at mark: UInt8) -> Substring.UTF8View? {
        guard let place = text.firstIndex(of: mark) else { return nil }
        defer { text = text[..<place] }
        return text[text.index(after: place)...]
    }

    private static func isValid(_ part: Substring.UTF8View?, _ allowed: PercentEncoding.Allowed) -> Bool {
        part?.allSatisfy { allowed.contains($0) || $0 == UInt8(ascii: "%") } ?? true
    }

    /// Combines encoded components; returns nil if the result is empty or invalid.
    init?(scheme: String?, authority: String?, path: String, query: String?, fragment: String?) {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority {
            text += "//" + authority
        } else if path.utf8.starts(with: "//".utf8) {
            // Otherwise the first segment would be parsed as a host.
            text += "/."
        } else if scheme == nil, Href.isAbsolute(path) {
            // Otherwise the first segment would be parsed as a scheme (4.2).
            text += "./"
        }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        self.init(text)
    }

    /// Returns the URL with another path.
    func with(path: String) -> URLReference? {
        URLReference(scheme: scheme, authority: authority, path: path, query: encodedQuery, fragment: encodedFragment)
    }
}

extension URLReference: Hashable {
    public static func == (a: URLReference, b: URLReference) -> Bool { a.string == b.string }

    public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}
