// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Resolves locators and progressions in a recording, where positions are times.
public struct AudioLocatorService: Sendable {
    private let readingOrder: [Link]
    /// The duration of each item in seconds; nil if it is unknown.
    private let durations: [Double?]
    /// The beginning of each item in seconds, and the end of the last one.
    private let starts: [Double]
    private var total: Double { starts.last ?? 0 }

    public init(readingOrder: [Link]) {
        self.readingOrder = readingOrder
        durations = readingOrder.map { link in link.duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        starts = durations.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1 ?? 0)) }
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

    /// The range of an item in the whole recording, which is empty if its duration is unknown; nil if no durations are
    /// known.
    func totalProgressions(ofItem index: Int) -> ClosedRange<Double>? {
        guard let start = totalProgression(at: 0, ofItem: index) else { return nil }
        return start...max(start, min(1, starts[index + 1] / total))
    }

    /// The total progression of a time in an item; nil if no durations are known.
    func totalProgression(at time: Double, ofItem index: Int) -> Double? {
        isMeasured && durations.indices.contains(index) ? min(1, (starts[index] + time) / total) : nil
    }

    /// The item at a time.  The very end belongs to the last item with a duration.
    private func item(at time: Double) -> (index: Int, offset: Double)? {
        let measured = durations.indices.lazy.filter { duration(ofItem: $0) != nil }
        let found = measured.first { time < starts[$0 + 1] }
        return found.map { ($0, max(0, time - starts[$0])) }
            ?? measured.last.flatMap { index in duration(ofItem: index).map { (index, $0) } }
    }
}
