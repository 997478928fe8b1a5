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
        default: try json.get(member)
        }
    }

    func index(_ place: JSON) throws -> (any Examined)? {
        place.integer.flatMap { links.indices.contains(Int(clamping: $0)) ? ExaminedLink(link: links[Int(clamping: $0)]) : nil }
    }

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
        case "anyMatchingMediaType", "anyMatchingMediaTypes": return JSON.bool(links.anyMatches(types))
        case "isEmpty": return JSON.bool(links.isEmpty)
        case _ where method.hasPrefix("allAre"): return try get(method)
        default: throw Unanswered.unhandled("a list of links has no method \(method)")
        }
    }
}

extension Arguments {
    /// All texts, also those that are given as a list.
    fileprivate var texts: [String] {
        (0..<count).flatMap { index in self[index].string.map { [$0] } ?? (self[index].array ?? []).compactMap(\.string) }
    }
}

/// manifest-helpers
struct ExaminedManifest: Examined {
    let manifest: Manifest

    var json: JSON { get throws { try written(manifest.write) } }

    func get(_ member: String) throws -> (any Examined)? {
        switch member {
        case "metadata": return ExaminedManifestMetadata(metadata: manifest.metadata)
        case "readingOrder": return ExaminedLinks(links: manifest.readingOrder)
        case "links": return ExaminedLinks(links: manifest.links)
        case "resources": return ExaminedLinks(links: manifest.resources)
        case "tableOfContents": return ExaminedLinks(links: manifest.toc)
        case "pageList": return ExaminedLinks(links: manifest.pageList)
        case "landmarks": return ExaminedLinks(links: manifest.landmarks)
        case "listOfAudioClips": return ExaminedLinks(links: manifest.listOfAudioClips)
        case "listOfIllustrations": return ExaminedLinks(links: manifest.listOfIllustrations)
        case "listOfTables": return ExaminedLinks(links: manifest.listOfTables)
        case "listOfVideoClips": return ExaminedLinks(links: manifest.listOfVideoClips)
        case "images": return ExaminedLinks(links: manifest.images)
        case "baseURL", "baseUrl": return manifest.baseURL.map { WrappedText(text: $0.string) }
        case "jsonManifest": return try json
        default: return try json.get(member)
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        let argument = arguments[0].string ?? ""
        switch method {
        case "linkWithRel": return manifest.link(withRel: argument).map(ExaminedLink.init)
        case "linksWithRel": return ExaminedLinks(links: manifest.links(withRel: argument))
        case "linkWithHREF", "linkWithHref": return manifest.link(withHREF: argument).map(ExaminedLink.init)
        case "conforms", "conformsTo": return JSON.bool(manifest.conformsTo(argument))
        case "normalizeLocator":
            let locator = try Locator(JSONReader(arguments[0], source: "locator"))
            return Value(manifest.normalized(locator))
        default: throw Unanswered.unhandled("a manifest has no method \(method)")
        }
    }
}
