// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The labels of a form, in one language, for one table.
struct SettingLabels: Sendable {
    /// The labels of one setting.
    private struct Entry: Sendable {
        let label: String
        /// Labels of the listed values.
        let values: [String]
        /// Labels of fonts, and labels of the host, by name of the value.
        let named: [ExactText: String]

        // For the labels of other values.
        let type: SettingType
        let format: ValueFormat
        let offersPublisher: Bool
    }

    let table: SettingsTable
    private let translation: LabelTexts?
    private let host: LabelTexts
    private let entries: [Entry]
    private let numbers: NumberStyle
    private let on: String
    private let off: String

    /// Uses the labels of the host, then those of the language, then the English ones if there is no translation.
    init(_ table: SettingsTable, locale: String, host: LabelTexts = LabelTexts()) {
        let translation = LabelTexts.builtIn(for: locale)
        self.table = table
        self.translation = translation
        self.host = host
        entries = table.definitions.map { SettingLabels.entry($0, translation, host) }
        var numbers = NumberStyle.english
        translation?.numbers(&numbers)
        host.numbers(&numbers)
        self.numbers = numbers
        on = SettingLabels.word(.on, translation, host).text()
        off = SettingLabels.word(.off, translation, host).text()
    }

    private static func entry(
        _ definition: SettingDefinition, _ translation: LabelTexts?, _ host: LabelTexts
    ) -> Entry {
        // Settings of the host already have their labels in this language.
        let shipped = definition.isOfHost ? nil : translation
        let key = ExactText(definition.key)
        let words = shipped?.valueLabels[key] ?? [:]
        let fonts = definition.type == .font ? FontFamily.genericLabels.merging(words) { $1 } : [:]
        return Entry(
            label: host.labels[key] ?? shipped?.labels[key] ?? definition.label,
            values: zip(definition.values ?? [], definition.valueLabels).map { value, label in
                words.isEmpty ? label : words[ExactText(SettingLabels.name(of: value))] ?? label
            },
            named: fonts.merging(host.valueLabels[key] ?? [:]) { $1 },
            type: definition.type, format: host.formats[key] ?? definition.format,
            offersPublisher: definition.offersPublisher)
    }

    private static func word(
        _ word: LabelWord, _ translation: LabelTexts?, _ host: LabelTexts
    ) -> LabelTemplate {
        host.words[word] ?? translation?.words[word] ?? LabelWord.english[word] ?? ""
    }

    func word(_ word: LabelWord) -> LabelTemplate { SettingLabels.word(word, translation, host) }

    /// The name of a value in lists of labels: a string itself, or the JSON of any other value.
    static func name(of value: JSON) -> String { value.string ?? JSONWriter.text(of: value).text }

    func label(_ row: Int) -> String { entries[row].label }

    /// Returns the label of a value, or nil if it has none.
    func text(_ value: JSON, _ row: Int) -> String? {
        text(value, at: table.definitions[row].values?.firstIndex(of: value), row)
    }

    /// Returns the label of any value; a value without one is shown as JSON.
    func name(of value: JSON, _ row: Int) -> String {
        text(value, row) ?? (value.isNull ? word(.unset).text() : SettingLabels.name(of: value))
    }

    /// - Parameter index: the index of the value among the listed ones.
    func text(_ value: JSON, at index: Int?, _ row: Int) -> String? {
        text(value, at: index, entries[row])
    }

    /// Returns the label of a setting of another kind of navigator, and a function for the labels of its values.
    func elsewhere(_ key: String) -> (label: String, text: (JSON) -> String?) {
        let definitions = SettingsTable.everywhere(key)
        guard let first = definitions.first else { return (key, { $0.string }) }
        let label = SettingLabels.entry(first, translation, host).label
        return (
            label,
            { value in
                let definition = definitions.first { $0.values?.contains(value) ?? false } ?? first
                return text(
                    value, at: definition.values?.firstIndex(of: value),
                    SettingLabels.entry(definition, translation, host))
            }
        )
    }

    private func text(_ value: JSON, at index: Int?, _ entry: Entry) -> String? {
        if !entry.named.isEmpty, let own = entry.named[ExactText(SettingLabels.name(of: value))] { return own }
        if let index, entry.values.indices.contains(index) { return entry.values[index] }
        switch (entry.type, value) {
        case (_, .null): return nil
        case (_, let value) where value.isPublisher && entry.offersPublisher: return word(.publisher).text()
        case (_, .bool(let isOn)): return isOn ? on : off
        case (_, .string(let text)): return text
        case (.range, _), (.percent, _): return value.number.map { entry.format.text($0, in: numbers) }
        default: return value.number.map { numbers.number($0, minimum: 0, maximum: 5) }
        }
    }
}
