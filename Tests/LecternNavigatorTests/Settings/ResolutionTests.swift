// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// The source of a setting: reader, app, publication, defaults, built-in.
@Suite struct ResolutionTests {
    /// Every combination of preferences for scrolling: the first that is set takes precedence.
    @Test func precedence() throws {
        for world in 0..<16 {
            let speaks = (0..<4).map { world >> $0 & 1 == 1 }
            // Each differs from the next layer that has a value, to show which one was used.
            func says(_ layer: Int) -> String {
                speaks[layer] ? #"{"fit":"\#(["page", "width", "page", "width"][layer])"}"# : "{}"
            }
            let options = #"{"appPreferences":\#(says(1)),"defaults":\#(says(3))}"#
            let traits = PublicationTraits(layout: .fixed, fit: speaks[2] ? "contain" : "fill")
            let settings = try settings(says(0), traits, options: options)
            let winner = speaks.firstIndex(of: true)
            #expect(settings["fit"] == ["page", "width", "page", "width", "auto"][winner ?? 4])
            #expect(
                settings.setting("fit")?.origin == [.preference, .app, .publication, .default, .builtin][winner ?? 4])
            let withoutReader = speaks.dropFirst().firstIndex(of: true)
            #expect(settings.setting("fit")?.default == ["page", "width", "page", "width", "auto"][withoutReader ?? 4])
        }
    }

    @Test(arguments: [
        ("scrolled", true), ("paginated", false), ("auto", false), ("sideways", false),
    ]) func overflow(_ hint: String, _ scroll: Bool) throws {
        let settings = try settings("{}", PublicationTraits(overflow: hint))
        #expect(settings["scroll"] == .bool(scroll))
        #expect((settings.setting("scroll")?.origin == .publication) == ["scrolled", "paginated"].contains(hint))
    }

    @Test(arguments: [
        ("both", "always"), ("none", "never"), ("landscape", "auto"), ("auto", "auto"), ("portrait", "auto"),
    ]) func spread(_ hint: String, _ spread: String) throws {
        #expect(try settings("{}", PublicationTraits(layout: .fixed, spread: hint))["spread"] == .string(spread))
    }

    struct Writing: Sendable {
        let languages: [String]
        var declared: String?
        var preferences = "{}"
        var options = "{}"
        let progression: String
        var sheets = StylesheetFamily.default
        var origin = SettingOrigin.publication
    }

    @Test(arguments: [
        Writing(languages: [], progression: "ltr", origin: .builtin),
        Writing(languages: ["und"], progression: "ltr", origin: .builtin),
        Writing(
            languages: ["und"], options: #"{"defaults":{"language":"he"}}"#, progression: "rtl", sheets: .rtl,
            origin: .default),
        Writing(languages: ["ar-EG"], progression: "rtl", sheets: .rtl),
        Writing(languages: ["UR"], progression: "rtl", sheets: .rtl),
        Writing(languages: ["az-Arab"], progression: "rtl", sheets: .rtl),
        Writing(languages: ["ar-Latn"], progression: "ltr"),
        Writing(languages: ["ar", "en"], progression: "rtl", sheets: .rtl),
        Writing(languages: ["en", "ar"], progression: "ltr"),
        Writing(languages: ["ar"], declared: "ltr", progression: "ltr"),
        Writing(languages: ["en"], declared: "ttb", progression: "ltr"),
        Writing(languages: ["en"], declared: "auto", progression: "ltr"),
        Writing(languages: ["ja"], progression: "ltr", sheets: .cjkHorizontal),
        Writing(languages: ["ja-JP"], declared: "rtl", progression: "rtl", sheets: .cjkVertical),
        Writing(languages: ["zh-Hant-HK"], progression: "rtl", sheets: .cjkVertical),
        Writing(languages: ["zh-HK"], progression: "ltr", sheets: .cjkHorizontal),
        Writing(
            languages: ["en"], declared: "rtl", preferences: #"{"language":"fr"}"#, progression: "ltr",
            origin: .preference),
        Writing(
            languages: ["ar"], preferences: #"{"readingProgression":"ltr"}"#, progression: "ltr", origin: .preference),
        Writing(
            languages: ["en"], options: #"{"appPreferences":{"language":"fa"}}"#, progression: "rtl", sheets: .rtl,
            origin: .app),
        Writing(languages: ["ja"], preferences: #"{"verticalText":true}"#, progression: "ltr", sheets: .cjkVertical),
        Writing(
            languages: ["ja"], declared: "rtl", preferences: #"{"verticalText":false}"#, progression: "rtl",
            sheets: .cjkHorizontal),
    ]) func writing(_ world: Writing) throws {
        let traits = PublicationTraits(languages: world.languages, readingProgression: world.declared)
        let settings = try settings(world.preferences, traits, options: world.options)
        #expect(settings["readingProgression"] == .string(world.progression))
        #expect(settings.setting("readingProgression")?.origin == world.origin)
        #expect(settings.stylesheets == world.sheets)
        let isVertical = world.sheets == .cjkVertical
        #expect(settings["verticalText"] == .bool(isVertical))
        #expect(settings["scroll"] == .bool(isVertical))
    }

    @Test(arguments: [
        ("{}", "{}", true, SettingOrigin.publication),
        (#"{"verticalText":false}"#, "{}", false, .preference),
        ("{}", #"{"appPreferences":{"verticalText":false}}"#, false, .app),
        ("{}", #"{"defaults":{"verticalText":false}}"#, true, .publication),
        (#"{"language":"ja","readingProgression":"rtl"}"#, "{}", true, .preference),
        // A language without a progression means the progression of that language.
        (#"{"language":"ja"}"#, "{}", false, .builtin),
    ]) func verticalText(_ preferences: String, _ options: String, _ value: Bool, _ origin: SettingOrigin) throws {
        let setting = try settings(preferences, book("ja", "rtl"), options: options).setting("verticalText")
        #expect(setting?.value == .bool(value))
        #expect(setting?.origin == origin)
    }

    @Test func verticalTextForcesScrolling() throws {
        let settings = try settings(#"{"scroll":false}"#, book("ja", "rtl"))
        let scroll = try #require(settings.setting("scroll"))
        #expect(scroll.value == true)
        #expect(scroll.preference == false)
        #expect(!scroll.isActive)
        #expect(scroll.unmet == [.setting("verticalText", is: [false])])
    }

    @Test(arguments: [("light", "#121212", "#FFFFFF"), ("dark", "#FEFEFE", "#000000"), ("sepia", "#121212", "#FAF4E8")])
    func themeColors(_ theme: String, _ text: String, _ background: String) throws {
        let settings = try settings(#"{"theme":"\#(theme)"}"#)
        #expect(settings.setting("textColor")?.displayValue == .string(text))
        #expect(settings.setting("backgroundColor")?.displayValue == .string(background))
        #expect(settings["textColor"] == .null)
    }

    @Test func sameInputSameSettings() throws {
        for traits in books {
            let engine = try engine(traits)
            let preferences = try preferences(#"{"fontSize":1.2,"verticalText":true,"theme":"dark"}"#, engine)
            #expect(engine.settings(preferences) == engine.settings(preferences))
            let settings = engine.settings(preferences)
            // Submitting the effective values changes nothing.
            var draft = PreferencesDraft(engine, preferences)
            for setting in settings.all { try draft.set(setting.definition.key, setting.value, activate: false) }
            for setting in settings.all {
                #expect(draft.settings[setting.definition.key] == setting.value, "\(setting.definition.key)")
            }
        }
    }
}
