// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The route of the positions: listed in the manifest, answered like a resource.
package enum PositionsService {
    package static let link = Link(
        href: "/~readium/positions", type: MediaType.positionList, rels: ["http://readium.org/position-list"])
    package static let links = [link]

    /// Both spellings of the route, with and without a slash, are understood.
    package static func answers(_ normalizedHref: String) -> Bool { Href.path(normalizedHref) == "~readium/positions" }
}
