// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a form says, in one language, for one table.
struct SettingLabels: Sendable {
    private let labels: [String]
    private let valueLabels: [[String]]
    private let words: LabelWords

    /// English, where no translation for the locale ships or a translation has no word.
    init(_ table: SettingsTable, locale: String) {
        let translation = LabelTranslation.shipped(for: locale)
        words = translation?.words ?? LabelWords()
        labels = table.definitions.map { translation?.labels[$0.key] ?? $0.label }
        valueLabels = table.definitions.map { definition in
            guard let words = translation?.valueLabels[definition.key] else { return definition.valueLabels }
            return zip(definition.values ?? [], definition.valueLabels).map { value, label in
                words[value.string ?? ""] ?? label
            }
        }
    }

    func label(_ row: Int) -> String { labels[row] }

    /// How a value of a setting reads; nil when there is nothing to say about it.
    func text(_ value: JSON, _ row: Int, _ definition: SettingDefinition) -> String? {
        text(value, at: definition.values?.firstIndex(of: value), row, definition)
    }

    /// - Parameter index: of the value among those that can be chosen.
    func text(_ value: JSON, at index: Int?, _ row: Int, _ definition: SettingDefinition) -> String? {
        if let index, valueLabels[row].indices.contains(index) { return valueLabels[row][index] }
        switch (definition.type, value) {
        case (_, .null): return nil
        case (_, .bool(let isOn)): return isOn ? words.on : words.off
        case (_, .string(let text)): return text
        case (.range, _), (.percent, _): return value.number.map { definition.format.text($0, in: words.numbers) }
        default: return value.number.map { words.numbers.number($0, minimum: 0, maximum: 5) }
        }
    }
}

/// Words and signs that do not belong to one setting.
struct LabelWords: Sendable {
    var on = "On"
    var off = "Off"
    var numbers = NumberStyle.english
}

/// The labels of the built-in settings in another language than English.
struct LabelTranslation: Sendable {
    let language: String
    let words: LabelWords
    /// By key of a setting.
    let labels: [String: String]
    /// By key, then by value; "" is null.
    let valueLabels: [String: [String: String]]

    /// By base language: fr-CA is French.
    static func shipped(for locale: String) -> LabelTranslation? {
        let base = locale.asciiLowercased.utf8.prefix { ASCII.isLetter($0) }
        return all.first { $0.language.utf8.elementsEqual(base) }
    }

    static let all = [french, german, spanish, arabic, japanese]
}
