// SPDX-License-Identifier: BSD-3-Clause

/// How the number of a setting reads in a form.
package enum ValueFormat: Sendable {
    /// 1.2 is 120%
    case percent
    case decimal(minimum: Int = 0, maximum: Int, unit: String = "")

    package func text(_ value: Double, in numbers: NumberStyle = .english) -> String {
        switch self {
        case .percent:
            return numbers.number(value * 100, minimum: 0, maximum: 0) + numbers.percent
        case .decimal(let minimum, let maximum, let unit):
            return numbers.number(value, minimum: minimum, maximum: maximum) + unit
        }
    }
}

/// How a language writes numbers.
package struct NumberStyle: Sendable {
    var decimalSeparator = "."
    var percent = "%"

    package static let english = NumberStyle()

    /// Rounds half to even, as the toolkits do.
    func number(_ value: Double, minimum: Int, maximum: Int) -> String {
        var scale = 1.0
        for _ in 0..<maximum { scale *= 10 }
        // Noise of binary fractions, such as 114.99999999999999, must not decide how a half is rounded.
        let cleaned = (value * scale * 1e6).rounded() / 1e6
        guard let scaled = Int64(exactly: cleaned.rounded(.toNearestOrEven)), abs(value) < 1e9 else {
            return value.description
        }
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: Swift.max(0, maximum + 1 - digits.utf8.count)) + digits
        var fraction = padded.suffix(maximum)
        while fraction.count > minimum, fraction.last == "0" { fraction.removeLast() }
        let sign = scaled < 0 ? "-" : ""
        return sign + padded.dropLast(maximum) + (fraction.isEmpty ? "" : decimalSeparator + fraction)
    }
}
