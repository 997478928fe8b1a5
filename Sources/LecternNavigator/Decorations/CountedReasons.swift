// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Counts the decorations that are not shown, by reason.
struct CountedReasons {
    private var reasons: [(text: String, count: Int)] = []
    private var places: [ExactText: Int] = [:]

    /// The maximum number of reasons that are listed individually.
    private static let most = 100

    /// - Parameter reason: a sentence without its full stop.
    mutating func add(_ reason: String, count: Int = 1) {
        let key = ExactText(reason)
        if let place = places[key] {
            reasons[place].count += count
        } else {
            places[key] = reasons.count
            reasons.append((reason, count))
        }
    }

    func warnings(path: [String]) -> [Warning] {
        let told = reasons.prefix(CountedReasons.most).map { reason in
            Warning(.moderate, "\(reason.text); \(reason.count) ignored.", path: path)
        }
        let more = reasons.dropFirst(CountedReasons.most).reduce(0) { $0 + $1.count }
        guard more > 0 else { return told }
        return told + [Warning(.moderate, "\(more) more decorations are ignored for similar reasons.", path: path)]
    }
}
