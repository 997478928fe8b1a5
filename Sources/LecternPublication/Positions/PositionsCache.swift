// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The positions of a publication, for operations that visit all of it.  They are requested once, because a service of
/// the host may compute them each time.
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

    /// Returns no positions if they are currently not available, which is logged once.  Results in single resources do
    /// not need them.
    mutating func allOrNone() throws(Failure) -> Positions {
        do throws(Failure) {
            return try all()
        } catch {
            guard error.isOfSource, error.status != .cancelled else { throw error }
            if !hasFailed {
                publication.log([Warning(.moderate, "Locators have no positions: \(error.message)", path: error.path)])
            }
            hasFailed = true
            return .none(publication.manifest.readingOrder)
        }
    }

    /// The range of a resource in the publication; nil if positions are currently not available.
    mutating func positionRange(ofResource number: Int) throws(Failure) -> Positions.PositionRange? {
        try allOrNone().positionRange(ofResource: number)
    }
}
