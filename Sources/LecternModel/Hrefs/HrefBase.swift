// SPDX-License-Identifier: BSD-3-Clause

/// The document that references are relative to.
package struct HrefBase: Sendable {
    /// The href of the document itself.
    package let href: String
    /// Its path up to the last slash, included.
    private let directory: [UInt8]
    private let isPlain: Bool

    /// - Parameter href: normalised, as all hrefs here.
    package init(href: String) {
        self.href = href
        let path = Href.path(href).utf8
        directory = Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")).map(path.index(after:)) ?? path.startIndex)])
        isPlain = !directory.contains(UInt8(ascii: "%"))
    }

    /// The document at this decoded path of a container.
    package init(entryPath: String) { self.init(href: PercentEncoding.encodedPath(entryPath)) }

    static let root = HrefBase(href: "")

    package func resolve(_ reference: String) -> String {
        var reference = reference
        return reference.withUTF8 { resolve($0) }
    }

    /// Resolves and normalises (RFC 3986, section 5, within the publication).  Characters that may not stand in a URL
    /// are encoded, as browsers do it.
    package func resolve(_ reference: UnsafeBufferPointer<UInt8>) -> String {
        let bytes = HrefBase.trimmed(reference)
        if bytes.isEmpty { return href }
        if HrefBase.isPlain(bytes) { return joined(bytes) }
        if Href.schemeLength(bytes) != nil { return HrefBase.absolute(bytes) }
        let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        var out: [UInt8] = []
        out.reserveCapacity(directory.count + bytes.count + 8)
        if pathEnd == 0 {
            let keepsQuery = bytes[0] == UInt8(ascii: "#")
            out.append(contentsOf: (keepsQuery ? Href.withoutFragment(href) : String(Href.path(href))).utf8)
        } else {
            if bytes[0] != UInt8(ascii: "/") { out.append(contentsOf: directory) }
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[..<pathEnd]), .path, into: &out, decode: true)
            HrefBase.removeDotSegments(&out)
        }
        HrefBase.appendSuffix(UnsafeBufferPointer(rebasing: bytes[pathEnd...]), to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// The same for a path that is in its normal form already, as nearly all are; nil for everything else.  The result
    /// is a path without escapes, query and fragment.
    package func resolvePlain(_ reference: UnsafeBufferPointer<UInt8>) -> String? {
        !reference.isEmpty && isPlain && HrefBase.isPlain(reference) ? joined(reference) : nil
    }

    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return UnsafeBufferPointer(rebasing: bytes[..<0]) }
        return UnsafeBufferPointer(rebasing: bytes[first...last])
    }

    /// Whether it is a path that is already normal, as nearly all are: this is the way that has to be fast.
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

    /// What a byte may be in a path that needs no work, as bits: a colon could end a scheme and is nothing of that, a dot
    /// behind a slash could begin a dot segment.
    private enum PathByte {
        static let name: UInt8 = 1
        static let dot: UInt8 = 2
        static let slash: UInt8 = 4
        static let any: UInt8 = 7

        /// One for each byte.  Never freed: it lives as long as the process.
        nonisolated(unsafe) static let table: UnsafePointer<UInt8> = {
            let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
            for byte in UInt8.min...UInt8.max {
                let isAllowed = PercentEncoding.Allowed.path.contains(byte) && byte != UInt8(ascii: ":")
                table[Int(byte)] = !isAllowed ? 0 : byte == UInt8(ascii: "/") ? slash : byte == UInt8(ascii: ".") ? dot : name
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

    /// Query and fragment, with their marks; nothing is decoded in them.
    private static func appendSuffix(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        PercentEncoding.normalize(UnsafeBufferPointer(rebasing: bytes[..<hash]), .query, into: &out, decode: false)
        guard hash < bytes.count else { return }
        out.append(UInt8(ascii: "#"))
        PercentEncoding.normalize(UnsafeBufferPointer(rebasing: bytes[(hash + 1)...]), .fragment, into: &out, decode: false)
    }

    /// Removes `.`, `..` and empty leading segments in place; `..` at the root is dropped.
    private static func removeDotSegments(_ path: inout [UInt8]) {
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case [UInt8(ascii: ".")]: if isLast { kept.append([]) }
            case [UInt8(ascii: "."), UInt8(ascii: ".")]:
                _ = kept.popLast()
                if isLast { kept.append([]) }
            case []: if isLast || !kept.isEmpty { kept.append(segment) }
            default: kept.append(segment)
            }
        }
        path = Array(kept.joined(separator: [UInt8(ascii: "/")]))
    }
}
