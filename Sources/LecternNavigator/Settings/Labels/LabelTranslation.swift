// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The labels of the built-in settings in another language than English.
struct LabelTranslation: Sendable {
    let language: String
    let words: [LabelWord: LabelTemplate]
    let numbers: NumberStyle
    /// By key of a setting.
    let labels: [String: String]
    /// By key, then by the name of a value.
    let valueLabels: [String: [String: String]]

    /// By base language: fr-CA is French.
    static func shipped(for locale: String) -> LabelTranslation? {
        all.first { isBase($0.language, of: locale) }
    }

    /// Whether labels in this language ship: English is in the tables of settings themselves.
    static func ships(_ locale: String) -> Bool { isBase("en", of: locale) || shipped(for: locale) != nil }

    private static func isBase(_ language: String, of locale: String) -> Bool {
        language.utf8.elementsEqual(locale.asciiLowercased.utf8.prefix { ASCII.isLetter($0) })
    }

    static let all = [french, german, spanish, arabic, japanese]

    /// What a value is called where labels are listed: a string by itself, anything else by its JSON.
    static func name(of value: JSON) -> String { value.string ?? JSONWriter.text(of: value).text }
}
