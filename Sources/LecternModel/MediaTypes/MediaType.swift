// SPDX-License-Identifier: BSD-3-Clause

/// A media type with its parameters (RFC 2045, 5.1), such as "application/atom+xml;profile=opds-catalog".
///
/// The type, the subtype and the names of parameters are in lower case, charsets have their IANA names, and the
/// parameters are sorted, so that equivalent types are equal.
public struct MediaType: Sendable, Hashable {
    public struct Parameter: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    public let type: String
    public let subtype: String
    /// Sorted by name, without duplicates: the first one wins.
    public let parameters: [Parameter]

    /// Returns nil for text that is not `type/subtype`.  A parameter that is not `name=value` is ignored.
    public init?(_ text: String) {
        guard let essence = MediaType.essence(text), let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/"))
        else { return nil }
        type = String(essence[..<slash])
        subtype = String(essence[essence.utf8.index(after: slash)...])
        parameters = MediaType.parameters(of: text)
    }

    private static func parameters(of text: String) -> [Parameter] {
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).dropFirst()
        if parts.isEmpty { return [] }
        var seen: Set<String> = []
        let all = parts.compactMap { part -> Parameter? in
            let sides = part.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            guard sides.count == 2, let left = sides.first, let right = sides.last else { return nil }
            let name = String(Substring(left)).trimmed.asciiLowercased
            guard !name.isEmpty, seen.insert(name).inserted else { return nil }
            let value = String(Substring(right)).trimmed
            return Parameter(name: name, value: name == "charset" ? Charset.name(of: value) : value)
        }
        return all.sorted { $0.name < $1.name }
    }

    public var string: String {
        parameters.reduce(into: essence) { text, parameter in text += ";" + parameter.name + "=" + parameter.value }
    }

    /// The type without parameters.
    public var essence: String { type + "/" + subtype }

    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The IANA name of the character encoding.
    public var charset: String? { parameter("charset") }

    /// "+zip" of "application/epub+zip" (RFC 6838, 4.2.8).
    public var structuredSyntaxSuffix: String? {
        subtype.utf8.lastIndex(of: UInt8(ascii: "+")).map { String(subtype[$0...]) }
    }

    /// Whether this type includes `other`: `*` matches any name, and a parameter that is absent here matches any
    /// value.
    public func contains(_ other: MediaType) -> Bool {
        guard type == "*" || type == other.type, subtype == "*" || subtype == other.subtype else { return false }
        // Both lists are sorted, so a single pass is enough.
        var others = other.parameters[...]
        return parameters.allSatisfy { parameter in
            others = others.drop { $0.name < parameter.name }
            return others.first == parameter
        }
    }

    public func matches(_ other: MediaType?) -> Bool { other.map { contains($0) || $0.contains(self) } ?? false }

    public func matches(any others: some Sequence<MediaType>) -> Bool { others.contains { matches($0) } }
}
