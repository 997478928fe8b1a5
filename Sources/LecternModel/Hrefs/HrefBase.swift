// SPDX-License-Identifier: BSD-3-Clause

/// The document that references are relative to, in the publication or on the web.
public struct HrefBase: Sendable {
    /// The href of the document itself.
    public let href: String
    /// The path of the document up to and including the last slash, preceded by the origin for a document on the web.
    private let directory: [UInt8]
    /// The number of bytes of `directory` before the path: the scheme and the authority.
    private let rootCount: Int
    private let isPlain: Bool

    /// - Parameter href: a normalised href.
    public init(href: String) {
        self.href = href
        if let folder = HrefBase.folder(of: href) {
            directory = folder
            rootCount = 0
            isPlain = !folder.contains(UInt8(ascii: "%"))
            return
        }
        let path = Href.path(href).utf8
        let root = Href.root(of: path)
        rootCount = root?.count ?? 0
        let slash = root == nil ? nil : path.dropFirst(rootCount).lastIndex(of: UInt8(ascii: "/"))
        var directory = slash.map { Array(path[...$0]) } ?? Array(root ?? path.prefix(0))
        if rootCount > 0 && slash == nil { directory.append(UInt8(ascii: "/")) }
        self.directory = directory
        isPlain = !directory.contains(UInt8(ascii: "%"))
    }

    /// Returns the path of a document of the publication up to the last slash, or nil if the href may have a scheme.
    private static func folder(of href: String) -> [UInt8]? {
        var href = href
        return href.withUTF8 { bytes in
            var count = 0
            for (place, byte) in bytes.enumerated() {
                if byte == UInt8(ascii: ":") { return nil }
                if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
                if byte == UInt8(ascii: "/") { count = place + 1 }
            }
            return Array(bytes[..<count])
        }
    }

    /// Creates the base for the entry of a container with this decoded path.
    public init(entryPath: String) { self.init(href: PercentEncoding.encodedPath(entryPath)) }

    static let root = HrefBase(href: "")

    public func resolve(_ reference: String) -> String {
        var reference = reference
        return reference.withUTF8 { resolve($0) }
    }

    /// Resolves and normalises a reference (RFC 3986, section 5, within the publication).  Characters that are
    /// invalid in URLs are encoded, as browsers do.
    public func resolve(_ reference: UnsafeBufferPointer<UInt8>) -> String {
        let bytes = HrefBase.trimmed(reference)
        if bytes.isEmpty { return href }
        if HrefBase.isPlain(bytes) { return joined(bytes) }
        if Href.schemeLength(bytes) != nil { return HrefBase.absolute(bytes) }
        if rootCount > 0 && bytes.starts(with: "//".utf8) { return elsewhere(bytes) }
        let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        var out: [UInt8] = []
        out.reserveCapacity(directory.count + bytes.count + 8)
        if pathEnd == 0 {
            let keepsQuery = bytes[0] == UInt8(ascii: "#")
            out.append(contentsOf: (keepsQuery ? Href.withoutFragment(href) : String(Href.path(href))).utf8)
        } else {
            if bytes[0] != UInt8(ascii: "/") { out.append(contentsOf: directory[rootCount...]) }
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[..<pathEnd]), .path, into: &out, decode: true)
            out = rooted(DotSegments.removed(from: out, keepsClimbing: false, keepsEmpty: true))
        }
        HrefBase.appendSuffix(UnsafeBufferPointer(rebasing: bytes[pathEnd...]), to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Resolves a path that is already in normal form, as nearly all are; returns nil for any other reference.  The
    /// result has no escapes, query or fragment.
    public func resolvePlain(_ reference: UnsafeBufferPointer<UInt8>) -> String? {
        !reference.isEmpty && isPlain && HrefBase.isPlain(reference) ? joined(reference) : nil
    }

    /// Whether `resolvePlain` would return `href`.
    public func resolves(_ reference: UnsafeBufferPointer<UInt8>, to href: String) -> Bool {
        guard href.utf8.count == directory.count + reference.count, !reference.isEmpty, isPlain else { return false }
        var href = href
        let isSame = href.withUTF8 { href in
            // Compares backwards, since hrefs differ near their ends.
            for back in 1...reference.count where href[href.count - back] != reference[reference.count - back] {
                return false
            }
            for index in directory.indices where href[index] != directory[index] { return false }
            return true
        }
        return isSame && HrefBase.isPlain(reference)
    }

    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return UnsafeBufferPointer(rebasing: bytes[..<0]) }
        return UnsafeBufferPointer(rebasing: bytes[first...last])
    }

    /// Whether the reference is a path in normal form without escapes, as nearly all are; on a hot path.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let kinds = PathByte.table
        var allowed = PathByte.name
        for byte in bytes {
            let kind = kinds[Int(byte)]
            if kind & allowed == 0 { return false }
            allowed = kind == PathByte.slash ? PathByte.name : PathByte.any
        }
        return true
    }

    /// Like `isPlain`, but also accepts escapes in normal form, of characters that must be escaped.
    static func isNormal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let kinds = PathByte.table
        var allowed = PathByte.name
        var index = 0
        while index < bytes.count {
            let kind = kinds[Int(bytes[index])]
            if kind & allowed != 0 {
                allowed = kind == PathByte.slash ? PathByte.name : PathByte.any
                index += 1
            } else {
                guard isNormalEscape(bytes, at: index) else { return false }
                allowed = PathByte.any
                index += 3
            }
        }
        return true
    }

    private static func isNormalEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard bytes.count - index > 2, bytes[index] == UInt8(ascii: "%"), bytes[index + 1] < UInt8(ascii: "a"),
            bytes[index + 2] < UInt8(ascii: "a"), let high = ASCII.hexValue(bytes[index + 1]),
            let low = ASCII.hexValue(bytes[index + 2])
        else { return false }
        return !PercentEncoding.Allowed.path.contains(high << 4 | low)
    }

    /// Classes of bytes in a path that needs no normalisation, as bits.  A colon has none, since it could end a
    /// scheme, and a dot after a slash could begin a dot segment.
    private enum PathByte {
        static let name: UInt8 = 1
        static let dot: UInt8 = 2
        static let slash: UInt8 = 4
        static let any: UInt8 = 7

        /// The class of each byte.  Never freed: it lives as long as the process.
        nonisolated(unsafe) static let table: UnsafePointer<UInt8> = {
            let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
            for byte in UInt8.min...UInt8.max {
                let isAllowed = PercentEncoding.Allowed.path.contains(byte) && byte != UInt8(ascii: ":")
                table[Int(byte)] =
                    !isAllowed ? 0 : byte == UInt8(ascii: "/") ? slash : byte == UInt8(ascii: ".") ? dot : name
            }
            return UnsafePointer(table)
        }()
    }

    private func joined(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: directory.count + bytes.count) { out in
            _ = out.initialize(fromContentsOf: directory)
            _ = out[directory.count...].initialize(fromContentsOf: bytes)
            return directory.count + bytes.count
        }
    }

    private static func absolute(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var out: [UInt8] = []
        let scheme = Href.schemeLength(bytes) ?? 0
        out.append(contentsOf: bytes[..<scheme].map(ASCII.lowercased))
        PercentEncoding.normalize(
            UnsafeBufferPointer(rebasing: bytes[scheme...]), .url, into: &out, decode: false)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the query and the fragment with their delimiters; their escapes are not decoded.
    private static func appendSuffix(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        PercentEncoding.normalize(UnsafeBufferPointer(rebasing: bytes[..<hash]), .query, into: &out, decode: false)
        guard hash < bytes.count else { return }
        out.append(UInt8(ascii: "#"))
        PercentEncoding.normalize(
            UnsafeBufferPointer(rebasing: bytes[(hash + 1)...]), .fragment, into: &out, decode: false)
    }

    /// Returns a path without dot segments, prefixed with the origin of a document on the web.  In the publication,
    /// leading slashes are removed, and the colon of a first segment that looks like a scheme is encoded.
    private func rooted(_ path: [UInt8]) -> [UInt8] {
        let path = path.drop { $0 == UInt8(ascii: "/") }
        if rootCount > 0 { return Array(directory[..<rootCount]) + [UInt8(ascii: "/")] + path }
        guard let colon = path.withUnsafeBufferPointer(Href.schemeLength) else { return Array(path) }
        return Array(path.prefix(colon)) + "%3A".utf8 + path.dropFirst(colon + 1)
    }

    /// Resolves a network-path reference (`//host/path`) with the scheme of this document.
    private func elsewhere(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let absolute = directory.prefix { $0 != UInt8(ascii: "/") } + bytes
        return absolute.withUnsafeBufferPointer(HrefBase.absolute)
    }
}
