// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The positions of a publication, for whoever goes through all of it: asked for once, as a service of the host may
/// compute them anew each time.
struct PositionsCache {
    private let publication: Publication
    private var known: Positions?
    private var hasFailed = false

    init(_ publication: Publication) { self.publication = publication }

    mutating func all() throws(Failure) -> Positions {
        if let known { return known }
        let all = try publication.positionsOfResources()
        known = all
        return all
    }

    /// None when nobody can tell for now, which is logged once: what is found in one resource does not have to wait for
    /// the others.
    mutating func allOrNone() throws(Failure) -> Positions {
        do throws(Failure) {
            return try all()
        } catch {
            guard error.isOfSource, error.status != .cancelled else { throw error }
            if !hasFailed {
                publication.log([Warning(.moderate, "Places are without positions: \(error.message)", path: error.path)])
            }
            hasFailed = true
            return .none(publication.manifest.readingOrder)
        }
    }

    /// Where a resource of the reading order is in the publication; nil also when nobody can tell for now.
    mutating func positionRange(ofResource number: Int) throws(Failure) -> Positions.PositionRange? {
        try allOrNone().positionRange(ofResource: number)
    }
}
