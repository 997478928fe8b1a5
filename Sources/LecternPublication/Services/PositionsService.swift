// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The route of the positions: listed in the manifest, answered like a resource.
package enum PositionsService {
    package static let link = Link(
        href: "/~readium/positions", type: MediaType.positionList, rels: ["http://readium.org/position-list"])

    /// Adds the link, unless there are no positions, or the manifest has it: this library may have written it.
    static func announce(_ strategy: PositionsStrategy, in manifest: inout Manifest) {
        if case .none = strategy { return }
        if !manifest.links.contains(where: { answers(Href.normalized($0.href)) }) { manifest.links.append(link) }
    }

    /// Both spellings of the route, with and without a slash, are understood.
    package static func answers(_ normalizedHref: String) -> Bool { Href.path(normalizedHref) == "~readium/positions" }
}
