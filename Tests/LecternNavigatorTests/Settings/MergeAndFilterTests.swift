// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// Many preferences at once.
@Suite struct MergeAndFilterTests {
    /// Every patch of two keys: absent, null, one value, another value.
    static let patches: [JSONObject] = {
        let themes: [JSON?] = [.none, .some(.null), "dark", "sepia"]
        let sizes: [JSON?] = [.none, .some(.null), 1.2, 2.0]
        return themes.flatMap { theme in
            sizes.map { size in
                var patch = JSONObject()
                if let theme { patch["theme"] = theme }
                if let size { patch["fontSize"] = size }
                return patch
            }
        }
    }()

    func merged(_ base: Preferences, _ patch: JSONObject) throws -> Preferences {
        var result = base
        #expect(try result.merge(JSONReader(.object(patch), source: "preferences")).isEmpty)
        return result
    }

    @Test func threeStates() throws {
        var draft = try draft(#"{"theme":"dark","fontSize":1.2}"#)
        _ = try draft.merge(JSONReader(json(#"{"theme":null,"scroll":true}"#), source: "preferences"))
        #expect(stored(draft.preferences) == #"{"theme":null,"fontSize":1.2,"scroll":true}"#)
        #expect(draft.preferences["theme"] == .null)
        #expect(draft.settings["theme"] == "light")
    }

    /// Applying two patches equals applying the second merged into the first.
    @Test func merging() throws {
        let table = SettingsTable.builtIn(.reflowableEPUB)
        for a in MergeAndFilterTests.patches {
            let start = try merged(Preferences(table), a)
            #expect(try merged(start, JSONObject()) == start)
            for b in MergeAndFilterTests.patches {
                let second = try merged(start, b)
                #expect(try merged(second, b) == second)
                for c in MergeAndFilterTests.patches {
                    var both = b
                    for member in c.members { both[member.key] = member.value }
                    #expect(try merged(second, c) == merged(start, both))
                }
            }
        }
    }

    @Test func badPatch() throws {
        var draft = try draft(#"{"theme":"dark"}"#)
        let before = draft.preferences
        #expect(failure { _ = try draft.merge(JSONReader([1], source: "preferences")) }?.status == .json)
        #expect(draft.preferences == before)
        let warnings = try draft.merge(JSONReader(["theme": "neon", "scroll": true], source: "preferences"))
        #expect(warnings.count == 1)
        #expect(stored(draft.preferences) == #"{"theme":"dark","scroll":true}"#)
    }

    static let everything = """
        {"theme":"dark","fontSize":1.2,"spread":"never","offsetFirstPage":true,"language":"fr","readingProgression":"ltr",
        "verticalText":false,"fit":"page"}
        """

    /// The kept and the dropped preferences together are all preferences.
    @Test(arguments: [
        "\"publication\"", "\"shared\"", "[]", #"["theme"]"#, #"["theme","language","nonsense"]"#, #"["appearance"]"#,
    ]) func partition(_ keys: String) throws {
        for traits in books {
            let draft = try draft(MergeAndFilterTests.everything, traits)
            let reader = JSONReader(try json(keys), source: "preference-keys")
            let kept = try draft.filtered(reader, keep: true)
            let dropped = try draft.filtered(reader, keep: false)
            #expect(Set(kept.json.keys).isDisjoint(with: dropped.json.keys))
            #expect(try merged(kept, dropped.json) == draft.preferences)
        }
    }

    @Test(arguments: [
        ("\"publication\"", ["spread", "offsetFirstPage", "language", "readingProgression", "verticalText"]),
        ("\"shared\"", ["theme", "fontSize", "fit"]), (#"["appearance","fit"]"#, ["theme", "fit"]), ("[]", []),
    ]) func kept(_ keys: String, _ expected: [String]) throws {
        let reader = JSONReader(try json(keys), source: "preference-keys")
        #expect(try draft(MergeAndFilterTests.everything).filtered(reader, keep: true).json.keys == expected)
    }

    @Test(arguments: [
        ("\"book\"", "preference-keys"), ("[1]", "preference-keys > /0"), ("{}", "preference-keys"),
        ("null", "preference-keys"),
    ])
    func badKeys(_ keys: String, _ path: String) throws {
        let reader = JSONReader(try json(keys), source: "preference-keys")
        let failed = failure { _ = try draft().filtered(reader, keep: true) }
        #expect(failed?.status == .json)
        #expect(failed?.path == path)
    }
}
