// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternText

/// The search route (Readium, proposal 007).  It is listed in the manifest of a publication with text.  Each answer is
/// one page of matches, with links to itself and the next page.
struct SearchService {
    static let mediaType = "application/vnd.readium.search+json"
    static let name = "search"

    static let link = {
        var link = Link(href: "~readium/search{?query}", type: mediaType, rels: ["search"])
        link.isTemplated = true
        return link
    }()

    static func links(_ publication: ParsedPublication) -> [Link] {
        // The last type without text: all pages of a comic have the same one.
        var type: String?
        let readable = publication.manifest.readingOrder.place { link in
            if type != nil && link.type == type { return false }
            guard SearchPages.hasText(link) else {
                type = link.type
                return false
            }
            return !(ReadingPart.isPDF(link) && publication.encryptions[link.href] != nil)
        }
        return readable == nil ? [] : [link]
    }

    static func answer(_ publication: Publication, _ href: String) throws(Failure) -> Resource? {
        guard ServiceRoute.matches(href, "~readium/search") else { return nil }
        let request = try within(publication.name) { () throws(Failure) in try SearchRequest(href) }
        let links: SearchPages.Links = { following throws(Failure) in
            let own = Link(href: try request.href, type: mediaType, rels: ["self"])
            guard let following else { return [own] }
            var next = request
            next.start = following
            return [own, Link(href: try next.href, type: mediaType, rels: ["next"])]
        }
        var pages = try SearchPages(
            publication, publication.query(request.query, request.options),
            from: request.start, links: links)
        let page = try pages.next()
        let bytes = if let page { page } else { noMatches(try links(nil)) }
        return publication.resource(Link(href: href, type: mediaType), bytes: bytes)
    }

    private static func noMatches(_ links: [Link]) -> ByteBuffer {
        var collection = LocatorCollection()
        collection.links = links
        var json = JSONWriter()
        collection.write(to: &json)
        return json.finish()
    }
}

extension BuiltInService {
    static let search = BuiltInService(
        name: SearchService.name, links: SearchService.links, answer: SearchService.answer)
}

/// The parameters of the route: `?query=…`, the options by their names in the Readium documents as 1 or 0, and `from`,
/// which is used in the links to next pages.
struct SearchRequest {
    var query = ""
    var options = SearchOptions()
    var start = SearchPages.Start()

    init(_ query: String, _ options: SearchOptions) {
        self.query = query
        self.options = options
    }

    init(_ href: String) throws(Failure) {
        let parameters = try RouteParameters(href, of: "search")
        for (name, value) in parameters.all { try set(name, value, parameters) }
    }

    private mutating func set(_ name: String, _ value: String, _ parameters: RouteParameters) throws(Failure) {
        if let row = SearchOptions.switches.first(where: { $0.names.contains(name) }) {
            options[keyPath: row.place] = try parameters.isOn(name, value)
            return
        }
        switch name {
        case _ where SearchRequest.queries.contains(name): if !value.isEmpty { query = value }
        case "language": options.language = value.isEmpty ? nil : value
        case "from":
            guard let start = SearchPages.Start(value) else {
                throw Failure(.argument, "The parameter \"from\" of the search is not from one of its links.")
            }
            self.start = start
        default: throw parameters.unknown(name)
        }
    }

    var href: String {
        get throws(Failure) {
            var others = JSONObject()
            for row in SearchOptions.switches where options[keyPath: row.place] { others[row.names.last ?? ""] = 1 }
            others["language"] = options.language.map(JSON.string)
            if start != SearchPages.Start() { others["from"] = .string(start.text) }
            let values: JSON = ["query": .string(query), "options": .object(others)]
            return try URITemplate("~readium/search{?query,options*}").expand(JSONReader(values, source: "search"))
        }
    }

    /// The request to the search service of a remote publication; nil if the template has no variable for the query, or
    /// for an option.
    func href(of link: Link) -> String? {
        guard let template = try? URITemplate(link.href) else { return nil }
        let variables = Set(template.parameters)
        var values = JSONObject()
        func set(_ names: [String], _ value: JSON) -> Bool {
            let name = names.first(where: variables.contains)
            if let name { values[name] = value }
            return name != nil
        }
        let areSet =
            set(SearchRequest.queries, .string(query))
            && SearchOptions.switches.allSatisfy { !options[keyPath: $0.place] || set($0.names, 1) }
            && (options.language.map { set(["language"], .string($0)) } ?? true)
        return areSet ? try? template.expand(JSONReader(.object(values), source: "search")) : nil
    }

    /// The names of the parameter that is searched for.  Some documents of Readium call it "text".
    private static let queries = ["query", "text"]
}

extension SearchPages {
    /// The first page of a continued search.
    struct Start: Equatable {
        var item = 0
        var page = 0

        init(item: Int = 0, page: Int = 0) {
            self.item = item
            self.page = page
        }

        init?(_ text: String) {
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
            guard numbers.count == 2, let item = numbers[0], let page = numbers[1] else { return nil }
            self.init(item: Int(item), page: Int(page))
        }

        var text: String { "\(item).\(page)" }
    }
}
