// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Resolves locators and progressions in a recording, where positions are times.
public struct AudioLocatorService: Sendable {
    private let readingOrder: [Link]
    /// The duration of each item in seconds; nil if it is unknown.
    private let durations: [Double?]
    private let total: Double

    public init(readingOrder: [Link]) {
        self.readingOrder = readingOrder
        durations = readingOrder.map { link in link.duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        total = durations.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// The locator itself, if its resource is in the reading order, otherwise the time at its total progression.
    public func locate(_ locator: Locator) -> Locator? {
        if readingOrder.contains(where: { $0.href == locator.href }) { return locator }
        return locator.locations.totalProgression.flatMap(locate(totalProgression:))?.withTexts(of: locator)
    }

    /// The time at a progression; nil outside of 0 to 1, or if no durations are known.
    public func locate(totalProgression: Double) -> Locator? {
        guard (0...1).contains(totalProgression), total > 0, total.isFinite else { return nil }
        let time = totalProgression * total
        guard let (index, offset) = item(at: time) else { return nil }
        var locations = Locator.Locations()
        locations.fragments = ["t=\(Int64(exactly: offset.rounded(.down)) ?? 0)"]
        locations.progression = durations[index].map { min(offset / $0, 1) }
        locations.totalProgression = totalProgression
        let link = readingOrder[index]
        return Locator(href: link.href, type: link.type ?? MediaType.octetStream, locations: locations)
    }

    /// Whether durations are known.
    var isMeasured: Bool { total > 0 && total.isFinite }

    /// The duration of an item in seconds; nil if it is unknown or 0.
    func duration(ofItem index: Int) -> Double? {
        durations.indices.contains(index) ? durations[index].flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// The range of an item in the whole recording.
    func totalProgressions(ofItem index: Int) -> ClosedRange<Double>? {
        guard isMeasured, let duration = duration(ofItem: index) else { return nil }
        let start = durations[..<index].reduce(0) { $0 + ($1 ?? 0) }
        return start / total...max(start / total, min(1, (start + duration) / total))
    }

    /// The item at a time.  The very end belongs to the last item with a duration.
    private func item(at time: Double) -> (index: Int, offset: Double)? {
        var start = 0.0
        var last: (index: Int, offset: Double)?
        for (index, duration) in durations.enumerated() {
            guard let duration, duration > 0 else { continue }
            if time < start + duration { return (index, max(0, time - start)) }
            last = (index, duration)
            start += duration
        }
        return last
    }
}
