// SPDX-License-Identifier: BSD-3-Clause

/// A text with its translations (RWPM, language maps): a plain string in JSON unless there are several languages.
package struct LocalizedString: Sendable, Equatable {
    package struct Translation: Sendable, Equatable {
        /// BCP 47; nil when the document does not say.
        package let language: String?
        package let text: String
    }

    /// More than any text has, and few enough to be searched one by one.
    private static let maxTranslations = 200

    package private(set) var translations: [Translation]

    package init(_ text: String, language: String? = nil) {
        translations = [Translation(language: language, text: text)]
    }

    /// The text in the language that the publication puts first.
    package var text: String { translations.first?.text ?? "" }

    /// Adds a translation, unless there is one in that language.
    package mutating func add(_ text: String, language: String?) {
        guard translations.count < LocalizedString.maxTranslations,
            !translations.contains(where: { $0.language == language })
        else { return }
        translations.append(Translation(language: language, text: text))
    }

    package func write(to json: inout JSONWriter) {
        guard translations.count > 1 else { return json.string(text) }
        json.beginObject()
        for translation in translations {
            json.key(translation.language ?? "und")
            json.string(translation.text)
        }
        json.endObject()
    }
}

extension JSONWriter {
    package mutating func member(_ name: StaticString, ifPresent value: LocalizedString?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }
}
