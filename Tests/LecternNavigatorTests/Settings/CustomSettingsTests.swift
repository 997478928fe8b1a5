// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Settings declared by the host behave like the built-in ones in every operation.
@Suite struct CustomSettingsTests {
    static let ruler = """
        {"settings":[
        {"key":"acme:rulerHeight","type":"range","range":{"min":0,"max":10},"step":1,"default":2,
        "requires":[{"setting":"scroll","is":true}],"scope":"shared","label":"Ruler","cssVariable":"--ACME-ruler"},
        {"key":"acme:ruler","type":"toggle","scope":"publication"},
        {"key":"acme:shape","type":"enum","values":["line","box",3],"requires":[{"setting":"acme:ruler","is":true}]},
        {"key":"acme:opacity","type":"percent"},
        {"key":"acme:size","type":"range","range":{"min":1,"max":8},"stops":[1,2,4,8]},
        {"key":"acme:tint","type":"color","default":"#aabbcc","requires":[{"setting":"backgroundColor","is":16777215}]},
        {"key":"acme:voice","type":"value"},
        {"key":"acme:glow","type":"range","range":{"min":0.0,"max":1.0}},
        {"key":"acme:fixed","type":"toggle","requires":[{"layout":"fixed"},{"script":["cjk"]},{"set":true}]}
        ]}
        """

    @Test func editing() throws {
        var draft = try draft(options: CustomSettingsTests.ruler)
        try draft.increment("acme:rulerHeight")
        #expect(stored(draft.preferences) == #"{"scroll":true,"acme:rulerHeight":3}"#)
        try draft.set("acme:rulerHeight", 99)
        try draft.increment("acme:rulerHeight")
        #expect(draft.preferences["acme:rulerHeight"] == 10)
        try draft.clear("acme:rulerHeight")
        #expect(draft.settings["acme:rulerHeight"] == 2)
        try draft.toggle("acme:ruler")
        try draft.increment("acme:opacity")
        try draft.increment("acme:size")
        try draft.increment("acme:size")
        try draft.increment("acme:glow")
        #expect(
            stored(draft.preferences)
                == #"{"scroll":true,"acme:ruler":true,"acme:opacity":0.1,"acme:size":4.0,"acme:glow":0.1}"#)
        #expect(failure { try draft.increment("acme:voice") }?.status == .unsupported)
        #expect(failure { try draft.set("acme:shape", "circle") }?.status == .json)
    }

    @Test func chainsOfConditions() throws {
        var draft = try draft(#"{"acme:ruler":false}"#, options: CustomSettingsTests.ruler)
        try draft.set("acme:shape", 3)
        #expect(stored(draft.preferences) == #"{"acme:ruler":true,"acme:shape":3}"#)
        try draft.set("acme:tint", -1)
        #expect(draft.preferences["backgroundColor"] == "#FFFFFF")
        let failed = failure { try draft.activate("acme:fixed") }
        #expect(failed?.status == .unsupported)
        #expect(failed?.path == #"preferences > /acme:fixed > {"layout":"fixed"}"#)
    }

    @Test func preferencesAndScopes() throws {
        let text = #"{"acme:voice":{"en":[1,2]},"theme":"dark","acme:ruler":true,"acme:other":1}"#
        let engine = try engine(options: CustomSettingsTests.ruler)
        let parsed = try Preferences.parse(json(text), table: engine.table)
        #expect(
            stored(parsed.preferences)
                == #"{"theme":"dark","acme:ruler":true,"acme:voice":{"en":[1,2]},"acme:other":1}"#)
        #expect(parsed.warnings.map { $0.path.last } == ["/acme:other"])
        let book = try parsed.preferences.filtered(JSONReader("publication", source: "keys"), keep: true)
        #expect(stored(book) == #"{"acme:ruler":true}"#)
    }

    @Test func document() throws {
        let document = try LecternNavigatorTests.document(settings(options: CustomSettingsTests.ruler))
        let all = try #require(document.object?["settings"]?.object)
        #expect(Array(all.keys.suffix(9).prefix(2)) == ["acme:rulerHeight", "acme:ruler"])
        let ruler = try #require(all["acme:rulerHeight"]?.object)
        #expect(text(ruler["range"] ?? nil) == #"{"min":0,"max":10}"#)
        #expect(text(ruler["value"] ?? nil) == "2")
        #expect(ruler["stepCount"] == 11)
        #expect(ruler["label"] == "Ruler")
        #expect(ruler["unmet"] == [["setting": "scroll", "is": true]])
        #expect(all["acme:opacity"]?.object?["valueLabel"] == "0%")
        #expect(all["acme:shape"]?.object?["valueLabels"] == ["line", "box", "3"])
        #expect(all["acme:size"]?.object?["stepCount"] == 4)
        #expect(all["acme:glow"]?.object?["stepCount"] == .null)
        #expect(all["acme:ruler"]?.object?["displayValue"] == false)
        #expect(all["acme:tint"]?.object?["value"] == "#AABBCC")
    }

    /// Cyclic requirements terminate.
    @Test func circles() throws {
        let options = """
            {"settings":[{"key":"a","type":"toggle","requires":[{"setting":"b","is":true}]},
            {"key":"b","type":"toggle","requires":[{"setting":"a","is":true}]},
            {"key":"c","type":"toggle","requires":[{"setting":"c","is":true}]}]}
            """
        var draft = try draft(options: options)
        try draft.set("a", true)
        #expect(stored(draft.preferences) == #"{"a":true,"b":true}"#)
        #expect(failure { try draft.activate("c") }?.status == .unsupported)
        try draft.set("c", true)
        #expect(draft.preferences["c"] == true)
    }

    @Test func alternatives() throws {
        let options = """
            {"settings":[{"key":"a","type":"toggle","requires":[
            {"anyOf":[{"setting":"columnCount","is":2},{"setting":"theme","is":["dark","sepia"]}]}]}]}
            """
        var draft = try draft(#"{"theme":"sepia"}"#, options: options)
        #expect(try draft.isActive("a"))
        try draft.set("theme", "light")
        #expect(try !draft.isActive("a"))
        try draft.set("a", true)
        #expect(stored(draft.preferences) == #"{"theme":"light","columnCount":"2","a":true}"#)
    }

    @Test func longChainsFail() throws {
        let links = (0..<500).map {
            #"{"key":"k\#($0)","type":"toggle","requires":[{"setting":"k\#($0 + 1)","is":true}]}"#
        }
        var draft = try draft(
            options: #"{"settings":[\#(links.joined(separator: ",")),{"key":"k500","type":"toggle"}]}"#)
        #expect(failure { try draft.activate("k0") }?.status == .limit)
        #expect(draft.preferences.isEmpty)
        try draft.activate("k480")
        #expect(draft.preferences.json.count == 20)
    }

    @Test(arguments: [
        (#"{"key":"theme","type":"toggle"}"#, "/settings/0/key"),
        (#"{"key":"appearance","type":"toggle"}"#, "/settings/0/key"),
        (#"{"key":"","type":"toggle"}"#, "/settings/0/key"), (#"{"type":"toggle"}"#, "/settings/0"),
        (#"{"key":"a"}"#, "/settings/0"),
        (#"{"key":"a","type":"switch"}"#, "/settings/0/type"),
        (#"{"key":"a","type":"toggle","colour":1}"#, "/settings/0/colour"),
        (#"{"key":"a","type":"range"}"#, "/settings/0"),
        (#"{"key":"a","type":"range","range":{"min":2,"max":1}}"#, "/settings/0/range"),
        (#"{"key":"a","type":"percent","step":0}"#, "/settings/0/step"),
        (#"{"key":"a","type":"percent","step":-1}"#, "/settings/0/step"),
        (#"{"key":"a","type":"percent","stops":[]}"#, "/settings/0/stops"),
        (#"{"key":"a","type":"percent","stops":[0.2,0.1]}"#, "/settings/0/stops/1"),
        (#"{"key":"a","type":"percent","stops":[2]}"#, "/settings/0/stops/0"),
        (#"{"key":"a","type":"percent","stops":[0],"step":1}"#, "/settings/0/stops"),
        (#"{"key":"a","type":"toggle","step":1}"#, "/settings/0/step"),
        (#"{"key":"a","type":"range","range":{"min":0,"max":1},"values":[1]}"#, "/settings/0/values"),
        (#"{"key":"a","type":"enum"}"#, "/settings/0"),
        (#"{"key":"a","type":"enum","values":[]}"#, "/settings/0/values"),
        (#"{"key":"a","type":"enum","values":["x"],"default":"y"}"#, "/settings/0/default"),
        (#"{"key":"a","type":"percent","default":2}"#, "/settings/0/default"),
        (#"{"key":"a","type":"toggle","default":1}"#, "/settings/0/default"),
        (#"{"key":"a","type":"toggle","scope":"book"}"#, "/settings/0/scope"),
        (#"{"key":"a","type":"toggle","cssVariable":"ruler"}"#, "/settings/0/cssVariable"),
        (#"{"key":"a","type":"toggle","cssVariable":"--a:red"}"#, "/settings/0/cssVariable"),
        (#"{"key":"a","type":"toggle","requires":{}}"#, "/settings/0/requires"),
        (#"{"key":"a","type":"toggle","requires":[{}]}"#, "/settings/0/requires/0"),
        (#"{"key":"a","type":"toggle","requires":[{"setting":"zzz","is":1}]}"#, "/settings/0/requires/0/setting"),
        (#"{"key":"a","type":"toggle","requires":[{"setting":"theme","is":"neon"}]}"#, "/settings/0/requires/0/is"),
        (#"{"key":"a","type":"toggle","requires":[{"setting":"theme"}]}"#, "/settings/0/requires/0"),
        (#"{"key":"a","type":"toggle","requires":[{"layout":"fixed","set":true}]}"#, "/settings/0/requires/0/set"),
        (#"{"key":"a","type":"toggle","requires":[{"script":[]}]}"#, "/settings/0/requires/0/script"),
        (#"{"key":"a","type":"toggle","requires":[{"script":["latin"]}]}"#, "/settings/0/requires/0/script/0"),
        (#"{"key":"a","type":"toggle","requires":[{"set":false}]}"#, "/settings/0/requires/0/set"),
        (#"{"key":"a","type":"toggle","requires":[{"anyOf":[]}]}"#, "/settings/0/requires/0/anyOf"),
        (#"{"key":"a","type":"toggle","requires":[{"anyOf":[{"set":true}]}]}"#, "/settings/0/requires/0/anyOf/0/set"),
        (
            #"{"key":"a","type":"toggle","requires":[{"anyOf":[{"anyOf":[{"setting":"theme","is":"dark"}]}]}]}"#,
            "/settings/0/requires/0/anyOf/0/anyOf"
        ),
        (
            #"{"key":"a","type":"toggle","requires":[{"anyOf":[{"setting":"theme","is":"neon"}]}]}"#,
            "/settings/0/requires/0/anyOf/0/is"
        ),
        (#"{"key":"a","type":"toggle"},{"key":"a","type":"toggle"}"#, "/settings/1/key"),
    ]) func badDeclarations(_ declaration: String, _ path: String) throws {
        let failed = failure { _ = try options(#"{"settings":[\#(declaration)]}"#) }
        #expect(failed?.status == .json)
        #expect(failed?.path == "navigator-options > \(path)")
    }

    @Test func tooMany() throws {
        let many = (0..<1001).map { #"{"key":"k\#($0)","type":"toggle"}"# }.joined(separator: ",")
        #expect(failure { _ = try options(#"{"settings":[\#(many)]}"#) }?.status == .limit)
    }
}
