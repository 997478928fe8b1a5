// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Positions {
    /// The index, counted from 0 over all resources, of the position with this number.
    func index(ofNumber number: Int) -> Int? {
        if case .published(let lists) = members {
            let all = lists.lazy.flatMap { $0 }
            if let index = all.enumerated().first(where: { $0.element.locations.position == number })?.offset {
                return index
            }
        }
        return total > 0 && (1...total).contains(number) ? number - 1 : nil
    }

    /// The number of pages of a resource; nil if positions are not pages, or if it is unknown.
    public func pageCount(ofResource resource: Int) -> Int? {
        guard case .pages(let pages) = members, pages.indices.contains(resource), counts.indices.contains(resource),
            pages[resource] > 0
        else { return nil }
        return counts[resource]
    }

    /// Whether the resource is a single position without progressions.
    func isByNumbers(_ resource: Int?) -> Bool {
        guard case .numbers = members, let resource, counts.indices.contains(resource) else { return false }
        return counts[resource] > 0
    }

    var isEmpty: Bool { total == 0 }
}
