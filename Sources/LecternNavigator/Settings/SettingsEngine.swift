// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternThreads

/// The source of a setting's value, in order of precedence.
public enum SettingOrigin: Int, Sendable, Comparable {
    case preference
    case app
    case publication
    case `default`
    case builtin

    public var name: String {
        switch self {
        case .preference: "preference"
        case .app: "app"
        case .publication: "publication"
        case .default: "default"
        case .builtin: "builtin"
        }
    }

    public static func < (a: SettingOrigin, b: SettingOrigin) -> Bool { a.rawValue < b.rawValue }
}

/// The rules of a navigator: a pure function from preferences to settings.
///
/// The first source with a value wins: preferences of the reader, preferences of the app, the publication, defaults
/// of the app, the built-in value.
public final class SettingsEngine: Sendable {
    public let table: SettingsTable
    public let traits: PublicationTraits
    public let fonts: [FontFamily]
    let labels: SettingLabels
    let readiumCSS: HostCSS
    private let app: Preferences
    private let defaults: Preferences
    /// The settings without preferences.
    let base: Resolution
    /// One per setting, computed on first use.
    private let texts = Lock<[SettingText]>([])

    public init(_ options: NavigatorOptions, traits: PublicationTraits = PublicationTraits()) {
        table = options.table
        self.traits = traits
        fonts = options.fonts
        labels = SettingLabels(options.table, locale: options.locale, host: options.labels)
        readiumCSS = options.readiumCSS
        app = options.appPreferences
        defaults = options.defaults
        let layers = Layers(preferences: Preferences(table), app: app, traits: traits, defaults: defaults)
        base = Resolution(table, layers)
    }

    /// Creates an engine without a publication or a host, for the rules of the kind alone.
    public convenience init(_ kind: NavigatorKind) { self.init(NavigatorOptions(kind: kind)) }

    /// Returns the JSON of a setting.  Hosts request all settings after each change, and most of them are unchanged.
    func json(_ row: Int, _ state: SettingState) -> ByteBuffer {
        texts.withLock { texts in
            if texts.isEmpty { texts = SettingText.all(self) }
            return texts[row].json(state, valueLabel: labels.text(state.displayValue, row))
        }
    }

    public func settings(_ preferences: Preferences) -> Settings {
        let layers = Layers(preferences: preferences, app: app, traits: traits, defaults: defaults)
        return Settings(self, preferences, Resolution(table, layers))
    }
}
