// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Single positions, and the ranges of resources in the publication.
extension Positions {
    /// The position at `index`, counted from 0 over all resources.
    public func locator(at index: Int) -> Locator? {
        guard let place = resource(holding: index) else { return nil }
        if case .published(let lists) = members { return lists[place.resource][place.index] }
        let link = links[place.resource]
        var locations = Locator.Locations()
        locations.fragments = fragment(of: place.index, in: place.resource).map { [$0] } ?? []
        if case .numbers = members {
        } else {
            locations.progression = Double(place.index) / spans(ofResource: place.resource)
        }
        locations.position = index + 1
        locations.totalProgression = totalProgression(of: place.index, in: place.resource)
        return Locator(href: link.href, type: link.type ?? fallbackType, title: link.title, locations: locations)
    }

    /// The fragment of a position in a resource: a page, or the beginning of a span of time.
    func fragment(of index: Int, in resource: Int) -> String? {
        switch members {
        case .pages: "page=\(index + 1)"
        case .times: "t=\(index * Int(Positions.secondsPerPosition))"
        case .shares, .numbers, .published: nil
        }
    }

    /// The number of positions in a resource.  The last one of a recording is only a part of a span.
    func spans(ofResource resource: Int) -> Double {
        guard case .times(let recording) = members, let duration = recording.duration(ofItem: resource) else {
            return Double(counts[resource])
        }
        return counts[resource] > 1 ? duration / Positions.secondsPerPosition : 1
    }

    func totalProgression(of index: Int, in resource: Int) -> Double {
        let time = Double(index) * Positions.secondsPerPosition
        let share = Double(firsts[resource] + index) / Double(total)
        return recording?.totalProgression(at: time, ofItem: resource) ?? share
    }

    /// The times, if that is what positions are.
    var recording: AudioLocatorService? {
        if case .times(let recording) = members { return recording }
        return nil
    }

    /// The resource that contains a position, and the index of the position in it.
    func resource(holding index: Int) -> (resource: Int, index: Int)? {
        // A resource without positions begins at the same place as the next one with positions.
        let resource = firsts.partitionPoint { $0 <= index } - 1
        guard index >= 0, resource >= 0, index < firsts[resource] + counts[resource] else { return nil }
        return (resource, index - firsts[resource])
    }

    /// The total progression of each position in order; 0 if it has none.
    public var totalProgressions: [Double] {
        if case .published(let lists) = members {
            return lists.flatMap { $0.map { $0.locations.totalProgression ?? 0 } }
        }
        return counts.indices.flatMap { resource in
            (0..<counts[resource]).map { totalProgression(of: $0, in: resource) }
        }
    }

    /// The range of a resource in the publication.  It ends at the first position of the next resource that has one, or
    /// at 1. nil for a resource without positions.
    public func totalProgressions(ofResource resource: Int) -> ClosedRange<Double>? {
        guard counts.indices.contains(resource), let start = firstTotalProgression(ofResource: resource) else {
            return nil
        }
        let next = (resource + 1..<counts.count).lazy.compactMap { firstTotalProgression(ofResource: $0) }.first
        return start...max(start, next ?? 1)
    }

    /// The positions of one resource, for many lookups.
    struct PositionRange {
        /// The range of the resource in the publication.
        let range: ClosedRange<Double>
        fileprivate let first: Int
        fileprivate let count: Int
        fileprivate let spans: Double
        fileprivate let published: [Locator]?

        /// The number of the published position with one of the fragments, or of that at the progression.
        func position(of locations: Locator.Locations) -> Int? {
            let fragments = locations.fragments
            let named =
                fragments.isEmpty ? nil : published?.first { !Set($0.locations.fragments).isDisjoint(with: fragments) }
            return named?.locations.position ?? position(at: locations.progression ?? 0)
        }

        /// The number of the position at a progression in the resource.
        func position(at progression: Double) -> Int? {
            // The progression of a position times the number of positions is its index, except for rounding errors.
            let progression = progression + PositionRange.tolerance
            if let published {
                return (published.last { $0.locations.progression ?? 0 <= progression } ?? published.first)?.locations
                    .position
            }
            return first + min(count - 1, Int(max(0, min(progression, 1)) * spans)) + 1
        }

        private static let tolerance = 1e-9
    }

    /// Returns nil for a resource without positions.
    func positionRange(ofResource resource: Int) -> PositionRange? {
        guard let range = totalProgressions(ofResource: resource) else { return nil }
        var published: [Locator]?
        if case .published(let lists) = members { published = lists[resource] }
        return PositionRange(
            range: range, first: firsts[resource], count: counts[resource], spans: spans(ofResource: resource),
            published: published)
    }

    private func firstTotalProgression(ofResource resource: Int) -> Double? {
        guard counts[resource] > 0 else { return nil }
        if case .published(let lists) = members { return lists[resource].first?.locations.totalProgression }
        return totalProgression(of: 0, in: resource)
    }
}

extension ClosedRange<Double> {
    /// The total progression for a progression in a resource with this range.
    public func totalProgression(at progression: Double) -> Double {
        lowerBound + Swift.min(Swift.max(progression, 0), 1) * (upperBound - lowerBound)
    }

    /// The progression in the resource: 0 before it, 1 after it.
    public func progression(at totalProgression: Double) -> Double {
        if totalProgression <= lowerBound { return 0 }
        if totalProgression >= upperBound { return 1 }
        return (totalProgression - lowerBound) / (upperBound - lowerBound)
    }
}
