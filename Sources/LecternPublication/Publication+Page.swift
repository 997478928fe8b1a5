// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a page in a web view asks for.
extension Publication {
    /// How many positions each item of the reading order has.
    public func positionCounts() throws(Failure) -> [Int] {
        var cache = PositionsCache(self)
        return try cache.allOrNone().counts
    }
}
