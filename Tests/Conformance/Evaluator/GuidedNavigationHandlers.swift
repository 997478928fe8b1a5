// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// guided-navigation-json
let guidedNavigationHandler: Handler = { vector in
    switch vector.op {
    case "parse": return try guidedValue(vector.type, vector["json"] ?? .null)
    case "serialize": return try guidedValue(vector.type, vector["model"] ?? .null)
    case "get":
        return try guidedValue(vector.subject.type, vector.subject.value)?.get(vector["member"]?.string ?? "")
    case "construct":
        return try? guidedValue(vector.type, .object(memberwise(vector["args"]?.object ?? JSONObject(), vector.type)))
    default: throw Unanswered.unhandled("the operation \(vector.op)")
    }
}

/// The labels of a constructor as the members of the value.
private func memberwise(_ labels: JSONObject, _ type: String) -> JSONObject {
    var members = labels.without(["roles", "refs"])
    if let roles = labels["roles"] { members["role"] = roles }
    for (name, member) in [("text", "textref"), ("img", "imgref"), ("audio", "audioref"), ("video", "videoref")] {
        if let refs = labels["refs"]?.object { members[member] = refs[member] ?? refs[name] }
        if type == "Refs", let value = labels[name] { members[member] = value }
    }
    return members
}

/// A document, an object or a description without content is rejected, unless it is null; text and references are
/// absent.
private func guidedValue(_ type: String, _ json: JSON) throws -> (any Examined)? {
    func required<Value: Examined>(_ value: Value?) throws -> Value? {
        if value == nil, !json.isNull { throw Unanswered.refused("It says nothing.") }
        return value
    }
    switch type {
    case "GuidedNavigationDocument": return try required(GuidedNavigationDocument(json))
    case "GuidedNavigationObject": return try required(GuidedNavigationObject(json))
    case "[GuidedNavigationObject]": return Elements((json.array ?? []).compactMap { GuidedNavigationObject($0) })
    case "GText", "GuidedNavigationText", "Text": return GuidedNavigationText(json)
    case "Description", "GuidedNavigationDescription": return try required(GuidedNavigationDescription(json))
    case "Refs":
        let refs = json.object.map { GuidedNavigationRefs($0) }
        return refs.flatMap { $0.isEmpty ? nil : $0 }
    default: throw Unanswered.unhandled("the type \(type)")
    }
}

extension GuidedNavigationDocument: Examined {
    var json: JSON { get throws { try written { write(to: &$0) } } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "guided": return Elements(guided)
        case "links":
            let json = try json.get("links")?.json ?? []
            var reader = ManifestReader(JSONReader(json, source: "links"))
            return ExaminedLinks(links: reader.links(json))
        default: throw Unanswered.unhandled("a guided navigation document has no member \(member)")
        }
    }
}

extension GuidedNavigationObject: Examined {
    var json: JSON { get throws { try written { write(to: &$0) } } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "id": return id.map(JSON.string)
        case "refs": return refs.isEmpty ? nil : refs
        case "text": return text
        case "roles": return JSON.array(roles.map(JSON.string))
        case "description": return description
        case "children": return Elements(children)
        case "textref", "imgref", "audioref", "videoref": return try refs.json.get(member)
        default: throw Unanswered.unhandled("a guided navigation object has no member \(member)")
        }
    }
}

extension GuidedNavigationRefs: Examined {
    var json: JSON {
        get throws {
            try written { json in
                json.beginObject()
                writeMembers(to: &json)
                json.endObject()
            }
        }
    }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "text": return text.map(JSON.string)
        case "image", "img": return image.map(JSON.string)
        case "audio": return audio.map(JSON.string)
        case "video": return video.map(JSON.string)
        default: throw Unanswered.unhandled("references have no member \(member)")
        }
    }
}

extension GuidedNavigationText: Examined {
    var json: JSON { get throws { try written { write(to: &$0) } } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "plain": return plain.map(JSON.string)
        case "ssml": return ssml.map(JSON.string)
        case "language": return language.map(JSON.string)
        default: throw Unanswered.unhandled("a text has no member \(member)")
        }
    }
}

extension GuidedNavigationDescription: Examined {
    var json: JSON { get throws { try written { write(to: &$0) } } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "refs": return refs.isEmpty ? nil : refs
        case "text": return text
        default: throw Unanswered.unhandled("a description has no member \(member)")
        }
    }
}
