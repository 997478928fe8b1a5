// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The result pages of a service that searches in place of the built-in one: of the host, or of the server of a remote
/// publication.  They are not trusted.
struct HostSearch: PageSource {
    typealias Get = (_ route: String) throws(Failure) -> Resource?

    private let get: Get
    /// Normalises the href of a next page, so that circular links are detected in any spelling.
    private let spelled: (String) -> String
    /// The path of the publication and the route, for errors.
    private let path: [String]
    private let maxDepth: UInt64
    /// The routes of the pages known so far.
    private var routes: [String]
    /// The index of the page returned last.
    private var place = -1
    /// The first page, until it is returned.
    private var first: Resource?

    /// Returns nil if no service answers.
    ///
    /// - Parameter route: the request for the first page, normalised.
    init?(
        _ route: String, publication: String, maxDepth: UInt64, spelled: @escaping (String) -> String,
        get: @escaping Get
    ) throws(Failure) {
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
                .callback, "A service of the host did not answer the link to its page of matches.", path: path)
        }
        let text = try resource.read(offset: 0, length: .max)
        let next = try nextRoute(text)
        if let next, number == routes.count - 1 {
            guard !routes.contains(next) else {
                throw Failure(.callback, "The pages of matches of a service of the host are circular.", path: path)
            }
            routes.append(next)
        }
        first = nil
        place = number
        return text
    }

    /// Validates a page.
    /// - Returns: the route of the next page.
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
                .callback, "A service of the host did not return valid matches.", path: path, causes: [error])
        }
    }
}
