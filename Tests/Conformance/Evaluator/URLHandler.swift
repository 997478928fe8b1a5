// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of the kind `url`.
///
/// The toolkits have one type for each kind of URL, and the vectors call all of them "URL": which one is meant stands in
/// the name of the suite.
enum URLHandler {
    static let handler: Handler = { vector in
        let suite = Suite(vector)
        if vector.op == "construct" { return try construct(vector.type, vector["args"] ?? .null, suite) }
        if vector.op == "equals" {
            return JSON.bool(try url(vector["a"] ?? .null, suite) == url(vector["b"] ?? .null, suite))
        }
        guard let url = try url(vector.subject.value, suite), suite.kind == nil || url.kind == suite.kind
        else { return nil }
        let examined = ExaminedURL(url: url, suite: suite)
        switch vector.op {
        case "get": return try examined.get(vector["member"]?.string ?? "")
        case "call": return try examined.call(vector["method"]?.string ?? "", vector.arguments)
        default: throw Unanswered.unhandled("a URL has no operation \(vector.op)")
        }
    }

    struct Suite {
        let isKotlin: Bool
        /// The kind of URL that it is about.
        let kind: URLReference.Kind?

        init(_ vector: Vector) {
            let steps = vector.id.split(separator: "/")
            isKotlin = steps.first == "kotlin"
            kind = steps.count > 1 ? Suite.kinds[String(steps[1])] : nil
        }

        private static let kinds: [String: URLReference.Kind] = [
            "RelativeURLTests": .relative, "HTTPURLTests": .http, "FileURLTests": .file,
            "UnknownAbsoluteURLTests": .other,
        ]
    }

    /// A URL as text or as a constructor.
    static func url(_ json: JSON, _ suite: Suite) throws -> URLReference? {
        if let text = json.string { return URLReference(text) }
        guard let object = json.object, let type = object["type"]?.string else { return nil }
        return (try construct(type, object["args"] ?? .null, suite) as? ExaminedURL)?.url
    }

    private static let types: [String: URLReference.Kind] = [
        "RelativeURL": .relative, "RelativeUrl": .relative, "HTTPURL": .http, "FileURL": .file,
        "UnknownAbsoluteURL": .other,
    ]

    private static func construct(_ type: String, _ json: JSON, _ suite: Suite) throws -> (any Examined)? {
        let arguments = Arguments(json)
        let text = arguments[0].string ?? ""
        let url: URLReference?
        switch type {
        case "Query", "URLQuery", "QueryParameter": return ExaminedQuery(arguments)
        case "File": url = URLReference(filePath: text, isDirectory: text.hasSuffix("/"))
        case "Url.fromLegacyHref": url = URLReference(legacyHref: text)
        case "Url.fromDecodedPath": url = URLReference(decodedPath: text)
        case "FileURL" where arguments["path"] != nil:
            url = URLReference(
                filePath: arguments["path"]?.string ?? "",
                isDirectory: arguments["isDirectory"]?.bool ?? text.hasSuffix("/"))
        default:
            if let path = arguments["path"]?.string {
                url = URLReference(decodedPath: path)
            } else if let href = arguments["legacyHREF"]?.string {
                url = URLReference(legacyHref: href)
            } else {
                url = URLReference(text)
            }
        }
        let kind = types[type] ?? (type == "URL" ? suite.kind : nil)
        guard let url, kind == nil || url.kind == kind else { return nil }
        if type.hasPrefix("Absolute"), url.kind == .relative { return nil }
        return ExaminedURL(url: url, suite: suite)
    }
}

/// A URL, with the members of both toolkits.
struct ExaminedURL: Examined {
    let url: URLReference
    let suite: URLHandler.Suite

    var json: JSON { .string(url.string) }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "string", "url", "toString", "description", "absoluteString", "anyURL": return json
        case "scheme": return text(url.scheme)
        case "isHttp": return JSON.bool(url.isHTTP)
        case "isFile": return JSON.bool(url.isFile)
        case "isContent": return JSON.bool(url.scheme == "content")
        case "host": return text(url.host)
        case "origin": return text(url.origin)
        // Kotlin calls an empty path none.
        case "path": return url.path.isEmpty && suite.isKotlin ? nil : JSON.string(url.path)
        case "pathSegments": return JSON.array(url.pathSegments.map(JSON.string))
        case "lastPathSegment": return text(url.lastPathSegment)
        case "filename": return text(url.filename)
        case "pathExtension", "extension": return text(url.pathExtension)
        case "query": return url.query.map(ExaminedQuery.init)
        case "fragment": return text(url.fragment)
        case "normalized": return examined(url.normalized)
        case "removingQuery": return examined(url.removingQuery)
        case "removingFragment": return examined(url.removingFragment)
        default: throw Unanswered.unhandled("a URL has no member \(member)")
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch method {
        case "toString": return json
        case "normalize": return examined(url.normalized)
        case "removeQuery", "removingQuery": return examined(url.removingQuery)
        case "removeFragment", "removingFragment": return examined(url.removingFragment)
        case "removingLastPathSegment": return examined(url.removingLastPathSegment)
        case "replacingPathExtension": return examined(url.replacingPathExtension(arguments[0].string))
        case "appendingPath":
            return examined(
                url.appendingPath(arguments[0].string ?? "", isDirectory: arguments["isDirectory"]?.bool ?? false))
        case "resolve": return examined(try other(arguments).map(url.resolve))
        case "relativize":
            let other = try other(arguments)
            // Kotlin returns what cannot be made relative.
            return examined(other.flatMap(url.relativize) ?? (suite.isKotlin ? other : nil))
        case "isRelative": return JSON.bool(try other(arguments).map(url.isRelative) ?? false)
        case "isEquivalent", "isEquivalentTo": return JSON.bool(try other(arguments).map(url.isEquivalent) ?? false)
        case "equals", "==": return JSON.bool(try other(arguments) == url)
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("a URL has no method \(method)")
        }
    }

    private func other(_ arguments: Arguments) throws -> URLReference? { try URLHandler.url(arguments[0], suite) }

    private func examined(_ url: URLReference?) -> ExaminedURL? { url.map { ExaminedURL(url: $0, suite: suite) } }

    private func text(_ text: String?) -> WrappedText? { text.map(WrappedText.init) }
}

/// A text that a toolkit wraps in a type of its own.
struct WrappedText: Examined {
    let text: String

    var json: JSON { .string(text) }

    func get(_ member: String) throws -> (any Examined)? { ["value", "string"].contains(member) ? json : try json.get(member) }
}

struct ExaminedQuery: Examined {
    let query: URLQuery

    init(_ query: URLQuery) { self.query = query }

    /// From a URL or from a list of parameters; nil when the URL has none.
    init?(_ arguments: Arguments) {
        if let url = arguments[0].string {
            guard let query = URLReference(url)?.query else { return nil }
            self.query = query
        } else {
            query = URLQuery(
                parameters: (arguments[0].array ?? []).map { parameter in
                    let parameter = parameter.object?["args"]?.object ?? parameter.object
                    return .init(name: parameter?["name"]?.string ?? "", value: parameter?["value"]?.string)
                })
        }
    }

    var json: JSON {
        .array(
            query.parameters.map { parameter in
                ["name": .string(parameter.name), "value": parameter.value.map(JSON.string) ?? .null]
            })
    }

    func get(_ member: String) throws -> (any Examined)? {
        guard member == "parameters" else { throw Unanswered.unhandled("a query has no member \(member)") }
        return json
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        let name = arguments[0].string ?? ""
        switch method {
        case "firstNamedOrNull", "first": return query.first(named: name).map(JSON.string)
        case "allNamed", "all": return JSON.array(query.all(named: name).map(JSON.string))
        default: throw Unanswered.unhandled("a query has no method \(method)")
        }
    }
}
