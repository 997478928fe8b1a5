// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of the kind `media-type`.
enum MediaTypeHandler {
    static let handler: Handler = { vector in
        switch vector.op {
        case "construct": return ExaminedMediaType(vector.arguments[0])
        case "equals": return JSON.bool(mediaType(vector["a"]) == mediaType(vector["b"]))
        case "get": return try ExaminedMediaType(vector.subject.value)?.get(vector["member"]?.string ?? "")
        case "call":
            return try ExaminedMediaType(vector.subject.value)?.call(vector["method"]?.string ?? "", vector.arguments)
        default: throw Unanswered.unhandled("a media type has no operation \(vector.op)")
        }
    }

    static func mediaType(_ json: JSON?) -> MediaType? { json?.string.flatMap { MediaType($0) } }
}

struct ExaminedMediaType: Examined {
    let type: MediaType

    init?(_ json: JSON) {
        guard let type = MediaTypeHandler.mediaType(json) else { return nil }
        self.type = type
    }

    var json: JSON { .string(type.string) }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "string", "toString", "description": return json
        case "type": return JSON.string(type.type)
        case "subtype": return JSON.string(type.subtype)
        case "structuredSyntaxSuffix": return type.structuredSyntaxSuffix.map(JSON.string)
        case "parameters": return ExaminedParameters(type: type)
        // The constants in the languages of the toolkits: UTF_8 and utf8.
        case "charset": return type.charset.map { JSON.string(spelled($0, separator: "_")) }
        case "encoding": return type.charset.map { JSON.string(spelled($0, separator: "")) }
        default: throw Unanswered.unhandled("a media type has no member \(member)")
        }
    }

    private func spelled(_ charset: String, separator: String) -> String {
        if charset == "US-ASCII" { return separator.isEmpty ? "ascii" : "us_ascii" }
        return charset.asciiLowercased.split(separator: "-").joined(separator: separator)
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        let other = MediaTypeHandler.mediaType(arguments[0])
        switch method {
        case "equals", "==": return JSON.bool(type == other)
        case "contains": return JSON.bool(other.map(type.contains) ?? false)
        case "matches": return JSON.bool(type.matches(other))
        case "matchesAny":
            return JSON.bool(type.matches(any: arguments.texts.compactMap { MediaType($0) }))
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("a media type has no method \(method)")
        }
    }

}

/// The parameters of a media type as a dictionary.
struct ExaminedParameters: Examined {
    let type: MediaType

    var json: JSON {
        .object(JSONObject(type.parameters.map { JSONObject.Member(key: $0.name, value: .string($0.value)) }))
    }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "isEmpty": return JSON.bool(type.parameters.isEmpty)
        case "count", "size": return JSON.integer(Int64(type.parameters.count))
        default: throw Unanswered.unhandled("parameters have no member \(member)")
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        method == "get" ? try index(arguments[0]) : try get(method)
    }

    func index(_ place: JSON) throws -> (any Examined)? { place.string.flatMap(type.parameter).map(JSON.string) }
}
