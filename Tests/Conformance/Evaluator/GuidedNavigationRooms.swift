// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// guided-navigation-json
let guidedNavigationRoom: Room = { vector in
    switch vector.op {
    case "parse": return try guidedValue(vector.type, vector["json"] ?? .null)
    case "serialize": return try guidedValue(vector.type, vector["model"] ?? .null)
    case "get":
        return try guidedValue(vector.subject.type, vector.subject.value)?.get(vector["member"]?.string ?? "")
    case "construct":
        let arguments = vector.arguments
        guard ["GuidedNavigationText", "GText", "Text"].contains(vector.type) else {
            throw Unanswered.unhandled("the type \(vector.type)")
        }
        return GuidedNavigationText(
            plain: arguments["plain"]?.string, ssml: arguments["ssml"]?.string, language: arguments["language"]?.string)
    default: throw Unanswered.unhandled("the operation \(vector.op)")
    }
}

private func guidedValue(_ type: String, _ json: JSON) throws -> (any Examined)? {
    switch type {
    case "GuidedNavigationDocument": return GuidedNavigationDocument(json)
    case "GuidedNavigationObject": return GuidedNavigationObject(json)
    case "[GuidedNavigationObject]": return Elements((json.array ?? []).compactMap { GuidedNavigationObject($0) })
    case "GText", "GuidedNavigationText", "Text": return GuidedNavigationText(json)
    case "Description", "GuidedNavigationDescription": return GuidedNavigationDescription(json)
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
        case "textref": return refs.text.map(JSON.string)
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
