// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Values in several languages and scripts (EPUB 3.3, D.3.1: alternate-script).
extension PackageMetadata {
    /// No real book has more.  They are compared with each other.
    private static let maxTranslations = 200

    /// The value of an item, with its translations.
    func localized(_ item: MetadataItem) -> LocalizedString {
        var value = LocalizedString(item.value, language: language(of: item) ?? language)
        for refinement in refinements(of: item)
        where refinement.property == .alternateScript && value.translations.count < PackageMetadata.maxTranslations {
            value.add(refinement.value, language: language(of: refinement))
        }
        return value.withoutSoleLanguage
    }

    private func language(of item: MetadataItem) -> String? {
        package.tree.language(of: item.node).flatMap(LanguageTag.canonical)
    }
}

/// The languages of the publication (5.5.3.3: dc:language).
extension PackageMetadata {
    func languages(_ log: inout WarningLog) -> [String] {
        var languages: [String] = []
        for item in all(.language) {
            guard let language = LanguageTag.canonical(item.value) else {
                log.add(.minor, "\"\(item.value.prefix(100))\" is not a language tag.", location(of: item))
                continue
            }
            if language != item.value {
                log.add(
                    .minor, "The language tag \"\(item.value.prefix(100))\" is read as \"\(language)\".",
                    location(of: item))
            }
            languages.append(language)
        }
        return languages.withoutRepetitions
    }
}
