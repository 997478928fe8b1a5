// SPDX-License-Identifier: BSD-3-Clause

/// A text with placeholders such as {number}.
public struct LabelTemplate: Sendable, ExpressibleByStringLiteral {
    private enum Part: Sendable {
        case text(String)
        case place(String)
    }

    private let parts: [Part]

    public init(stringLiteral text: String) { self.init(text) }

    /// Parses a template.  A brace that does not begin a placeholder is literal.
    public init(_ text: String) {
        var parts: [Part] = []
        // Scans code points, since an accent after a brace would be part of the same `Character`.
        var rest = text.unicodeScalars[...]
        while let open = rest.firstIndex(of: "{") {
            let inside = rest[open...].dropFirst()
            let name = inside.prefix { UInt8(exactly: $0.value).map(ASCII.isLetter) ?? false }
            guard !name.isEmpty, rest[name.endIndex...].first == "}" else {
                parts.append(.text(String(rest[..<inside.startIndex])))
                rest = inside
                continue
            }
            parts.append(.text(String(rest[..<open])))
            parts.append(.place(String(name)))
            rest = rest[name.endIndex...].dropFirst()
        }
        parts.append(.text(String(rest)))
        self.parts = parts
    }

    var places: [String] {
        parts.compactMap { part in
            if case .place(let name) = part { return name }
            return nil
        }
    }

    public func text(_ values: KeyValuePairs<String, String> = [:]) -> String {
        text { name in values.first { $0.key == name }?.value }
    }

    /// Fills in the placeholders.  Inserted text is not searched for placeholders.
    public func text(_ value: (String) -> String?) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let own): text += own
            case .place(let name): text += value(name) ?? "{\(name)}"
            }
        }
        return text
    }

    /// Reads a template of a host.  Every placeholder must occur exactly once, which bounds the length of results.
    public static func parse(_ reader: JSONReader, places: [String] = []) throws(Failure) -> LabelTemplate {
        let template = LabelTemplate(try reader.shortString())
        for place in template.places where !places.contains(place) {
            throw reader.failure("The placeholder {\(place)} is unknown.")
        }
        for place in places where template.places.count(where: { $0 == place }) != 1 {
            throw reader.failure("The text must contain {\(place)} exactly once.")
        }
        return template
    }
}

extension JSONReader {
    /// Reads a string that is limited in length, because it becomes part of many texts.
    public func shortString() throws(Failure) -> String {
        let text = try string()
        let most = 1000
        guard text.utf8.count <= most else {
            throw Failure(.limit, "The text is longer than \(most) bytes.", path: path)
        }
        return text
    }
}
