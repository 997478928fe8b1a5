// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The speed of reading.
public struct ReadingSpeed: Sendable {
    var wordsPerMinute = 250.0
    var ideographsPerMinute = 500.0

    public init() {}

    func minutes(_ amount: ReadingAmount) -> Double {
        amount.words / wordsPerMinute + amount.ideographs / ideographsPerMinute
    }
}

/// The amount of a text, or of a share of it.
struct ReadingAmount {
    var words = 0.0
    var ideographs = 0.0

    init(_ count: TextCount, share: Double = 1) {
        words = Double(count.words) * share
        ideographs = Double(count.ideographs) * share
    }

    static func += (a: inout ReadingAmount, b: ReadingAmount) {
        a.words += b.words
        a.ideographs += b.ideographs
    }
}

/// The options for the statistics of a publication (schema `statistics-options`).
public struct StatisticsOptions: Sendable {
    var speed = ReadingSpeed()
    var from: LocatorQuery?

    /// {"wordsPerMinute": 250, "cjkPerMinute": 500, "from": {"href": "chapter.xhtml", "progression": 0.5}}
    public init(optional reader: JSONReader?) throws(Failure) {
        guard let reader else { return }
        try reader.rejectUnknownMembers(["wordsPerMinute", "cjkPerMinute", "from"])
        if let words = try reader.optionalMember("wordsPerMinute") { speed.wordsPerMinute = try Self.rate(words) }
        if let cjk = try reader.optionalMember("cjkPerMinute") { speed.ideographsPerMinute = try Self.rate(cjk) }
        from = try reader.optionalMember("from").map { from throws(Failure) in try LocatorQuery(from) }
    }

    private static func rate(_ reader: JSONReader) throws(Failure) -> Double { try reader.number(in: 1...100_000) }
}
