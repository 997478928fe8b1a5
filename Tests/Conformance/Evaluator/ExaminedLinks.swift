// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// link-list-helpers
struct ExaminedLinks: Examined {
    let links: [Link]

    var json: JSON { get throws { try writtenList(links) { $0.write(to: &$1) } } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "allAreAudio": JSON.bool(links.allAre(.audio))
        case "allAreBitmap": JSON.bool(links.allAre(.bitmap))
        case "allAreHTML", "allAreHtml": JSON.bool(links.allAre(.html))
        case "allAreVideo": JSON.bool(links.allAre(.video))
        default: try elements.get(member)
        }
    }

    private var elements: Elements<ExaminedLink> { Elements(links.map(ExaminedLink.init)) }

    func index(_ place: JSON) throws -> (any Examined)? { try elements.index(place) }

    func map(_ member: String) throws -> JSON { try elements.map(member) }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        let texts = arguments.texts
        let href = LinkFilter(href: texts.first ?? "")
        let rel = LinkFilter(rel: texts.first ?? "")
        let types = LinkFilter(types: texts.compactMap { MediaType($0) })
        switch method {
        case "indexOfFirstWithHref", "firstIndexWithHREF": return links.index(href).map { JSON.integer(Int64($0)) }
        case "firstWithHref", "firstWithHREF": return links.first(href).map(ExaminedLink.init)
        case "firstWithRel": return links.first(rel).map(ExaminedLink.init)
        case "filterByRel": return ExaminedLinks(links: links.all(rel))
        case "firstWithMediaType": return links.first(types).map(ExaminedLink.init)
        case "filterByMediaType", "filterByMediaTypes": return ExaminedLinks(links: links.all(types))
        case "allMatchingMediaType", "allMatchingMediaTypes", "allMatchMediaType", "allMatchMediaTypes":
            return JSON.bool(links.allMatch(types))
        case "filterByHref", "filterByHREF": return ExaminedLinks(links: links.all(href))
        case "get", "getOrNull": return try index(arguments[0])
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("a list of links has no method \(method)")
        }
    }
}

/// Collections by role, as in the toolkits.
func byRole(_ collections: [PublicationCollection]) throws -> JSON {
    var roles = JSONObject()
    for collection in collections {
        roles[collection.role] = .array((roles[collection.role]?.array ?? []) + [try written(collection.write)])
    }
    return .object(roles)
}

struct ExaminedCollection: Examined {
    let collection: PublicationCollection

    var json: JSON { get throws { try written(collection.write) } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "metadata": return JSON.object(collection.metadata)
        case "links": return ExaminedLinks(links: collection.links)
        case "subcollections": return try byRole(collection.collections)
        default: return try json.get(member)
        }
    }
}
