// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A host's options for presenting a publication.
public struct NavigatorOptions: Sendable {
    /// The built-in settings and those of the host.
    public let table: SettingsTable
    /// The reader's preferences, as stored.
    public private(set) var preferences: Preferences
    /// The host's preferences; the reader's take precedence.
    public private(set) var appPreferences: Preferences
    /// The host's fallbacks, for settings that neither the reader nor the publication determines.
    public private(set) var defaults: Preferences
    /// The language of labels.
    public private(set) var locale = "en"
    /// Labels that replace the built-in ones.
    public private(set) var labels = LabelTexts()
    /// The version of Readium CSS that the host uses, and its own properties.
    public private(set) var readiumCSS = HostCSS()
    public private(set) var viewport: Viewport?
    /// The reader's last location, not yet resolved in the publication.
    public private(set) var location: JSONReader?
    public private(set) var fonts: [FontFamily] = []
    /// The behaviour of the page in a web view.
    public private(set) var page = PageOptions()
    /// Templates by style, not yet parsed.
    public private(set) var decorationTemplates: JSONReader?
    /// Whether the view of the host can change the pitch of recordings.
    private(set) var changesPitch = false
    /// Warnings about the preferences, and about a locale without labels.
    public private(set) var warnings: [Warning] = []

    public init(kind: NavigatorKind) { self.init(SettingsTable.builtIn(kind)) }

    init(_ table: SettingsTable) {
        self.table = table
        preferences = Preferences(table)
        appPreferences = preferences
        defaults = preferences
    }

    /// - Parameters:
    ///   - reader: nil for the defaults.
    ///   - kind: the kind that suits the publication, which the options may override.
    ///   - captions: the text tracks of its recordings.
    public static func parse(
        _ reader: JSONReader?, kind: NavigatorKind, captions: [TextTrack] = []
    ) throws(Failure) -> NavigatorOptions {
        guard let reader else { return NavigatorOptions(SettingsTable.builtIn(kind).offering(captions)) }
        try reader.rejectUnknownMembers([
            "preferences", "appPreferences", "defaults", "locale", "viewport", "fonts", "settings",
            "decorationTemplates", "kind", "colors", "location", "labels", "readiumCSS",
            "verticalPages", "changesPitch", "web",
        ])
        let css = try reader.optionalMember("readiumCSS").map(HostCSS.parse) ?? HostCSS()
        var builtIn = SettingsTable.builtIn(try reader.optionalMember("kind")?.choice(NavigatorKind.self) ?? kind)
            .styled(by: css.version).offering(captions)
        if try reader.optionalMember("verticalPages")?.bool() ?? false { builtIn = builtIn.pagingVerticalText() }
        let locale = try reader.optionalMember("locale").map { json throws(Failure) in try json.languageTag() } ?? "en"
        let custom = try reader.optionalMember("settings").map { reader throws(Failure) in
            try CustomSettings.parse(reader, beside: builtIn, locale: locale)
        }
        let colors = try reader.optionalMember("colors").map(NamedColor.parse)
        var options = NavigatorOptions(builtIn.adding(custom ?? []).offering(colors ?? []))
        options.preferences = try options.readPreferences(reader, "preferences")
        options.appPreferences = try options.readPreferences(reader, "appPreferences")
        options.defaults = try options.readPreferences(reader, "defaults")
        options.locale = locale
        if let labels = try reader.optionalMember("labels") {
            options.labels = try LabelTexts.parse(labels)
        } else if !LabelTexts.isBuiltIn(locale) {
            let message =
                "There are no labels for the locale \"\(locale)\"; English is used. The option \"labels\" adds a language."
            options.warnings.append(Warning(.minor, message, path: try reader.member("locale").path))
        }
        options.readiumCSS = css
        options.changesPitch = try reader.optionalMember("changesPitch")?.bool() ?? false
        options.viewport = try reader.optionalMember("viewport").map { reader throws(Failure) in try Viewport(reader) }
        options.location = try reader.optionalMember("location")
        if let web = try reader.optionalMember("web") {
            options.page = try PageOptions(web)
            // Recordings have a setting with this name too, but do not scroll.
            let table = options.table
            if let value = options.page.continuous, let row = table.row("continuous"), table.row("scroll") != nil,
                options.defaults[row].isNull
            {
                options.defaults[row] = .bool(value)
            }
        }
        for element in try reader.optionalMember("fonts")?.elements() ?? [] {
            options.fonts.append(try FontFamily.parse(element))
        }
        if let templates = try reader.optionalMember("decorationTemplates") {
            _ = try templates.object()
            options.decorationTemplates = templates
        }
        return options
    }

    private mutating func readPreferences(_ reader: JSONReader, _ name: String) throws(Failure) -> Preferences {
        guard let member = try reader.optionalMember(name) else { return Preferences(table) }
        let (preferences, warnings) = try Preferences.parse(member, table: table)
        self.warnings += warnings
        return preferences
    }
}
