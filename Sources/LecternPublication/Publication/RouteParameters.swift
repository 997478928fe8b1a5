// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The parameters in the query of a request to a service, in form encoding, where a plus sign is a space.
struct RouteParameters {
    let all: [(name: String, value: String)]
    /// What is requested, for errors: "search".
    private let service: StaticString

    init(_ href: String, of service: StaticString) throws(Failure) {
        self.service = service
        let query = Href.withoutFragment(href).utf8.dropFirst(Href.path(href).utf8.count + 1)
        var all: [(name: String, value: String)] = []
        for parameter in query.split(separator: UInt8(ascii: "&")) {
            let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = RouteParameters.decoded(parts.first)
            guard let name, let value = RouteParameters.decoded(parts.dropFirst().first) else {
                throw Failure(.argument, "A parameter of the \(service) is not valid UTF-8.")
            }
            all.append((name, value))
        }
        self.all = all
    }

    private static func decoded(_ part: Substring.UTF8View.SubSequence?) -> String? {
        let bytes = (part.map(Array.init) ?? []).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        let text = PercentEncoding.decoded(Substring(String(decoding: bytes, as: UTF8.self)))
        return text.flatMap { StreamSafeText.contains($0) ? $0 : nil }
    }

    func isOn(_ name: String, _ value: String) throws(Failure) -> Bool {
        switch value {
        case "1", "true": return true
        case "0", "false", "": return false
        default:
            throw Failure(.argument, "The parameter \"\(name)\" of the \(service) must be 1 or 0, not \"\(value)\".")
        }
    }

    func number(_ name: String, _ value: String, in range: ClosedRange<Int>) throws(Failure) -> Int {
        guard let number = Int(value), range.contains(number) else {
            let (least, most) = (range.lowerBound, range.upperBound)
            throw Failure(
                .argument,
                "The parameter \"\(name)\" of the \(service) must be from \(least) to \(most), not \"\(value)\".")
        }
        return number
    }

    func unknown(_ name: String) -> Failure {
        Failure(.argument, "The \(service) has no parameter \"\(name)\".")
    }
}
