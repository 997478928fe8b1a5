// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Parses a text that must be well-formed JSON.
func json(_ text: String) throws -> JSON { try JSONParser.parse(text, source: "test") }

func text(_ value: JSON) -> String { JSONWriter.text(of: value).text }

func options(_ text: String, _ kind: NavigatorKind = .reflowableEPUB) throws -> NavigatorOptions {
    try NavigatorOptions.parse(JSONReader(json(text), source: "navigator-options"), kind: kind)
}

/// A book in one language; its declared progression is omitted unless given.
func book(_ language: String, _ progression: String? = nil, layout: Layout = .reflowable) -> PublicationTraits {
    PublicationTraits(languages: [language], readingProgression: progression, layout: layout)
}

func engine(_ traits: PublicationTraits = book("en"), options text: String = "{}") throws -> SettingsEngine {
    SettingsEngine(try options(text, NavigatorKind(layout: traits.layout)), traits: traits)
}

func preferences(_ text: String, _ engine: SettingsEngine) throws -> Preferences {
    try Preferences.parse(json(text), table: engine.table).preferences
}

func settings(
    _ text: String = "{}", _ traits: PublicationTraits = book("en"), options: String = "{}"
) throws -> Settings {
    let engine = try engine(traits, options: options)
    return engine.settings(try preferences(text, engine))
}

func draft(
    _ text: String = "{}", _ traits: PublicationTraits = book("en"), options: String = "{}"
) throws -> PreferencesDraft {
    let engine = try engine(traits, options: options)
    return PreferencesDraft(engine, try preferences(text, engine))
}

/// Whether no setting has a value, although something may be kept for other navigators.
func hasNoEffect(_ preferences: Preferences) -> Bool {
    preferences.table.definitions.allSatisfy { preferences[$0.key].isNull }
}

/// The preferences of a draft as they are stored.
func stored(_ preferences: Preferences) -> String {
    var json = JSONWriter()
    preferences.write(to: &json)
    return json.finish().text
}

func document(_ settings: Settings) throws -> JSON {
    var json = JSONWriter()
    settings.write(to: &json)
    return try JSONParser.parse(json.finish().text, source: "settings")
}

/// A book for each combination of layout and script.
let books: [PublicationTraits] = [
    book("en"), book("ar"), book("ja"), book("ja", "rtl"), book("en", layout: .fixed), book("ar", layout: .fixed),
]

/// Some valid values for each built-in setting, in stored form.
func samples(_ definition: SettingDefinition) -> [JSON] {
    switch definition.type {
    case .toggle: [true, false]
    case .enumeration: (definition.values ?? []).filter { !$0.isNull }
    case .range, .percent:
        definition.range.map { [.double($0.lowerBound), .double($0.upperBound), .double($0.upperBound / 2)] } ?? []
    case .color: ["#102030", "#10203040"]
    case .language: ["fr", "ar-EG", "ja"]
    case .font: ["Literata"]
    case .value: definition.key == "voices" ? [["en": "A"]] : ["A"]
    }
}

/// The status and path of the failure that `body` must throw.
func failure(_ body: () throws -> Void) -> (status: Status, path: String)? {
    do {
        try body()
    } catch let failure as Failure {
        return (failure.status, failure.pathText)
    } catch {}
    return nil
}
