// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Finds the places that locators and progressions mean in a recording, which is measured in time.
public struct AudioLocatorService: Sendable {
    private let readingOrder: [Link]
    /// Seconds that each item takes; nil for one that does not say.
    private let durations: [Double?]
    private let total: Double

    public init(readingOrder: [Link]) {
        self.readingOrder = readingOrder
        durations = readingOrder.map { link in link.duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        total = durations.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// The locator itself if it is in the reading order, else the moment that is as far into the recording.
    public func locate(_ locator: Locator) -> Locator? {
        if readingOrder.contains(where: { $0.href == locator.href }) { return locator }
        return locator.locations.totalProgression.flatMap(locate(totalProgression:))?.withTexts(of: locator)
    }

    /// The moment in the item that plays then; nil outside of 0 to 1 and when nothing says how long the recording is.
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

    /// Whether anybody says how long the recording is.
    var isMeasured: Bool { total > 0 && total.isFinite }

    /// Seconds; nil for an item that does not say, or takes no time.
    func duration(ofItem index: Int) -> Double? {
        durations.indices.contains(index) ? durations[index].flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// From where to where an item reaches in the whole recording.
    func totalProgressions(ofItem index: Int) -> ClosedRange<Double>? {
        guard isMeasured, let duration = duration(ofItem: index) else { return nil }
        let start = durations[..<index].reduce(0) { $0 + ($1 ?? 0) }
        return start / total...max(start / total, min(1, (start + duration) / total))
    }

    /// The very end is in the last item that takes any time.
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
