// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The sources of values for settings.
struct Layers {
    let preferences: Preferences
    let app: Preferences
    let traits: PublicationTraits
    let defaults: Preferences

    /// In order of precedence; the built-in value comes last.
    static let order: [SettingOrigin] = [.preference, .app, .publication, .default]

    /// Returns the value of a source for a row; null if it has none.
    func opinion(_ origin: SettingOrigin, on row: Int, _ table: SettingsTable) -> JSON {
        switch origin {
        case .preference: return preferences[row]
        case .app: return app[row]
        case .default: return defaults[row]
        case .builtin: return table.definitions[row].builtIn
        case .publication:
            switch table.definitions[row].publication {
            case .none: return .null
            case .language: return traits.language.map(JSON.string) ?? .null
            case .property(let trait, let words): return words[traits[trait]] ?? .null
            }
        }
    }

    /// Returns the direction of the language in a source; null if it has no language.
    func progressionOfLanguage(_ origin: SettingOrigin, _ table: SettingsTable) -> JSON {
        guard let row = table.languageRow,
            let language = opinion(origin, on: row, table).string
        else { return .null }
        let tag = LanguageTag(language)
        return tag.isDetermined ? (tag.isRightToLeft ? "rtl" : "ltr") : .null
    }
}

/// The value and its origin for each row of a table.
struct Resolution: Sendable {
    private(set) var values: [JSON] = []
    private(set) var origins: [SettingOrigin] = []
    private(set) var stylesheets = StylesheetFamily.default

    init(_ table: SettingsTable, _ layers: Layers) {
        values.reserveCapacity(table.count)
        origins.reserveCapacity(table.count)
        for row in table.definitions.indices {
            let (value, origin) = Resolution.decide(row, table, layers)
            values.append(value)
            origins.append(origin)
        }
        let language = table.languageRow.flatMap { values[$0].string }
        let progression = table.progressionRow.flatMap { values[$0].string }
        inferVerticalWriting(table, language, progression)
        force(table)
        follow(table)
        stylesheets = StylesheetFamily(
            language: language, readingProgression: Resolution.writing(progression, table, layers),
            verticalText: table.verticalRow.map { values[$0] == true && table.suitsLayout($0) } ?? false)
    }

    mutating func set(_ row: Int, _ value: JSON, _ origin: SettingOrigin) {
        guard values.indices.contains(row), origins.indices.contains(row) else { return }
        values[row] = value
        origins[row] = origin
    }

    /// Returns the direction of lines.  A top-to-bottom progression does not determine it, so the next source is
    /// used.
    private static func writing(_ progression: String?, _ table: SettingsTable, _ layers: Layers) -> String? {
        guard let row = table.progressionRow, progression == "ttb" || progression == "btt" else { return progression }
        return decide(row, table, layers, among: ["ltr", "rtl"]).0.string
    }

    /// - Parameter among: the values to accept; nil for all.
    private static func decide(
        _ row: Int, _ table: SettingsTable, _ layers: Layers, among: [JSON]? = nil
    ) -> (JSON, SettingOrigin) {
        let isInferred =
            if case .progressionOfLanguage = table.definitions[row].inference { true } else { false }
        for origin in Layers.order {
            let opinion = layers.opinion(origin, on: row, table)
            if !opinion.isNull, among?.contains(opinion) ?? true { return (opinion, origin) }
            if isInferred {
                let inferred = layers.progressionOfLanguage(origin, table)
                if !inferred.isNull { return (inferred, origin) }
            }
        }
        return (table.definitions[row].builtIn, .builtin)
    }

    /// Infers vertical text from language and progression.  Its origin is the strongest source that determines these.
    private mutating func inferVerticalWriting(_ table: SettingsTable, _ language: String?, _ progression: String?) {
        guard let row = table.verticalRow, let languageRow = table.languageRow,
            let progressionRow = table.progressionRow,
            case .verticalWriting = table.definitions[row].inference,
            progression == "rtl", let language, LanguageTag(language).isCJK
        else { return }
        let origin = Swift.min(origins[languageRow], origins[progressionRow])
        // The reader's or the app's preference for vertical text takes precedence.
        guard origins[row] > Swift.max(origin, .publication) else { return }
        values[row] = true
        origins[row] = origin
    }

    private mutating func follow(_ table: SettingsTable) {
        for row in table.followingRows where values[row].isNull {
            guard case .following(let others, let value, let otherwise) = table.definitions[row].inference else {
                continue
            }
            let follows = others.contains { key, wanted in
                table.row(key).map { wanted.contains(values[$0]) } ?? false
            }
            values[row] = follows ? value : otherwise
        }
    }

    private mutating func force(_ table: SettingsTable) {
        for row in table.forcedRows {
            for forced in table.definitions[row].forced {
                guard let by = table.row(forced.by), forced.is.contains(values[by]) else { continue }
                values[row] = forced.to
                origins[row] = origins[by]
                break
            }
        }
    }
}
