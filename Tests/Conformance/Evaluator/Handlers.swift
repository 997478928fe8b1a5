// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of some kinds; nil if the code under test returns nothing.
typealias Handler = @Sendable (Vector) throws -> (any Examined)?

/// The handler of each kind.
let handlers: [String: Handler] = [
    "collection-json": modelHandler,
    "comicinfo": comicInfoHandler,
    "date": dateHandler,
    "epub-opf": EPUBHandlers.version,
    "epub-positions": positionsHandler,
    "epub-vocabulary": EPUBHandlers.vocabulary,
    "epub.invalidation": SettingsHandlers.invalidation,
    "fixed-positions": positionsHandler,
    "guided-navigation-json": guidedNavigationHandler,
    "href": HrefHandler.handler,
    "link-json": modelHandler,
    "link-list-helpers": modelHandler,
    "localized-string": modelHandler,
    "locator-audio": locatorHandler,
    "locator-json": locatorHandler,
    "media-type": MediaTypeHandler.handler,
    "pdf-positions": positionsHandler,
    "positions-service": positionsHandler,
    "text-quote-anchor": quoteHandler,
    "text-quote-anchor-html": quoteHTMLHandler,
    "url": urlHandler,
]

func answer(_ vector: Vector) throws -> JSON {
    guard let handler = handlers[vector.kind] else { throw Unanswered.unhandled("no handler for this kind") }
    var vector = vector
    for name in ["json", "model"] {
        guard let value = vector[name], let answered = try settled(value, vector) else { continue }
        vector.input = vector.input.with(name, answered)
    }
    do {
        do {
            return try follow(vector["then"], from: try handler(vector))
        } catch Unanswered.unhandled(let why) {
            guard let answer = try askedOfParsed(vector, handler) else { throw Unanswered.unhandled(why) }
            return answer
        }
    } catch let failure as Failure {
        throw Unanswered.refused(failure.message)
    }
}

/// If a handler has no answer of its own, asks the values that it parses; nil if the vector is not such a question.
private func askedOfParsed(_ vector: Vector, _ handler: Handler) throws -> JSON? {
    let (type, value) = vector.subject
    switch vector.op {
    case "get", "call", "index":
        guard let subject = try parsed(value, type, for: vector, handler) else { return .null }
        let answer =
            switch vector.op {
            case "get": try subject.get(vector["member"]?.string ?? "")
            case "call": try subject.call(vector["method"]?.string ?? "", vector.arguments)
            default: try subject.index(vector.arguments[0])
            }
        return try follow(vector["then"], from: answer)
    case "construct":
        let labels = vector.arguments["json"] ?? vector.arguments.whole
        return try follow(vector["then"], from: try parsed(labels, vector.type, for: vector, handler))
    case "equals":
        let sides = try ["a", "b"].map { side in
            try parsed(vector[side] ?? .null, vector.type, for: vector, handler)?.json ?? .null
        }
        return .bool(sides[0] == sides[1])
    default: return nil
    }
}

private func parsed(_ json: JSON, _ type: String, for vector: Vector, _ handler: Handler) throws -> (any Examined)? {
    let input = asked(["op": "parse", "type": .string(type), "json": json])
    return try handler(Vector(id: vector.id, kind: vector.kind, input: input, folder: vector.folder))
}

/// Replaces nested questions in a value with their answers; nil if there are none.
private func settled(_ json: JSON, _ vector: Vector) throws -> JSON? {
    switch json {
    case .array(let list):
        let elements = try list.map { try settled($0, vector) }
        return elements.allSatisfy { $0 == nil } ? nil : .array(zip(list, elements).map { $1 ?? $0 })
    case .object(let object):
        if object["op"]?.string != nil {
            if object["type"] == "NSNull" { return .null }
            return try answer(Vector(id: vector.id, kind: vector.kind, input: json, folder: vector.folder))
        }
        let values = try object.members.map { try settled($0.value, vector) }
        if values.allSatisfy({ $0 == nil }) { return nil }
        return .object(JSONObject(zip(object.members, values).map { .init(key: $0.key, value: $1 ?? $0.value) }))
    default: return nil
    }
}

extension JSON {
    /// The object with a member replaced.
    fileprivate func with(_ name: String, _ value: JSON) -> JSON {
        var object = self.object ?? JSONObject()
        object[name] = value
        return .object(object)
    }
}
