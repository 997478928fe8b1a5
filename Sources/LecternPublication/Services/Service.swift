// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// A set of routes of a publication, and who answers them (Publication Helpers and Services, `Publication.Service`).
///
/// One instance serves one publication; it is closed by its `deinit`.
public protocol Service: AnyObject, Sendable {
    /// "positions", "search", ..., or a reverse domain name.
    var name: String { get }

    /// Links for the manifest, templated ones for routes that take parameters.
    var links: [Link] { get }

    /// The answer to a request for `href`, query included; nil when it is not for this service.
    func get(_ href: String) throws(Failure) -> Resource?
}

/// Makes the service of a publication that has just been opened; nil when this one needs none.
public typealias ServiceFactory = @Sendable (Publication) throws(Failure) -> (any Service)?

/// The services of the library itself: what each is called, which links it adds, and how it answers.
struct BuiltInService: Sendable {
    let name: String
    let links: @Sendable (ParsedPublication) -> [Link]
    /// nil when the href, which is normalised, is not its route.
    let answer: @Sendable (Publication, _ href: String) throws(Failure) -> Resource?

    /// In the order of their links in the manifest.
    static let all = [positions, locator, guidedNavigation, cover, search]
}

extension Publication {
    /// What the services of the library itself are called.
    public static var builtInServices: [String] { BuiltInService.all.map(\.name) }
}

/// Routes are written relative to the manifest, `~readium/positions`, so that a client finds them beside it wherever that
/// is served.  They are understood with a first slash too, and services are asked for them with one.
enum ServiceRoute {
    /// The href of a service's link as manifests have it.
    static func written(_ href: String) -> String { href.hasPrefix("/~") ? String(href.dropFirst()) : href }

    /// As services are asked for it: normalised, with the slash of routes.
    static func spelled(_ href: String, normalized: String) -> String {
        let isRoute = normalized.hasPrefix("~readium/") || normalized.hasPrefix("~") && href.hasPrefix("/")
        return isRoute ? "/" + normalized : normalized
    }

    /// What the links of a route have in common, whatever their spelling; nil for one that begins with no tilde.
    static func key(_ href: String) -> String? {
        guard href.utf8.contains(UInt8(ascii: "~")) else { return nil }
        let normalized = Href.normalized(href)
        return normalized.hasPrefix("~") ? normalized : nil
    }

    static func isSame(_ href: String, _ route: String) -> Bool {
        href == route || (href.utf8.contains(UInt8(ascii: "~")) && Href.normalized(href) == Href.normalized(route))
    }

    /// Whether a link, which may be a template, is that of the route with this normalised path.
    static func matches(_ link: Link, _ path: String) -> Bool {
        guard link.isTemplated, let brace = link.href.utf8.firstIndex(of: UInt8(ascii: "{")) else {
            return Href.path(Href.normalized(link.href)) == path
        }
        let fixed = Href.normalized(String(link.href[..<brace]))
        return path == fixed || !link.href[brace...].hasPrefix("{?") && path.utf8.starts(with: fixed.utf8)
    }

    /// Whether a normalised href asks for this route, which is written without a slash, with whatever query.
    static func matches(_ normalizedHref: String, _ route: StaticString) -> Bool {
        route.withUTF8Buffer { route in
            // Nearly always it is a file, which is seen from its first byte.
            return normalizedHref.utf8.first == route.first && Href.path(normalizedHref).utf8.elementsEqual(route)
        }
    }
}

extension Link {
    /// The link of a service, written as those of the library.
    public var asRoute: Link {
        var link = self
        link.href = ServiceRoute.written(href)
        return link
    }
}

extension Manifest {
    /// With the links of services of the host.  A route that is listed already belongs to the service that was added
    /// last, and so does its link.
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
    /// Adds the links of a service, unless the manifest has them: this library may have written it.
    mutating func add(_ links: [Link]) {
        let known = manifest.links
        for link in links where known.isEmpty || !known.contains(where: { ServiceRoute.isSame($0.href, link.href) }) {
            manifest.links.append(link)
        }
    }
}
