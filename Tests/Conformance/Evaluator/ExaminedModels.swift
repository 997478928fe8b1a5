// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The output of the library for each value.
func writtenList<T>(_ values: [T], _ write: (T, inout JSONWriter) -> Void) throws -> JSON {
    .array(try values.map { value in try written { write(value, &$0) } })
}

struct ExaminedLink: Examined {
    let link: Link

    var json: JSON { get throws { try written(link.write) } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "href": return ExaminedHref(link: link)
        case "mediaType", "type": return link.type.flatMap { ExaminedMediaType(.string($0)) }
        case "templated", "isTemplated": return JSON.bool(link.isTemplated)
        case "rels": return JSON.array(link.rels.map(JSON.string))
        case "languages": return JSON.array(link.more.languages.map(JSON.string))
        case "alternates": return ExaminedLinks(links: link.alternates)
        case "children": return ExaminedLinks(links: link.children)
        case "properties": return JSON.object(link.properties)
        case "templateParameters": return JSON.array(try link.templateParameters.map(JSON.string))
        default: return try json.get(member)
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch method {
        case "addProperties", "addingProperties":
            var copy = link
            copy.properties.merge(arguments[0].object ?? JSONObject())
            return ExaminedLink(link: copy)
        case "expandTemplate":
            let values = arguments["with"] ?? arguments["parameters"] ?? arguments[0]
            let given = JSONReader(.object(values.object ?? JSONObject()), source: "parameters")
            return ExaminedLink(link: try link.expandTemplate(given))
        case "url", "toUrl", "toURL":
            return link.url(relativeTo: arguments[0].string.flatMap(URLReference.init(_:))).map {
                JSON.string($0.string)
            }
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("a link has no method \(method)")
        }
    }
}

struct ExaminedHref: Examined {
    let link: Link

    var json: JSON { .string(link.href) }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "isTemplated": return JSON.bool(link.isTemplated)
        case "parameters": return JSON.array(try link.templateParameters.map(JSON.string))
        default: throw Unanswered.unhandled("a href has no member \(member)")
        }
    }
}

struct ExaminedLocalizedString: Examined {
    let text: LocalizedString

    var json: JSON { get throws { try written(text.write) } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "localizedString": return self
        case "string", "defaultTranslation", "description": return JSON.string(text.text(in: nil))
        case "translations": return try json
        default: throw Unanswered.unhandled("a text has no member \(member)")
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch method {
        case "string", "getOrFallback": return JSON.string(text.text(in: arguments[0].string))
        case "copyWithString":
            var copy = text
            copy.set(arguments[1].string ?? "", language: arguments[0].string)
            return ExaminedLocalizedString(text: copy)
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("a text has no method \(method)")
        }
    }
}
