// SPDX-License-Identifier: BSD-3-Clause

/// A URI template (RFC 6570), as in templated links.
///
/// All operators and the modifiers of level 4 are known; values are single texts, so `*` changes nothing.  Where the
/// Readium toolkits do something else, this follows them:
/// - `{a,b}` keeps commas and everything else that may stand in a path, but for `+`; `{?a}` and `{&a}` encode only what
///   would end the value, and `+`.
/// - A variable without a value is an empty text in `{a}`, `{?a}` and `{&a}`; with the other operators it is left out.
/// - What is no expression stays as it is, in braces.
package struct URITemplate: Sendable {
    package let text: String
    private let parts: [Part]

    fileprivate enum Part {
        case literal(Substring)
        case expression(Operator, [Variable])
    }

    fileprivate struct Variable {
        let name: String
        /// Only so many characters of the value.
        let prefix: Int?
    }

    /// How many bytes an expansion may have: templates multiply what they are given.
    package static let maxExpansion = 1 << 24

    package init(_ text: String) {
        self.text = text
        parts = URITemplate.parts(of: text)
    }

    package var isTemplated: Bool { !parameters.isEmpty }

    /// The names of its variables, each once, in the order of the template.
    package var parameters: [String] {
        var seen: Set<String> = []
        return parts.flatMap { part in
            if case .expression(_, let variables) = part { variables.map(\.name) } else { [] as [String] }
        }.filter { seen.insert($0).inserted }
    }

    package func expand(_ parameters: [String: String]) throws(Failure) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for part in parts {
            switch part {
            case .literal(let text): out.append(contentsOf: text.utf8)
            case .expression(let op, let variables):
                var separator = op.first
                for variable in variables {
                    guard let value = parameters[variable.name] ?? op.missing else { continue }
                    out.append(contentsOf: separator.utf8)
                    separator = op.separator
                    op.append(variable, value, to: &out)
                    try URITemplate.check(out.count)
                }
            }
            try URITemplate.check(out.count)
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func check(_ count: Int) throws(Failure) {
        guard count <= maxExpansion else {
            throw Failure(.limit, "The expanded template would be longer than \(maxExpansion) bytes.")
        }
    }

    // MARK: Parsing

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        let bytes = text.utf8
        var literal = text.startIndex
        var open: String.Index?
        var index = text.startIndex
        while index < text.endIndex {
            let next = bytes.index(after: index)
            if bytes[index] == UInt8(ascii: "{") {
                open = index
            } else if bytes[index] == UInt8(ascii: "}"), let start = open {
                open = nil
                if let (op, variables) = expression(text[bytes.index(after: start)..<index]) {
                    if literal < start { parts.append(.literal(text[literal..<start])) }
                    parts.append(.expression(op, variables))
                    literal = next
                }
            }
            index = next
        }
        if literal < text.endIndex { parts.append(.literal(text[literal...])) }
        return parts
    }

    /// What stands in braces, or nil when that is no expression.
    private static func expression(_ text: Substring) -> (Operator, [Variable])? {
        guard let first = text.utf8.first else { return nil }
        let known = Operator.all.first { $0.mark == first }
        let names = known == nil ? text : text.dropFirst()
        var variables: [Variable] = []
        for part in names.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let variable = variable(String(Substring(part)).trimmed) else { return nil }
            variables.append(variable)
        }
        return (known ?? .simple, variables)
    }

    private static func variable(_ text: String) -> Variable? {
        let bytes = text.utf8
        var name = bytes[...]
        var prefix: Int?
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")) {
            guard let count = Int(String(Substring(bytes[bytes.index(after: colon)...]))), (1...9999).contains(count)
            else { return nil }
            prefix = count
            name = bytes[..<colon]
        } else if bytes.last == UInt8(ascii: "*") {
            name = bytes.dropLast()
        }
        guard !name.isEmpty, name.allSatisfy(isOfName) else { return nil }
        return Variable(name: String(Substring(name)), prefix: prefix)
    }

    /// More than the RFC knows, such as hyphens, but nothing that it reserves for operators to come.
    private static func isOfName(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !"=!@|?&;/#+:*\"'<>\\^`".utf8.contains(byte)
    }
}

extension URITemplate {
    /// A row of the table in appendix A.
    fileprivate struct Operator {
        let mark: UInt8
        let first: String
        let separator: String
        /// Whether `name=` stands before each value.
        let isNamed: Bool
        /// What stands behind the name of an empty value.
        let ifEmpty: String
        let allowed: PercentEncoding.Allowed
        /// Whether escapes in a value stay what they are.
        let keepsEscapes: Bool
        /// The value of a variable without one; nil leaves it out.
        let missing: String?

        private init(
            _ mark: Unicode.Scalar, first: String, separator: String, isNamed: Bool = false, ifEmpty: String = "",
            allowed: PercentEncoding.Allowed, keepsEscapes: Bool = false, missing: String? = nil
        ) {
            self.mark = UInt8(ascii: mark)
            self.first = first
            self.separator = separator
            self.isNamed = isNamed
            self.ifEmpty = ifEmpty
            self.allowed = allowed
            self.keepsEscapes = keepsEscapes
            self.missing = missing
        }

        static let simple = Operator("\0", first: "", separator: ",", allowed: .pathValue, missing: "")

        static let all = [
            Operator("+", first: "", separator: ",", allowed: .url, keepsEscapes: true),
            Operator("#", first: "#", separator: ",", allowed: .url, keepsEscapes: true),
            Operator(".", first: ".", separator: ".", allowed: .unreserved),
            Operator("/", first: "/", separator: "/", allowed: .unreserved),
            Operator(";", first: ";", separator: ";", isNamed: true, allowed: .unreserved),
            Operator("?", first: "?", separator: "&", isNamed: true, ifEmpty: "=", allowed: .queryValue, missing: ""),
            Operator("&", first: "&", separator: "&", isNamed: true, ifEmpty: "=", allowed: .queryValue, missing: ""),
        ]

        func append(_ variable: Variable, _ value: String, to out: inout [UInt8]) {
            if isNamed {
                out.append(contentsOf: variable.name.utf8)
                if value.isEmpty { return out.append(contentsOf: ifEmpty.utf8) }
                out.append(UInt8(ascii: "="))
            }
            var value = variable.prefix.map { String(value.unicodeScalars.prefix($0)) } ?? value
            if keepsEscapes {
                value.withUTF8 { PercentEncoding.normalize($0, allowed, into: &out, decode: false) }
            } else {
                PercentEncoding.encode(value, allowed, into: &out)
            }
        }
    }
}
