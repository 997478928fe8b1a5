// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Labels of the host's settings, in the language of labels.
extension CustomSettings {
    /// Reads a label for each of the values.
    static func valueLabels(
        _ reader: JSONReader, _ values: [JSON], _ locale: String
    ) throws(Failure) -> [String] {
        guard let member = try reader.optionalMember("valueLabels") else {
            let original = LabelTexts.builtIn(for: locale)?.words[.publisher] ?? LabelWord.english[.publisher]
            return values.map { $0 == .publisher ? original?.text() ?? "" : SettingLabels.name(of: $0) }
        }
        var labels: [String] = []
        for element in try member.elements() { labels.append(try label(element, locale)) }
        guard labels.count == values.count else {
            throw member.failure("There are \(values.count) values but \(labels.count) labels.")
        }
        return labels
    }

    /// Reads a string, or an object with a string per language.
    static func label(_ reader: JSONReader, _ locale: String) throws(Failure) -> String {
        if let text = reader.value.string { return text }
        guard reader.value.object != nil else {
            throw reader.failure(
                "Expected a string or an object with a string for each language, found \(reader.value.found).")
        }
        var label = LocalizedString.none
        for (tag, text) in try reader.members() {
            guard let language = LanguageTag.canonical(tag) else {
                throw text.failure("Expected a language tag such as \"en\" as key.")
            }
            guard label.add(try text.string(), language: language) else {
                throw text.failure("There are too many translations.")
            }
        }
        guard !label.isEmpty else { throw reader.failure("The object must not be empty.") }
        return label.text(in: locale)
    }
}
