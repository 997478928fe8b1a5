// SPDX-License-Identifier: BSD-3-Clause

/// The kind of a URL, and properties of its path.
extension URLReference {
    public var isAbsolute: Bool { kind != .relative }

    public var isHTTP: Bool { kind == .http }

    /// Whether the URL has no hierarchical path, like `mailto:` or `data:`.
    var isOpaque: Bool { isAbsolute && authority == nil && encodedPath.utf8.first != UInt8(ascii: "/") }

    var isDirectoryPath: Bool { encodedPath.utf8.last == UInt8(ascii: "/") }

    /// The range of the last segment in `encodedPath`.
    var pathSegmentRange: Range<String.Index>? {
        let bytes = encodedPath.utf8
        let slash = UInt8(ascii: "/")
        guard let last = bytes.lastIndex(where: { $0 != slash }) else { return nil }
        let start = bytes[..<last].lastIndex(of: slash).map(bytes.index(after:)) ?? bytes.startIndex
        return start..<bytes.index(after: last)
    }
}
