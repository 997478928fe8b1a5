// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a navigator renders with: the settings that follow from some preferences.
public struct Settings: Sendable, Equatable {
    let engine: SettingsEngine
    public let preferences: Preferences
    private let resolution: Resolution

    init(_ engine: SettingsEngine, _ preferences: Preferences, _ resolution: Resolution) {
        self.engine = engine
        self.preferences = preferences
        self.resolution = resolution
    }

    public var table: SettingsTable { engine.table }
    public var kind: NavigatorKind { engine.table.kind }
    /// Which sheets suit the text.
    public var stylesheets: StylesheetFamily { resolution.stylesheets }

    /// The value in effect, by current key; null when the publication decides, or for an unknown key.
    public subscript(key: String) -> JSON { table.row(key).map { resolution.values[$0] } ?? .null }

    func value(_ row: Int) -> JSON { resolution.values[row] }
    func origin(_ row: Int) -> SettingOrigin { resolution.origins[row] }

    /// Every setting, in the order of the table.
    public var all: [ResolvedSetting] { table.definitions.indices.map { self[row: $0] } }

    /// One setting, by current or older key.
    public func setting(_ key: String) -> ResolvedSetting? { table.anyRow(key).map { self[row: $0] } }

    subscript(row row: Int) -> ResolvedSetting {
        let definition = table.definitions[row]
        let unmet = unmet(row)
        let isActive = !unmet.contains(where: \.isAboutOthers)
        return ResolvedSetting(
            definition: definition, value: resolution.values[row], preference: preferences[row],
            effectiveValue: isActive ? effectiveValue(row) : .null, displayValue: displayValue(row),
            default: engine.base.values[row], origin: resolution.origins[row],
            isActive: isActive, isEffective: unmet.isEmpty,
            requires: definition.requires.filter { !$0.isAboutLayout || !holds($0, row) },
            unmet: unmet.filter(\.isAboutOthers), choice: isActive ? unmet.first : nil)
    }

    /// The value that a form shows, also while the setting is inactive: the preference, or else the value that takes
    /// effect once it is active.
    func displayValue(_ row: Int) -> JSON {
        let preference = preferences[row]
        return preference.isNull ? effectiveValue(row) : preference
    }

    /// The value, or what goes with the publication where that decides.
    func effectiveValue(_ row: Int) -> JSON {
        let value = resolution.values[row]
        guard value.isNull else { return value }
        switch table.definitions[row].shown {
        case .value(let shown): return shown
        case .following(let key, let words, let otherwise): return words[rendered(key)] ?? otherwise
        }
    }

    /// The value that is rendered, by current key: null while the setting is inactive, and where the publication
    /// decides.
    func rendered(_ key: String) -> JSON { table.row(key).map(rendered) ?? .null }

    func rendered(_ row: Int) -> JSON {
        let value = resolution.values[row]
        guard isActive(row) || isForced(row) else { return .null }
        return value.isPublisher && table.definitions[row].offersPublisher ? .null : value
    }

    /// Whether another setting, which can act, pins the value.
    private func isForced(_ row: Int) -> Bool {
        table.definitions[row].forced.contains { forced in
            table.row(forced.by).map { forced.is.contains(resolution.values[$0]) && isActive($0) } ?? false
        }
    }

    /// Whether a value was asked for, or one is built in.
    private func isChosen(_ row: Int) -> Bool {
        let value = resolution.values[row]
        if value.isNull { return false }
        let mayBeUntouched = resolution.origins[row] == .builtin && value.isPublisher
        return !(mayBeUntouched && table.definitions[row].offersPublisher)
    }

    /// The conditions of a setting that do not hold.
    func unmet(_ row: Int) -> [Condition] { table.definitions[row].requires.filter { !holds($0, row) } }

    func isActive(_ row: Int) -> Bool {
        table.definitions[row].requires.allSatisfy { !$0.isAboutOthers || holds($0, row) }
    }

    func holds(_ condition: Condition, _ row: Int) -> Bool {
        switch condition {
        // A setting that only other kinds of navigators have has no value, not even null.
        case .setting(let key, is: let values): table.row(key).map { values.contains(value($0)) } ?? false
        case .any(let conditions): conditions.contains { holds($0, row) }
        case .layout(let layout): kind.layout == layout
        case .script(let scripts): scripts.contains(stylesheets.script)
        case .set: isChosen(row)
        case .setOrImplied(let key, is: let value): isChosen(row) || self[key] == value
        }
    }

    /// Whether the step from one state to the next takes new pages and spreads.
    public static func invalidatesPagination(from old: Settings, to new: Settings) -> Bool {
        new.table.definitions.indices.contains { row in
            new.table.definitions[row].invalidatesPagination && new.differs(row, from: old)
        }
    }

    /// Whether a setting has another value than in an earlier state.
    func differs(_ row: Int, from old: Settings) -> Bool {
        value(row) != (old.table === table ? old.value(row) : old[table.definitions[row].key])
    }

    /// Whether the step from one state to the next moves what is on the screen.
    public static func reflows(from old: Settings, to new: Settings) -> Bool {
        new.table.definitions.indices.contains { row in
            new.table.definitions[row].movesContent && old.rendered(row) != new.rendered(row)
        }
    }

    public static func == (a: Settings, b: Settings) -> Bool {
        a.preferences == b.preferences && a.resolution.values == b.resolution.values
            && a.resolution.origins == b.resolution.origins && a.table.kind == b.table.kind
    }
}

/// One setting with everything that a form needs to show it.
public struct ResolvedSetting: Sendable {
    public let definition: SettingDefinition
    /// Null and "publisher" let the publication decide.
    public let value: JSON
    public let preference: JSON
    /// What is in effect, with what goes with the publication where that decides; null while the setting is inactive.
    public let effectiveValue: JSON
    public let displayValue: JSON
    /// The value when nothing is submitted.
    public let `default`: JSON
    public let origin: SettingOrigin
    /// Whether the layout, the writing and the other settings let it act.
    public let isActive: Bool
    /// Whether it changes what is rendered, whatever the source of its value.
    public let isEffective: Bool
    /// Its conditions.  A condition on the layout is listed only where it is not met; elsewhere it always is.
    public let requires: [Condition]
    /// The conditions for it to be active that do not hold.
    public let unmet: [Condition]
    /// The condition that is not met while it is active without an effect: a value has to be chosen.
    public let choice: Condition?
}
