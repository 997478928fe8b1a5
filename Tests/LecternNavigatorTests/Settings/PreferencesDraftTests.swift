// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Editing one setting.
@Suite struct PreferencesDraftTests {
    /// A set preference shows in the settings; null unsets it; without activation, no other preference changes.
    @Test func setAndClear() throws {
        for traits in books {
            let engine = try engine(traits)
            for definition in engine.table.definitions {
                for value in samples(definition) {
                    var draft = PreferencesDraft(engine)
                    try draft.set(definition.key, value, activate: false)
                    let setting = try #require(draft.settings.setting(definition.key))
                    #expect(setting.preference == value)
                    // Vertical text always scrolls.
                    if setting.isActive || definition.key != "scroll" { #expect(setting.value == value) }
                    #expect(draft.preferences.json.keys == [definition.key])
                    var cleared = draft
                    try cleared.clear(definition.key)
                    #expect(cleared.preferences.isEmpty)
                    try draft.set(definition.key, .null)
                    #expect(draft.preferences.isEmpty)
                }
            }
        }
    }

    @Test func clearAll() throws {
        var draft = try draft(#"{"theme":"dark","fontSize":2}"#)
        try draft.clear(nil)
        #expect(draft.preferences.isEmpty)
    }

    /// An invalid value is an error, and the draft does not change.
    @Test func badValues() throws {
        let bad: [JSON] = [
            "nonsense value", ["x"], ["a": 1], true, 1.5, -3, .literal("99999999999999999999"), "#12345",
        ]
        let start = #"{"theme":"dark","publisherStyles":true,"fontSize":1.3}"#
        for traits in books {
            let before = try draft(start, traits)
            for definition in before.engine.table.definitions {
                for value in bad where !accepts(definition, value) {
                    for activate in [true, false] {
                        var draft = before
                        let failed = failure { try draft.set(definition.key, value, activate: activate) }
                        #expect(failed?.status == .json, "\(definition.key) \(value)")
                        #expect(failed?.path == "preferences > /\(definition.key)")
                        #expect(draft.preferences == before.preferences)
                    }
                }
            }
        }
    }

    func accepts(_ definition: SettingDefinition, _ value: JSON) -> Bool {
        switch definition.type {
        case .toggle: value.bool != nil
        case .range, .percent: value.number != nil
        case .font: value.string != nil
        case .color: value == -3
        case .value: definition.key == "voiceIdentifier" && value.string != nil
        default: false
        }
    }

    @Test func numbersAreClamped() throws {
        var draft = try draft()
        try draft.set("fontSize", 99)
        #expect(draft.preferences["fontSize"] == 5.0)
        try draft.set("fontSize", -99)
        #expect(draft.preferences["fontSize"] == 0.1)
    }

    @Test func unknownKeys() throws {
        var draft = try draft()
        let calls: [(inout PreferencesDraft) throws -> Void] = [
            { try $0.set("nope", 1) }, { try $0.increment("nope") }, { try $0.decrement("nope") },
            { try $0.toggle("nope") },
            { try $0.activate("nope") }, { _ = try $0.isActive("nope") }, { try $0.clear("nope") },
        ]
        for call in calls {
            let failed = failure { try call(&draft) }
            #expect(failed?.status == .notFound)
            #expect(failed?.path == "preferences > /nope")
        }
    }

    @Test func olderKeysStandForCurrentOnes() throws {
        var draft = try draft()
        try draft.set("appearance", "dark")
        try draft.toggle("hyphenation")
        #expect(stored(draft.preferences) == #"{"theme":"dark","publisherStyles":false,"hyphens":true}"#)
    }

    @Test func toggles() throws {
        for traits in books {
            let engine = try engine(traits)
            for definition in engine.table.definitions where definition.type == .toggle {
                var draft = PreferencesDraft(engine)
                let shown = draft.settings.setting(definition.key)?.displayValue
                try draft.toggle(definition.key, activate: false)
                #expect(draft.preferences[definition.key] == .bool(shown != true))
                try draft.toggle(definition.key, activate: false)
                #expect(draft.preferences[definition.key] == .bool(shown == true))
            }
        }
    }

    @Test func toggleGoesAroundAnEnumeration() throws {
        var draft = try draft()
        var themes: [JSON] = []
        for _ in 0..<4 {
            try draft.toggle("theme")
            themes.append(draft.preferences["theme"])
        }
        #expect(themes == ["dark", "sepia", "light", "dark"])
        try draft.toggle("readingProgression")
        #expect(draft.preferences["readingProgression"] == "rtl")
    }

    @Test func onlyWhatStepsSteps() throws {
        for definition in SettingsTable.builtIn(.reflowableEPUB).definitions {
            let steps = [.range, .percent, .enumeration].contains(definition.type)
            let toggles = [.toggle, .enumeration].contains(definition.type)
            var draft = try draft()
            let key = definition.key
            #expect(failure { try draft.increment(key, activate: false) }?.status == (steps ? nil : .unsupported))
            #expect(failure { try draft.decrement(key, activate: false) }?.status == (steps ? nil : .unsupported))
            #expect(failure { try draft.toggle(key, activate: false) }?.status == (toggles ? nil : .unsupported))
        }
    }
}
