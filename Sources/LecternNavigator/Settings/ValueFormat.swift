// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The format of a numeric setting in a form.
public enum ValueFormat: Sendable {
    public enum Unit: String, Sendable, CaseIterable {
        /// A factor.
        case times = "x"
        case points = "pt"
        case densityIndependentPixels = "dp"
        case pixels = "px"
        case seconds = "s"
        case milliseconds = "ms"
        case line
        case lines
    }

    /// Displays 1.2 as 120%.
    case percent
    case decimal(minimum: Int = 0, maximum: Int, unit: Unit? = nil)
    /// A format of the host: the number is multiplied with `scale`, and put into a text.
    case template(LabelTemplate, scale: Double, maximum: Int)

    /// "{number} px", or {"template": "{number} px", "scale": 250, "decimals": 0}
    static func parse(_ reader: JSONReader) throws(Failure) -> ValueFormat {
        if reader.value.string != nil {
            return .template(try LabelTemplate.parse(reader, places: ["number"]), scale: 1, maximum: 5)
        }
        try reader.rejectUnknownMembers(["template", "scale", "decimals"])
        return .template(
            try LabelTemplate.parse(reader.member("template"), places: ["number"]),
            scale: try reader.optionalMember("scale")?.number() ?? 1,
            maximum: Int(try reader.optionalMember("decimals")?.unsignedInteger(in: 0...5) ?? 5))
    }

    public func text(_ value: Double, in numbers: NumberStyle = .english) -> String {
        switch self {
        case .percent:
            let hundredths = value * 100
            // The largest numbers would overflow.
            guard hundredths.isFinite else { return value.description }
            return numbers.percent.text(["number": numbers.number(hundredths, minimum: 0, maximum: 0)])
        case .decimal(let minimum, let maximum, let unit):
            let number = numbers.number(value, minimum: minimum, maximum: maximum)
            let counted = unit == .lines && value == 1 ? .line : unit
            return counted.flatMap { numbers.units[$0] }?.text(["number": number]) ?? number
        case .template(let template, let scale, let maximum):
            let scaled = value * scale
            guard scaled.isFinite else { return value.description }
            return template.text(["number": numbers.number(scaled, minimum: 0, maximum: maximum)])
        }
    }
}

/// The number format of a language.
public struct NumberStyle: Sendable {
    var decimalSeparator = "."
    var percent: LabelTemplate = "{number}%"
    var units = NumberStyle.units(space: " ")
    /// The digits from zero to nine; nil for ASCII digits.
    var digits: [Unicode.Scalar]?

    public static let english = NumberStyle()

    /// Returns templates with this text between the number and the unit; a factor has none.
    static func units(space: String) -> [ValueFormat.Unit: LabelTemplate] {
        Dictionary(
            ValueFormat.Unit.allCases.map {
                ($0, LabelTemplate("{number}" + ($0 == .times ? "" : space) + $0.rawValue))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Rounds half to even, as the toolkits do.
    func number(_ value: Double, minimum: Int, maximum: Int) -> String {
        var scale = 1.0
        for _ in 0..<maximum { scale *= 10 }
        // Representation errors, such as 114.99999999999999, must not affect how a half is rounded.
        let cleaned = (value * scale * 1e6).rounded() / 1e6
        guard let scaled = Int64(exactly: cleaned.rounded(.toNearestOrEven)), abs(value) < 1e9 else {
            return value.description
        }
        var whole = scaled.magnitude
        var fraction: UInt64 = 0
        var decimals = 0
        var power: UInt64 = 1
        for place in 0..<maximum {
            let digit = whole % 10
            whole /= 10
            // Omit trailing zeros.
            guard decimals > 0 || digit > 0 || maximum - place <= minimum else { continue }
            fraction += digit * power
            power *= 10
            decimals += 1
        }
        let sign = scaled < 0 ? "-" : ""
        guard decimals > 0 else { return sign + localized(String(whole)) }
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: decimals - digits.utf8.count)
        return sign + localized(String(whole)) + decimalSeparator + localized(zeros + digits)
    }

    private func localized(_ digits: String) -> String {
        guard let own = self.digits else { return digits }
        var text = String.UnicodeScalarView()
        for byte in digits.utf8 {
            let digit = Int(byte) - Int(UInt8(ascii: "0"))
            text.append(own.indices.contains(digit) ? own[digit] : Unicode.Scalar(byte))
        }
        return String(text)
    }
}
