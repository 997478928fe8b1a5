// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A value on which the steps of a vector (`then`) can access members and call methods.
protocol Examined {
    /// Returns nil if there is no such member, or it is absent.
    func get(_ member: String) throws -> (any Examined)?
    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)?
    func index(_ place: JSON) throws -> (any Examined)?
    /// The member of each element.
    func map(_ member: String) throws -> JSON
    /// The value to compare.
    var json: JSON { get throws }
}

extension Examined {
    func get(_ member: String) throws -> (any Examined)? {
        throw Unanswered.unhandled("\(Self.self) has no member \(member)")
    }

    /// A property of one toolkit may be a method in another.
    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        guard arguments.count == 0 else { throw Unanswered.unhandled("\(Self.self) has no method \(method)") }
        return try get(method)
    }

    func index(_ place: JSON) throws -> (any Examined)? {
        throw Unanswered.unhandled("\(Self.self) has no elements")
    }

    func map(_ member: String) throws -> JSON {
        .array(try (try json.array ?? []).map { try $0.get(member)?.json ?? .null })
    }
}

extension JSON: Examined {
    var json: JSON { self }

    func get(_ member: String) throws -> (any Examined)? {
        switch self {
        case .object(let object):
            if let value = object[member] ?? JSON.longer[member].flatMap({ object[$0] }) { return present(value) }
            switch member {
            case "isEmpty": return JSON.bool(object.isEmpty)
            case "count", "size": return JSON.integer(Int64(object.count))
            case "keys": return JSON.array(object.keys.map(JSON.string))
            case "json": return self
            default: return nil
            }
        case .array(let list):
            switch member {
            case "count", "size": return JSON.integer(Int64(list.count))
            case "isEmpty": return JSON.bool(list.isEmpty)
            case "first": return present(list.first)
            case "last": return present(list.last)
            default: throw Unanswered.unhandled("an array has no member \(member)")
            }
        case .string(let text):
            switch member {
            case "isEmpty": return JSON.bool(text.isEmpty)
            // The toolkits wrap strings in their own types.
            case "value", "rawValue", "string", "toString", "description", "absoluteString", "url": return self
            default: throw Unanswered.unhandled("a text has no member \(member)")
            }
        default: throw Unanswered.unhandled("\(found) has no member \(member)")
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch method {
        case "contains": return JSON.bool(array?.contains(arguments[0]) ?? (object?[arguments[0].string ?? ""] != nil))
        case "get", "getOrNull": return try index(arguments[0])
        default: return try get(method)
        }
    }

    func index(_ place: JSON) throws -> (any Examined)? {
        if let list = array, let index = place.integer {
            return list.indices.contains(Int(clamping: index)) ? present(list[Int(clamping: index)]) : nil
        }
        if let object, let key = place.string { return present(object[key]) }
        throw Unanswered.unhandled("\(found) has no element \(place)")
    }

    /// The names of members in the toolkits that differ from JSON.
    private static let longer = [
        "mediaType": "type", "rels": "rel", "roles": "role", "languages": "language", "alternates": "alternate",
        "accessModes": "accessMode", "accessModesSufficient": "accessModeSufficient", "features": "feature",
        "hazards": "hazard", "exemptions": "exemption",
    ]

    private func present(_ value: JSON?) -> JSON? { value?.isNull == false ? value : nil }
}

/// Applies the steps of `then` in order; an absent value remains absent.
func follow(_ steps: JSON?, from start: (any Examined)?) throws -> JSON {
    var value = start
    for step in steps?.array ?? [] {
        guard let current = value else { return .null }
        value = try apply(step, to: current)
    }
    return try value?.json ?? .null
}

private func apply(_ step: JSON, to value: any Examined) throws -> (any Examined)? {
    guard let step = step.object else { throw Unanswered.unhandled("a step is no object") }
    if let member = step["get"]?.string { return try value.get(member) }
    if let method = step["call"]?.string { return try value.call(method, Arguments(step["args"] ?? .null)) }
    if let place = step["index"] { return try value.index(place) }
    if let member = step["map"]?.string { return try value.map(member) }
    if let id = step["firstWithId"] {
        return try (value.json.array ?? []).first { $0.object?["id"] == id }
    }
    throw Unanswered.unhandled("the step \(step.keys) is unknown")
}

/// The output of the library, as a value.
func written(_ write: (inout JSONWriter) -> Void) throws -> JSON {
    var json = JSONWriter()
    write(&json)
    return try JSONParser.parse(json.finish().text, source: "answer", maxDepth: 512)
}
