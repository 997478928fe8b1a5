// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// locator-json, locator-audio
let locatorHandler: Handler = { vector in
    switch vector.op {
    case "parse": return try locatorValue(vector.type, vector["json"] ?? .null, normalized: true)
    case "serialize": return try locatorValue(vector.type, vector["model"] ?? .null, normalized: false)
    case "construct":
        guard let text = vector.arguments["jsonString"]?.string else {
            return try locatorValue(vector.type, vector.arguments.whole, normalized: false)
        }
        return try locatorValue(vector.type, try JSONParser.parse(text, source: "locator"), normalized: true)
    case "get":
        return try locatorValue(vector.subject.type, vector.subject.value, normalized: false)?
            .get(vector["member"]?.string ?? "")
    case "call":
        return try locatorValue(vector.subject.type, vector.subject.value, normalized: false)?
            .call(vector["method"]?.string ?? "", vector.arguments)
    default: throw Unanswered.unhandled("the operation \(vector.op)")
    }
}

/// A parsed value is normalized; a model is used unchanged.
private func locatorValue(_ type: String, _ json: JSON, normalized: Bool) throws -> (any Examined)? {
    if json.isNull { return type.hasPrefix("[") ? JSON.array([]) : nil }
    let reader = JSONReader(json, source: type)
    switch type {
    case "Locator":
        let locator = try Locator(reader)
        return Value(normalized ? locator.normalized : locator)
    case "[Locator]":
        return try collection(["locators": json], reader)?.get("locators")
    case "LocatorCollection": return collection(json, reader)
    case "Locations":
        let locations = Locator.Locations(try reader.object())
        return Value(normalized ? locations.normalized : locations)
    case "Text": return Value(Locator.Text(try reader.object()))
    default: throw Unanswered.unhandled("the type \(type)")
    }
}

private func collection(_ json: JSON, _ reader: JSONReader) -> ExaminedLocatorCollection? {
    var links = ManifestReader(reader)
    return LocatorCollection(json, &links).map(ExaminedLocatorCollection.init)
}

struct ExaminedLocatorCollection: Examined {
    let collection: LocatorCollection

    var json: JSON { get throws { try written(collection.write) } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "locators": return Elements(collection.locators.map(Value.init))
        case "links": return ExaminedLinks(links: collection.links)
        case "metadata": return Metadata(metadata: collection.metadata, json: try json.get(member)?.json ?? [:])
        default: return try json.get(member)
        }
    }

    struct Metadata: Examined {
        let metadata: LocatorCollection.Metadata
        let json: JSON

        func get(_ member: String) throws -> (any Examined)? {
            switch member {
            case "title": return metadata.title.map { JSON.string($0.text(in: nil)) }
            case "localizedTitle": return metadata.title.map(ExaminedLocalizedString.init)
            case "otherMetadata": return JSON.object(metadata.other)
            default: return try json.get(member)
            }
        }
    }
}

/// A value of the model under test.
struct Value<Model>: Examined {
    let model: Model
    init(_ model: Model) { self.model = model }

    var json: JSON {
        get throws {
            switch model {
            case let locator as Locator: return try written { locator.write(to: &$0) }
            case let locations as Locator.Locations: return .object(locations.json)
            case let text as Locator.Text: return .object(text.json)
            default: throw Unanswered.unhandled("\(Model.self) has no JSON")
            }
        }
    }

    func get(_ member: String) throws -> (any Examined)? {
        // JSON text is compared by value.
        if member == "jsonString" { return try json }
        if let locator = model as? Locator {
            switch member {
            case "mediaType", "type": return ExaminedMediaType(.string(locator.type))
            case "locations": return Value<Locator.Locations>(locator.locations)
            case "text": return Value<Locator.Text>(locator.text)
            default: return try json.get(member)
            }
        }
        guard let locations = model as? Locator.Locations else { return try json.get(member) }
        switch member {
        case "cssSelector": return locations.cssSelector.map(JSON.string)
        case "partialCfi", "partialCFI": return locations.partialCfi.map(JSON.string)
        case "domRange": return locations.domRange?.json
        case "time":
            return locations.parsedFragments.time.map { JSON.object(optional: [("begin", $0.begin), ("end", $0.end)]) }
        case "progression": return locations.progression.map(JSON.double)
        case "totalProgression": return locations.totalProgression.map(JSON.double)
        case "position": return locations.position.map { JSON.integer(Int64($0)) }
        case "fragments": return JSON.array(locations.fragments.map(JSON.string))
        case "otherLocations": return JSON.object(locations.other)
        default: return try json.get(member)
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch (model, method) {
        case (var locator as Locator, "copyWithLocations"):
            copy(arguments, into: &locator.locations)
            return Value<Locator>(locator)
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("\(Model.self) has no method \(method)")
        }
    }
}

private func copy(_ arguments: Arguments, into locations: inout Locator.Locations) {
    if let value = arguments["fragments"] { locations.fragments = (value.array ?? []).compactMap(\.string) }
    if let value = arguments["progression"] { locations.progression = value.number }
    if let value = arguments["position"] { locations.position = value.integer.map { Int($0) } }
    if let value = arguments["totalProgression"] { locations.totalProgression = value.number }
    if let value = arguments["otherLocations"] { locations.other = value.object ?? JSONObject() }
}

extension JSON {
    static func object(optional members: [(String, Double?)]) -> JSON {
        .object(
            JSONObject(
                members.compactMap { name, value in
                    value.map { JSONObject.Member(key: name, value: .double($0)) }
                }))
    }
}
