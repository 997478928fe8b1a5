// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// A set of routes in a publication, and the code that answers them (Publication Helpers and Services,
/// `Publication.Service`).
///
/// Each instance serves one publication, and is closed by its `deinit`.
public protocol Service: AnyObject, Sendable {
    /// "positions", "search", ..., or a reverse domain name.
    var name: String { get }

    /// The links for the manifest; templated links for routes with parameters.
    var links: [Link] { get }

    /// The answer to a request for `href`, including its query; nil if this service does not handle it.
    func get(_ href: String) throws(Failure) -> Resource?
}

/// Creates a service for a publication that has just been opened; nil if it needs none.
public typealias ServiceFactory = @Sendable (Publication) throws(Failure) -> (any Service)?

/// A service of the library: its name, the links that it adds, and its answers.
struct BuiltInService: Sendable {
    let name: String
    let links: @Sendable (ParsedPublication) -> [Link]
    /// Returns nil if the normalised href is not its route.
    let answer: @Sendable (Publication, _ href: String) throws(Failure) -> Resource?
}

/// Routes are relative to the manifest, such as `~readium/positions`, so that a client finds them wherever the manifest
/// is served.  A leading slash is accepted, and services receive routes with one.
enum ServiceRoute {
    /// The href of a link of a service as written in manifests.
    static func written(_ href: String) -> String { href.hasPrefix("/~") ? String(href.dropFirst()) : href }

    /// The form in which services receive it: normalised, with the slash of routes.
    static func spelled(_ href: String, normalized: String) -> String {
        let isRoute = normalized.hasPrefix("~readium/") || normalized.hasPrefix("~") && href.hasPrefix("/")
        return isRoute ? "/" + normalized : normalized
    }

    /// A key that all spellings of a route share; nil if the href does not begin with a tilde.
    static func key(_ href: String) -> String? {
        guard href.utf8.contains(UInt8(ascii: "~")) else { return nil }
        let normalized = Href.normalized(href)
        return normalized.hasPrefix("~") ? normalized : nil
    }

    static func isSame(_ href: String, _ route: String) -> Bool {
        href == route || (href.utf8.contains(UInt8(ascii: "~")) && Href.normalized(href) == Href.normalized(route))
    }

    /// Whether a link, possibly templated, belongs to the route with this normalised path.
    static func matches(_ link: Link, _ path: String) -> Bool {
        guard link.isTemplated, let brace = link.href.utf8.firstIndex(of: UInt8(ascii: "{")) else {
            return Href.path(Href.normalized(link.href)) == path
        }
        let fixed = Href.normalized(String(link.href[..<brace]))
        return path == fixed || !link.href[brace...].hasPrefix("{?") && path.utf8.starts(with: fixed.utf8)
    }

    /// Whether a normalised href requests this route, with any query.  The route has no leading slash.
    static func matches(_ normalizedHref: String, _ route: StaticString) -> Bool {
        route.withUTF8Buffer { route in
            // Most hrefs are files, which the first byte shows.
            return normalizedHref.utf8.first == route.first && Href.path(normalizedHref).utf8.elementsEqual(route)
        }
    }
}

extension Link {
    /// The link of a service in the form that the library uses.
    public var asRoute: Link {
        var link = self
        link.href = ServiceRoute.written(href)
        return link
    }
}

extension Manifest {
    /// Adds the links of services of the host.  A route that is already listed belongs to the service that was added
    /// last, whose link is used.
    func addingRoutes(_ new: [Link]) -> Manifest {
        var manifest = self
        var places: [String: Int] = [:]
        for (place, link) in links.enumerated() {
            if let route = ServiceRoute.key(link.href) { places[route] = place }
        }
        for link in new {
            let route = ServiceRoute.key(link.href)
            if let place = route.flatMap({ places[$0] }) {
                manifest.links[place] = link
            } else {
                if let route { places[route] = manifest.links.count }
                manifest.links.append(link)
            }
        }
        return manifest
    }
}

extension ParsedPublication {
    /// Adds the links of a service, unless the manifest already has them, as one written by Lectern does.
    mutating func add(_ links: [Link]) {
        let known = manifest.links
        for link in links where known.isEmpty || !known.contains(where: { ServiceRoute.isSame($0.href, link.href) }) {
            manifest.links.append(link)
        }
    }
}
