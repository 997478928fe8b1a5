// SPDX-License-Identifier: BSD-3-Clause

/// A JSON value (RFC 8259).  Objects keep the order of their members, and integers all their digits.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// An integer outside of the range of `Int64`, as written.
    case literal(String)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    public var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    public var array: [JSON]? {
        if case .array(let value) = self { return value }
        return nil
    }

    public var object: JSONObject? {
        if case .object(let value) = self { return value }
        return nil
    }

    /// The nearest double of any number.
    public var number: Double? {
        switch self {
        case .integer(let value): return Double(value)
        case .double(let value): return value
        case .literal(let text): return Double(text)
        default: return nil
        }
    }

    /// The value of a number without a fractional part, if it fits.
    public var integer: Int64? {
        switch self {
        case .integer(let value): return value
        case .double(let value): return Int64(exactly: value)
        default: return nil
        }
    }

    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    /// The number of values in this one, itself included.
    public var valueCount: Int {
        switch self {
        case .array(let values): values.reduce(1) { $0 + $1.valueCount }
        case .object(let object): object.members.reduce(1) { $0 + $1.value.valueCount }
        default: 1
        }
    }

    /// Describes a range in error messages: "between 0 and 1".
    public static func between(_ range: ClosedRange<Double>) -> String {
        let bounds = [range.lowerBound, range.upperBound].map { Int64(exactly: $0).map { "\($0)" } ?? "\($0)" }
        return "between \(bounds.joined(separator: " and "))"
    }

    /// Describes the value in error messages: a number, or the type of another value.
    public var found: String {
        switch self {
        case .null: return "null"
        case .bool: return "a boolean"
        case .integer, .double: return JSONWriter.text(of: self).text
        case .literal: return "a number"
        case .string: return "a string"
        case .array: return "an array"
        case .object: return "an object"
        }
    }
}

extension JSON: Hashable {
    /// Numbers are equal if their values are, and strings if their code points are.  The order of members is ignored.
    public static func == (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.bool(let x), .bool(let y)): return x == y
        case (.integer(let x), .integer(let y)): return x == y
        case (.string(let x), .string(let y)): return x.isExactly(y)
        case (.array(let x), .array(let y)): return x == y
        case (.object(let x), .object(let y)): return x == y
        case (.literal(let x), .literal(let y)): return x == y
        default:
            guard let x = a.number, let y = b.number else { return false }
            return x == y
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .integer, .double, .literal: hasher.combine(number)
        case .string(let text): hasher.combine(ExactText(text))
        case .array(let values): hasher.combine(values)
        case .object(let object):
            // A sum, since the order of members does not matter.
            let members = object.members.map { member in
                var hasher = Hasher()
                hasher.combine(ExactText(member.key))
                hasher.combine(member.value)
                return hasher.finalize()
            }
            hasher.combine(members.reduce(0, &+))
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
    public init(nilLiteral: ()) { self = .null }
}
