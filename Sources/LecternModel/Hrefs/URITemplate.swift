// SPDX-License-Identifier: BSD-3-Clause

/// A URI template (RFC 6570, all four levels), as in templated links.
public struct URITemplate: Sendable {
    private let parts: [Part]

    enum Part {
        /// Text that is copied to the result.
        case literal([UInt8])
        /// Indirect, so that both cases are one pointer: otherwise the compiler leaves the rest of a literal
        /// uninitialised, and reads the case from a part of it, which tools such as valgrind report.
        indirect case expression(Operator, [Variable])
    }

    struct Variable {
        let name: String
        /// The maximum length of the value, in characters.
        var prefix: Int?
        /// Whether the items of a list or map are expanded one by one.
        var explodes = false
    }

    /// The maximum size of an expansion in bytes, since a template can repeat its values.
    public static let maxExpansion = 1 << 24

    /// Throws if the text is not a valid template.
    public init(_ text: String) throws(Failure) { parts = try URITemplate.parts(of: text) }

    /// The distinct names of its variables, in the order of the template.
    public var parameters: [String] {
        var seen: Set<String> = []
        return parts.flatMap { part in
            if case .expression(_, let variables) = part { variables.map(\.name) } else { [] as [String] }
        }.filter { seen.insert($0).inserted }
    }

    /// - Parameter values: values by name of the variable (schema `link-parameters`).
    public func expand(_ values: JSONReader) throws(Failure) -> String {
        var known: [ExactText: URITemplateValue] = [:]
        for (name, value) in try values.members() { known[ExactText(name)] = try URITemplateValue(value) }
        var out: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let bytes): out += bytes
            case .expression(let op, let variables):
                var separator = op.first
                for variable in variables {
                    guard let value = known[ExactText(variable.name)] else { continue }
                    guard variable.prefix == nil || value.text != nil else {
                        throw values.step(variable.name, .null).failure(
                            "The prefix modifier cannot be applied to an array or an object.")
                    }
                    out += separator.utf8
                    separator = op.separator
                    try op.append(variable, value, to: &out)
                }
            }
            try URITemplate.check(out.count)
        }
        return String(decoding: out, as: UTF8.self)
    }

    static func check(_ count: Int) throws(Failure) {
        guard count <= maxExpansion else {
            throw Failure(.limit, "The expanded template would be longer than \(maxExpansion) bytes.")
        }
    }
}

/// The value of a variable.  An undefined variable has none.
enum URITemplateValue {
    case text(String)
    case list([String])
    /// In the order of the members.
    case map([(name: String, value: String)])

    /// Returns nil for values that the RFC calls undefined: null, a list without items, a map without values.
    init?(_ json: JSONReader) throws(Failure) {
        switch json.value {
        case .null: return nil
        case .array:
            var items: [String] = []
            for item in try json.elements() { if let text = try URITemplateValue.scalar(item) { items.append(text) } }
            if items.isEmpty { return nil }
            self = .list(items)
        case .object:
            var pairs: [(String, String)] = []
            for (name, item) in try json.members() {
                if let text = try URITemplateValue.scalar(item) { pairs.append((name, text)) }
            }
            if pairs.isEmpty { return nil }
            self = .map(pairs)
        default:
            guard let text = try URITemplateValue.scalar(json) else { return nil }
            self = .text(text)
        }
    }

    /// Returns the text of a string, number or boolean; nil for null.
    private static func scalar(_ json: JSONReader) throws(Failure) -> String? {
        switch json.value {
        case .null: return nil
        case .string(let text): return text
        case .bool, .integer, .double, .literal: return JSONWriter.text(of: json.value).text
        case .array, .object:
            throw json.failure("Expected a string, a number, a boolean or null, found \(json.value.found).")
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
}
