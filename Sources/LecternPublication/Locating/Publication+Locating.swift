// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternText

/// Places of a publication.
extension Publication {
    /// A complete locator for a partial description of a place.
    public func locate(_ query: LocatorQuery) throws(Failure) -> Locator {
        var locating = Locating(query, in: self, try positionsOfResources())
        return try locating.locate()
    }

    /// Like `locate`, with the member `fit` if the query has a text, and `matches` and `others` if several places have
    /// it.
    public func locateWithFit(_ query: LocatorQuery) throws(Failure) -> Locator {
        var locating = Locating(query, in: self, try positionsOfResources())
        var locator = try locating.locate()
        locator.other["fit"] = locating.fit.map { .string($0.name) }
        guard locating.fit == .ambiguous else { return locator }
        locator.other["matches"] = .integer(Int64(1 + locating.rivals.count))
        locator.other["others"] = .array(locating.rivals.first.map { .object($0.json) })
        return locator
    }
}
