// SPDX-License-Identifier: BSD-3-Clause

/// A text with its translations (RWPM, language maps).  Written as a plain string if it has only one, without
/// language.
public struct LocalizedString: Sendable, Equatable {
    public struct Translation: Sendable, Equatable {
        /// BCP 47; nil if undeclared.
        public let language: String?
        public let text: String
    }

    /// More than any real text has, and few enough for a linear search.
    private static let maxTranslations = 200

    public private(set) var translations: [Translation]

    public init(_ text: String, language: String? = nil) {
        translations = [Translation(language: language, text: text)]
    }

    /// No text in any language.
    public static let none = LocalizedString(translations: [])

    private init(translations: [Translation]) { self.translations = translations }

    public var isEmpty: Bool { translations.isEmpty }

    /// The text in the first language.
    public var text: String { translations.first?.text ?? "" }

    /// Returns the text in `language`; otherwise in a preferred language, without language, in English, or the first.
    public func text(in language: String?, preferring preferred: [String] = []) -> String {
        let wanted: [String?] = (language.map { [$0] } ?? []) + preferred + [nil, "en"]
        for language in wanted {
            if let found = translation(in: language) { return found.text }
        }
        return text
    }

    /// Returns the translation in exactly this language, or in a variant of it: en-GB for en, en for en-GB.
    private func translation(in language: String?) -> Translation? {
        guard let language = language?.asciiLowercased else { return translations.first { $0.language == nil } }
        return translations.first { $0.language?.asciiLowercased == language }
            ?? translations.first { $0.language.map(LocalizedString.base) == LocalizedString.base(of: language) }
    }

    private static func base(of language: String) -> String {
        String(Substring(language.utf8.prefix { $0 != UInt8(ascii: "-") })).asciiLowercased
    }

    /// Adds a translation, unless that language already has one or the limit is reached.
    @discardableResult
    public mutating func add(_ text: String, language: String?) -> Bool {
        guard translations.count < LocalizedString.maxTranslations,
            !translations.contains(where: { $0.language == language })
        else { return false }
        translations.append(Translation(language: language, text: text))
        return true
    }

    /// Adds a translation, or replaces the one in that language.
    public mutating func set(_ text: String, language: String?) {
        guard let place = translations.firstIndex(where: { $0.language == language }) else {
            add(text, language: language)
            return
        }
        translations[place] = Translation(language: language, text: text)
    }

    /// The text without its language, if there is only one translation.
    public var withoutSoleLanguage: LocalizedString {
        translations.count == 1 ? LocalizedString(text) : self
    }

    public func write(to json: inout JSONWriter) {
        if translations.count <= 1, translations.first?.language == nil { return json.string(text) }
        json.beginObject()
        for translation in translations {
            json.key(named: translation.language ?? LocalizedString.undetermined)
            json.string(translation.text)
        }
        json.endObject()
    }

    private static let undetermined = "und"
}

extension LocalizedString {
    /// Reads a string or a language map; returns nil if there is no text.
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        if let text = json.string {
            self.init(text)
            return
        }
        guard let map = reader.expected("a string or an object of strings", json.object, json) else { return nil }
        self = .none
        for member in map.members {
            reader.enter(member.key)
            if let text = reader.string(member.value) {
                let language = LocalizedString.language(member.key, &reader)
                if !add(text, language: language) {
                    reader.warn(.minor, "There are too many translations; this one is ignored.")
                }
            }
            reader.leave()
        }
        if isEmpty { return nil }
    }

    /// Returns the language for a key of a language map.  Toolkits write both `und` and `undefined` for text without
    /// a language.
    private static func language(_ key: String, _ reader: inout ManifestReader) -> String? {
        if key == undetermined || key == "undefined" { return nil }
        let language = LanguageTag.canonical(key)
        if language == nil { reader.warn(.minor, "\"\(key)\" is not a language tag.") }
        return language
    }
}

extension JSONWriter {
    public mutating func member(_ name: StaticString, ifPresent value: LocalizedString?) {
        guard let value, !value.isEmpty else { return }
        key(name)
        value.write(to: &self)
    }
}
