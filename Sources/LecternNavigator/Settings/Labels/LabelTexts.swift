// SPDX-License-Identifier: BSD-3-Clause

import LecternAssets
import LecternModel
import LecternThreads

/// Labels in one language, built in or supplied by a host.
///
/// One file may serve all kinds of navigators: labels for settings of other kinds are ignored.
public struct LabelTexts: Sendable {
    /// Labels by key of the setting.
    var labels: [ExactText: String] = [:]
    /// Labels of values, by key of the setting, then by name of the value.
    var valueLabels: [ExactText: [ExactText: String]] = [:]
    var words: [LabelWord: LabelTemplate] = [:]
    /// Formats of numbers, by key of the setting.
    var formats: [ExactText: ValueFormat] = [:]
    /// Applies this number style to another one.
    var numbers: @Sendable (inout NumberStyle) -> Void = { _ in }

    public init() {}

    // MARK: Languages

    /// Returns the built-in labels by primary language (fr-CA is French); nil for English, which the tables of settings
    /// contain, and for other languages.
    static func builtIn(for locale: String) -> LabelTexts? {
        let language = language(of: locale)
        if let known = languages.withLock({ $0[language] }) { return known }
        let texts = EmbeddedFile.texts("labels", language: language).flatMap { try? parse($0) }
        if let texts { languages.withLock { $0[language] = texts } }
        return texts
    }

    static func isBuiltIn(_ locale: String) -> Bool { language(of: locale) == "en" || builtIn(for: locale) != nil }

    /// The languages that were read.
    private static let languages = Lock<[String: LabelTexts]>([:])

    private static func language(of locale: String) -> String {
        String(decoding: locale.asciiLowercased.utf8.prefix { ASCII.isLetter($0) }, as: UTF8.self)
    }

    // MARK: Reading

    /// {"settings": {key: label}, "values": {key: {value: label}}, "words": {…}, "numbers": {…}, "formats": {key: …}}
    static func parse(_ reader: JSONReader) throws(Failure) -> LabelTexts {
        try reader.rejectUnknownMembers(["settings", "values", "words", "numbers", "formats"])
        var texts = LabelTexts()
        texts.labels = try strings(reader.optionalMember("settings"))
        for (key, values) in try reader.optionalMember("values")?.members() ?? [] {
            texts.valueLabels[ExactText(key)] = try strings(values)
        }
        for (name, text) in try reader.optionalMember("words")?.members() ?? [] {
            guard let word = LabelWord(rawValue: name) else {
                throw text.failure("The word \"\(name)\" is unknown.")
            }
            texts.words[word] = try LabelTemplate.parse(text, places: word.places)
        }
        for (key, format) in try reader.optionalMember("formats")?.members() ?? [] {
            texts.formats[ExactText(key)] = try ValueFormat.parse(format)
        }
        if let numbers = try reader.optionalMember("numbers") { texts.numbers = try LabelTexts.numbers(numbers) }
        return texts
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
