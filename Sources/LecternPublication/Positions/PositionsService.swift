// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The route of the positions.  It is listed in the manifest, and answered like a resource (Readium, Positions List,
/// "Manifest").
public enum PositionsService {
    public static let link = Link(
        href: "~readium/positions", type: MediaType.positionList, rels: ["http://readium.org/position-list"])

    /// The form in which services of the host receive it.
    static let route = "/" + link.href

    public static func answers(_ normalizedHref: String) -> Bool {
        ServiceRoute.matches(normalizedHref, "~readium/positions")
    }
}

extension BuiltInService {
    static let positions = BuiltInService(
        name: "positions",
        links: { _ in [PositionsService.link] },
        answer: { publication, href throws(Failure) in
            guard PositionsService.answers(href) else { return nil }
            return publication.resource(PositionsService.link, bytes: try publication.computedPositions())
        })
}
