// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Labels that a host supplies, for a language that is not built in, or to replace built-in ones.
///
/// One file may serve all kinds of navigators: labels for settings of other kinds are ignored.
public struct HostLabels: Sendable {
    /// Labels by key of the setting.
    var labels: [ExactText: String] = [:]
    /// Labels of values, by key of the setting, then by name of the value.
    var valueLabels: [ExactText: [ExactText: String]] = [:]
    var words: [LabelWord: LabelTemplate] = [:]
    /// Applies the host's number style to that of the language.
    var numbers: @Sendable (inout NumberStyle) -> Void = { _ in }

    public init() {}

    /// {"settings": {key: label}, "values": {key: {value: label}}, "words": {…}, "numbers": {…}}
    static func parse(_ reader: JSONReader) throws(Failure) -> HostLabels {
        try reader.rejectUnknownMembers(["settings", "values", "words", "numbers"])
        var host = HostLabels()
        host.labels = try strings(reader.optionalMember("settings"))
        for (key, values) in try reader.optionalMember("values")?.members() ?? [] {
            host.valueLabels[ExactText(key)] = try strings(values)
        }
        for (name, text) in try reader.optionalMember("words")?.members() ?? [] {
            guard let word = LabelWord(rawValue: name) else {
                throw text.failure("The word \"\(name)\" is unknown.")
            }
            host.words[word] = try LabelTemplate.parse(text, places: word.places)
        }
        if let numbers = try reader.optionalMember("numbers") { host.numbers = try HostLabels.numbers(numbers) }
        return host
    }

    private static func strings(_ reader: JSONReader?) throws(Failure) -> [ExactText: String] {
        var strings: [ExactText: String] = [:]
        for (key, text) in try reader?.members() ?? [] { strings[ExactText(key)] = try text.string() }
        return strings
    }

    /// {"decimalSeparator": ",", "percent": "{number} %", "units": {"s": "{number} s"}, "digits": "0123456789"}
    private static func numbers(_ reader: JSONReader) throws(Failure) -> @Sendable (inout NumberStyle) -> Void {
        try reader.rejectUnknownMembers(["decimalSeparator", "percent", "units", "digits"])
        let separator = try reader.optionalMember("decimalSeparator")?.shortString()
        let percent = try reader.optionalMember("percent").map { text throws(Failure) in
            try LabelTemplate.parse(text, places: ["number"])
        }
        var units: [ValueFormat.Unit: LabelTemplate] = [:]
        for (name, text) in try reader.optionalMember("units")?.members() ?? [] {
            guard let unit = ValueFormat.Unit(rawValue: name) else {
                throw text.failure("The unit \"\(name)\" is unknown.")
            }
            units[unit] = try LabelTemplate.parse(text, places: ["number"])
        }
        let digits = try reader.optionalMember("digits").map(digits)
        return { [units] style in
            if let separator { style.decimalSeparator = separator }
            if let percent { style.percent = percent }
            style.units.merge(units) { _, own in own }
            if let digits { style.digits = digits }
        }
    }

    /// Reads a string of ten digits, from zero to nine.
    private static func digits(_ reader: JSONReader) throws(Failure) -> [Unicode.Scalar] {
        let digits = Array(try reader.shortString().unicodeScalars)
        guard digits.count == 10 else { throw reader.failure("Expected the ten digits from zero to nine.") }
        return digits
    }
}
