// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The pages of a service of the host that answers the route of the search in place of the built-in one.  They are as
/// untrusted as a file.
struct HostSearch: PageSource {
    typealias Get = (_ route: String) throws(Failure) -> Resource?

    private let get: Get
    /// As services are asked for an href, so that a circle is seen in any spelling.
    private let spelled: (String) -> String
    /// Of the publication and the route, for errors.
    private let path: [String]
    private let maxDepth: UInt64
    /// Where the pages known so far are.
    private var routes: [String]
    /// The page given last.
    private var place = -1
    /// What was got of the first page, until it is given.
    private var first: Resource?

    /// nil when no service of the host answers.
    init?(
        _ route: String, publication: String, maxDepth: UInt64, spelled: @escaping (String) -> String, get: @escaping Get
    ) throws(Failure) {
        let route = spelled(route)
        guard let first = try get(route) else { return nil }
        self.get = get
        self.spelled = spelled
        path = [publication, String(Href.path(route))]
        self.maxDepth = maxDepth
        self.first = first
        routes = [route]
    }

    mutating func next() throws(Failure) -> ByteBuffer? { try give(place + 1) }

    mutating func previous() throws(Failure) -> ByteBuffer? { try place > 0 ? give(place - 1) : nil }

    private mutating func give(_ number: Int) throws(Failure) -> ByteBuffer? {
        guard routes.indices.contains(number) else { return nil }
        guard let resource = try number == 0 && place < 0 ? first : get(routes[number]) else {
            throw Failure(
                .callback, "A service of the host does not answer the link to its page of matches.", path: path)
        }
        let text = try resource.read(offset: 0, length: .max)
        let next = try nextRoute(text)
        if let next, number == routes.count - 1 {
            guard !routes.contains(next) else {
                throw Failure(.callback, "The pages of matches of a service of the host lead in a circle.", path: path)
            }
            routes.append(next)
        }
        first = nil
        place = number
        return text
    }

    /// Checks a page.
    /// - Returns: where the next one is.
    private func nextRoute(_ text: ByteBuffer) throws(Failure) -> String? {
        do throws(Failure) {
            let json = try text.withBytes { (bytes) throws(Failure) in
                try JSONParser.parse(bytes, source: "locators", maxDepth: maxDepth)
            }
            let page = JSONReader(json, source: "locators")
            for locator in try page.member("locators").elements() { _ = try Locator(locator) }
            for link in try page.optionalMember("links")?.elements() ?? [] {
                let rels = try link.optionalMember("rel")?.oneOrMore { rel throws(Failure) in try rel.string() } ?? []
                if rels.contains("next") { return spelled(try link.member("href").string()) }
            }
            return nil
        } catch {
            throw Failure(
                .callback, "A service of the host answers a search with no matches.", path: path, causes: [error])
        }
    }
}
