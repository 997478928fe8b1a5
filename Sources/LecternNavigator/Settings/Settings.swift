// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The settings that a navigator renders with, computed from preferences.
public struct Settings: Sendable, Equatable {
    let engine: SettingsEngine
    public let preferences: Preferences
    private var resolution: Resolution
    /// The layout of the resource that is shown, or else of the publication.
    var layout: Layout?

    init(_ engine: SettingsEngine, _ preferences: Preferences, _ resolution: Resolution) {
        self.engine = engine
        self.preferences = preferences
        self.resolution = resolution
        layout = engine.table.kind.layout
    }

    /// Sets a value that a resource declares, unless the reader or the app prefers another one.
    mutating func suggest(_ key: String, _ value: JSON) {
        guard let row = table.row(key), origin(row) >= .publication else { return }
        resolution.set(row, value, .publication)
    }

    public var table: SettingsTable { engine.table }
    public var kind: NavigatorKind { engine.table.kind }
    /// The style sheets that suit the text.
    public var stylesheets: StylesheetFamily { resolution.stylesheets }

    /// The value of a current key; null if the publication decides, or if the key is unknown.
    public subscript(key: String) -> JSON { table.row(key).map { resolution.values[$0] } ?? .null }

    func value(_ row: Int) -> JSON { resolution.values[row] }
    func origin(_ row: Int) -> SettingOrigin { resolution.origins[row] }

    /// All settings, in table order.
    public var all: [ResolvedSetting] { table.definitions.indices.map { self[row: $0] } }

    /// Returns the setting with a current or older key.
    public func setting(_ key: String) -> ResolvedSetting? { table.anyRow(key).map { self[row: $0] } }

    subscript(row row: Int) -> ResolvedSetting {
        let definition = table.definitions[row]
        let unmet = unmet(row)
        let isActive = !unmet.contains(where: \.isAboutOthers)
        return ResolvedSetting(
            definition: definition, value: resolution.values[row], preference: preferences[row],
            effectiveValue: isActive || isForced(row) ? effectiveValue(row) : .null, displayValue: displayValue(row),
            default: engine.base.values[row], origin: resolution.origins[row],
            isActive: isActive, isEffective: unmet.isEmpty,
            requires: definition.requires.filter { !$0.isAboutLayout || !holds($0, row) },
            unmet: unmet.filter(\.isAboutOthers), choice: isActive ? unmet.first : nil)
    }

    /// Returns the value that a form displays, also while the setting is inactive: the preference, or else the value
    /// that takes effect once the setting is active.
    func displayValue(_ row: Int) -> JSON {
        let preference = preferences[row]
        return preference.isNull ? effectiveValue(row) : preference
    }

    /// Returns the value, or the nearest possible one, or the one displayed while the publication decides.
    func effectiveValue(_ row: Int) -> JSON {
        let value = table.definitions[row].nearest(resolution.values[row])
        guard value.isNull else { return value }
        switch table.definitions[row].shown {
        case .value(let shown): return shown
        case .following(let key, let words, let otherwise, let evenIfInactive):
            return words[evenIfInactive ? chosen(key) : rendered(key)] ?? otherwise
        }
    }

    /// The value to render, or one without an effect of its own that was chosen, such as the theme in a fixed layout.
    private func chosen(_ key: String) -> JSON {
        guard let row = table.row(key), !isActive(row), origin(row) != .builtin else { return rendered(key) }
        return resolution.values[row]
    }

    /// Returns the value to render, by current key: null while the setting is inactive or the publication decides.
    func rendered(_ key: String) -> JSON { table.row(key).map(rendered) ?? .null }

    func rendered(_ row: Int) -> JSON {
        let definition = table.definitions[row]
        let value = definition.nearest(resolution.values[row])
        guard isActive(row) || isForced(row) else { return .null }
        return value.isPublisher && definition.offersPublisher ? .null : value
    }

    /// The rules of a setting, with the values that it offers now.
    func offered(_ row: Int) -> SettingDefinition {
        var definition = table.definitions[row]
        if let others = definition.withheld(offersAll(row)) { definition.values?.removeAll(where: others.contains) }
        return definition
    }

    /// Whether a setting offers all of its values.
    func offersAll(_ row: Int) -> Bool { table.definitions[row].offered.map { holds($0.while, row) } ?? true }

    /// Whether another active setting forces the value.
    func isForced(_ row: Int) -> Bool {
        table.definitions[row].forced.contains { forced in
            table.row(forced.by).map { forced.is.contains(resolution.values[$0]) && isActive($0) } ?? false
        }
    }

    /// Whether a value was requested, or a default is built in.
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
        // A setting that only other kinds of navigators have does not have a value, not even null.
        case .setting(let key, is: let values): table.row(key).map { values.contains(value($0)) } ?? false
        case .any(let conditions): conditions.contains { holds($0, row) }
        case .layout(let wanted): layout == wanted
        case .script(let scripts): scripts.contains(stylesheets.script)
        case .feature(let feature): engine.traits.features.contains(feature)
        case .set: isChosen(row)
        case .setOrImplied(let key, is: let value): isChosen(row) || self[key] == value
        }
    }

    /// Whether a change of settings requires new pages and spreads.
    public static func invalidatesPagination(from old: Settings, to new: Settings) -> Bool {
        new.table.definitions.indices.contains { row in
            new.table.definitions[row].invalidatesPagination && new.differs(row, from: old)
        }
    }

    /// Whether the value of a setting differs from an earlier state.
    func differs(_ row: Int, from old: Settings) -> Bool {
        value(row) != (old.table === table ? old.value(row) : old[table.definitions[row].key])
    }

    /// Whether a change of settings moves content on the screen.
    public static func reflows(from old: Settings, to new: Settings) -> Bool {
        new.table.definitions.indices.contains { row in
            new.table.definitions[row].movesContent && old.rendered(row) != new.rendered(row)
        }
    }

    public static func == (a: Settings, b: Settings) -> Bool {
        a.preferences == b.preferences && a.resolution.values == b.resolution.values
            && a.resolution.origins == b.resolution.origins && a.table.kind == b.table.kind && a.layout == b.layout
    }
}

/// A setting with everything that a form needs to display it.
public struct ResolvedSetting: Sendable {
    public let definition: SettingDefinition
    /// null and "publisher" let the publication decide.
    public let value: JSON
    public let preference: JSON
    /// The value in effect, or the one displayed while the publication decides; null while the setting is inactive,
    /// unless another setting determines its value.
    public let effectiveValue: JSON
    public let displayValue: JSON
    /// The value without preferences.
    public let `default`: JSON
    public let origin: SettingOrigin
    /// Whether all conditions on the layout, the script and other settings hold.
    public let isActive: Bool
    /// Whether the value affects rendering, regardless of its source.
    public let isEffective: Bool
    /// The conditions of the setting.  A condition on the layout never changes, so it is only listed if it does not
    /// hold.
    public let requires: [Condition]
    /// The conditions that keep the setting from being active.
    public let unmet: [Condition]
    /// The unmet condition of an active setting without an effect: a value must be set.
    public let choice: Condition?
}
