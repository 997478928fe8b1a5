// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Activating a setting by changing others.
@Suite struct ActivationTests {
    /// In every book, with every other preference: activation succeeds, or fails without changing anything.
    @Test func everyPairOfSettings() throws {
        for traits in books {
            let engine = try engine(traits)
            for other in engine.table.definitions {
                for value in samples(other).prefix(3) {
                    var start = PreferencesDraft(engine)
                    try start.set(other.key, value, activate: false)
                    for definition in engine.table.definitions {
                        var draft = start
                        let failed = failure { try draft.activate(definition.key) }
                        if let failed {
                            #expect(failed.status == .unsupported)
                            #expect(failed.path.hasPrefix("preferences > /\(definition.key) > {"))
                            #expect(draft.preferences == start.preferences)
                            #expect(try !draft.isActive(definition.key))
                        } else {
                            #expect(try draft.isActive(definition.key), "\(definition.key) with \(other.key)")
                        }
                        let wasActive = try start.isActive(definition.key)
                        if wasActive { #expect(draft.preferences == start.preferences) }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("wordSpacing", "{}", #"{"publisherStyles":false}"#),
        ("wordSpacing", #"{"publisherStyles":true}"#, #"{"publisherStyles":false}"#),
        ("imageFilter", #"{"theme":"sepia"}"#, #"{"theme":"dark"}"#),
        ("columnCount", "{}", "{}"),
        ("columnCount", #"{"scroll":true}"#, #"{"scroll":false}"#),
        ("columnCount", #"{"verticalText":true}"#, #"{"scroll":false,"verticalText":false}"#),
        ("scroll", #"{"verticalText":true}"#, #"{"verticalText":false}"#),
        ("theme", "{}", "{}"),
    ]) func changesOthers(_ key: String, _ before: String, _ after: String) throws {
        var draft = try draft(before)
        try draft.activate(key)
        #expect(stored(draft.preferences) == after)
    }

    @Test func verticalBook() throws {
        var draft = try draft("{}", book("ja", "rtl"))
        try draft.set("columnCount", "2")
        #expect(stored(draft.preferences) == #"{"columnCount":"2","scroll":false,"verticalText":false}"#)
        #expect(draft.settings["scroll"] == false)
    }

    @Test func firstPage() throws {
        var draft = try draft(#"{"spread":"never"}"#, book("en", layout: .fixed))
        try draft.toggle("offsetFirstPage")
        #expect(stored(draft.preferences) == #"{"spread":"auto","offsetFirstPage":true}"#)
    }

    @Test(arguments: [
        ("fontSize", "en", Layout.fixed, #"{"layout":"reflowable"}"#),
        ("fit", "en", .reflowable, #"{"layout":"fixed"}"#),
        ("ligatures", "en", .reflowable, #"{"script":["rtl"]}"#),
        ("hyphens", "ja", .reflowable, #"{"script":["ltr"]}"#),
        ("textAlign", "zh", .reflowable, #"{"script":["ltr","rtl"]}"#),
    ]) func impossible(_ key: String, _ language: String, _ layout: Layout, _ condition: String) throws {
        let start = try draft(#"{"publisherStyles":true}"#, book(language, layout: layout))
        let definition = try #require(start.settings.setting(key)?.definition)
        let value = try #require(samples(definition).last)
        let calls: [(inout PreferencesDraft) throws -> Void] = [{ try $0.activate(key) }, { try $0.set(key, value) }]
        for call in calls {
            var draft = start
            let failed = failure { try call(&draft) }
            #expect(failed?.status == .unsupported)
            #expect(failed?.path == "preferences > /\(key) > \(condition)")
            #expect(draft.preferences == start.preferences)
        }
        var draft = start
        try draft.set(key, value, activate: false)
        #expect(draft.preferences[key] == value)
        // Unsetting needs no activation.
        try draft.set(key, .null)
        #expect(draft.preferences == start.preferences)
    }

    @Test func withoutActivation() throws {
        var draft = try draft()
        try draft.set("wordSpacing", 0.5, activate: false)
        try draft.increment("wordSpacing", activate: false)
        try draft.toggle("hyphens", activate: false)
        #expect(stored(draft.preferences) == #"{"hyphens":true,"wordSpacing":0.6}"#)
    }

    /// Only the reader's own preferences change, and they take precedence over those of the app.
    @Test func appPreferences() throws {
        var refused = try draft(options: #"{"appPreferences":{"publisherStyles":true}}"#)
        try refused.activate("lineHeight")
        #expect(stored(refused.preferences) == #"{"publisherStyles":false}"#)
        var satisfied = try draft(options: #"{"appPreferences":{"publisherStyles":false}}"#)
        try satisfied.activate("lineHeight")
        #expect(satisfied.preferences.isEmpty)
    }
}
