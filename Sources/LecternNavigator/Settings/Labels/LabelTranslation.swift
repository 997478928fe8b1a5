// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The labels of the built-in settings in a language other than English.
struct LabelTranslation: Sendable {
    let language: String
    let words: [LabelWord: LabelTemplate]
    let numbers: NumberStyle
    /// Labels by key of the setting.
    let labels: [String: String]
    /// Labels of values, by key of the setting, then by name of the value.
    let valueLabels: [String: [String: String]]

    /// Returns the translation by primary language: fr-CA is French.
    static func shipped(for locale: String) -> LabelTranslation? {
        all.first { isBase($0.language, of: locale) }
    }

    /// Whether labels in this language are built in: the tables of settings contain the English ones.
    static func ships(_ locale: String) -> Bool { isBase("en", of: locale) || shipped(for: locale) != nil }

    private static func isBase(_ language: String, of locale: String) -> Bool {
        language.utf8.elementsEqual(locale.asciiLowercased.utf8.prefix { ASCII.isLetter($0) })
    }

    static let all = [french, german, spanish, arabic, japanese]

    /// The name of a value in lists of labels: a string itself, or the JSON of any other value.
    static func name(of value: JSON) -> String { value.string ?? JSONWriter.text(of: value).text }
}
