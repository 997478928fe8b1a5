// SPDX-License-Identifier: BSD-3-Clause

/// What a URL says, decoded.
extension URLReference {
    package var isAbsolute: Bool { kind != .relative }

    package var isHTTP: Bool { kind == .http }

    package var isFile: Bool { kind == .file }

    /// A URL like `mailto:` or `data:`, whose path is no hierarchy of names.
    var isOpaque: Bool { isAbsolute && authority == nil && encodedPath.utf8.first != UInt8(ascii: "/") }

    /// Without user and port; nil when it is empty.
    package var host: String? { splitAuthority.host }

    package var port: Int? { splitAuthority.port }

    private var splitAuthority: (host: String?, port: Int?) {
        guard let authority else { return (nil, nil) }
        let bytes = authority.utf8
        var host = bytes[(bytes.lastIndex(of: UInt8(ascii: "@")).map(bytes.index(after:)) ?? bytes.startIndex)...]
        var port: Int?
        // An IPv6 address has colons of its own, in brackets.
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host[colon...].allSatisfy({ $0 != UInt8(ascii: "]") }) {
            port = Int(String(Substring(host[host.index(after: colon)...])))
            host = host[..<colon]
        }
        return (host.isEmpty ? nil : String(Substring(host)), port)
    }

    /// Scheme, host and port (RFC 6454) of a URL of the web: what separates one site from another.
    package var origin: String? {
        guard isHTTP, let scheme, let host else { return nil }
        return "\(scheme)://\(host.asciiLowercased)" + (port.map { ":\($0)" } ?? "")
    }

    /// Decoded; empty when there is none.
    package var path: String { URLReference.decoded(encodedPath) }

    /// The names in the path, decoded.  Empty names are left out.
    package var pathSegments: [String] {
        encodedPath.utf8.split(separator: UInt8(ascii: "/")).map { URLReference.decoded(String(Substring($0))) }
    }

    /// The last name in the path, also of a directory.
    package var lastPathSegment: String? { pathSegmentRange.map { URLReference.decoded(String(encodedPath[$0])) } }

    /// The last name in the path, unless it is that of a directory.
    package var filename: String? { isDirectoryPath ? nil : lastPathSegment }

    var isDirectoryPath: Bool { encodedPath.utf8.last == UInt8(ascii: "/") }

    /// Where the last name is in `encodedPath`.
    var pathSegmentRange: Range<String.Index>? {
        let bytes = encodedPath.utf8
        let slash = UInt8(ascii: "/")
        guard let last = bytes.lastIndex(where: { $0 != slash }) else { return nil }
        let start = bytes[..<last].lastIndex(of: slash).map(bytes.index(after:)) ?? bytes.startIndex
        return start..<bytes.index(after: last)
    }

    /// What stands behind the last dot of the filename, decoded and in lower case.  A name that begins with its only
    /// dot has none.
    package var pathExtension: String? {
        let dots = UInt8(ascii: ".")
        guard let filename, let dot = filename.utf8.lastIndex(of: dots),
            filename.utf8[..<dot].contains(where: { $0 != dots })
        else { return nil }
        let name = filename[filename.utf8.index(after: dot)...]
        return name.isEmpty ? nil : String(name).asciiLowercased
    }

    /// The parameters behind `?`.  The URL of a file has none, since a file takes no parameters.
    package var query: URLQuery? { isFile ? nil : encodedQuery.map { URLQuery(encoded: $0) } }

    /// Decoded.  The URL of a file names all of it.
    package var fragment: String? { isFile ? nil : encodedFragment.map(URLReference.decoded) }

    /// The text behind the escapes; as it is written where that is not UTF-8.
    static func decoded(_ text: String) -> String { PercentEncoding.decoded(Substring(text)) ?? text }
}

/// The parameters behind the `?` of a URL, in their order.
package struct URLQuery: Sendable, Equatable {
    package struct Parameter: Sendable, Equatable {
        package let name: String
        /// nil without an equals sign.
        package let value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    package let parameters: [Parameter]

    package init(parameters: [Parameter]) { self.parameters = parameters }

    init(encoded text: String) {
        parameters = text.utf8.split(separator: UInt8(ascii: "&")).map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let name = String(Substring(part[..<(equals ?? part.endIndex)]))
            let value = equals.map { String(Substring(part[part.index(after: $0)...])) }
            return Parameter(name: URLReference.decoded(name), value: value.map(URLReference.decoded))
        }
    }

    /// The value of the first parameter of this name that has one.
    package func first(named name: String) -> String? { parameters.first { $0.name == name && $0.value != nil }?.value }

    package func all(named name: String) -> [String] { parameters.filter { $0.name == name }.compactMap(\.value) }
}
