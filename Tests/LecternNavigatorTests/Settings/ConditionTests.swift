// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// When a setting is active, for all combinations of layout, script, publisher styles, theme, scrolling, set or not.
@Suite struct ConditionTests {
    struct World {
        var isReflowable = true
        var script = Script.ltr
        var ownStyles = false
        var dark = false
        var scroll = false
        var isSet = false
    }

    /// Section 3.1 of the settings reference, without the preference itself.
    static func acts(_ key: String, _ world: World) -> Bool {
        let (reflowable, own) = (world.isReflowable, world.isReflowable && world.ownStyles)
        switch key {
        case "backgroundColor", "language", "orientation", "readingProgression": return true
        case "columnCount": return reflowable && !world.scroll
        case "continuous": return reflowable && world.scroll
        case "fit", "spread", "offsetFirstPage", "horizontalSpace", "verticalSpace": return !reflowable
        case "hyphens", "letterSpacing", "wordSpacing": return own && world.script == .ltr
        case "imageFilter": return reflowable && world.dark
        case "ligatures": return own && world.script == .rtl
        case "lineHeight", "paragraphSpacing", "typeScale": return own
        case "paragraphIndent", "textAlign": return own && world.script != .cjk
        case _ where EPUBTableTests.spoken.contains(key): return true
        default: return reflowable
        }
    }

    static let onlyWhenSet: Set = [
        "backgroundColor", "fontWeight", "hyphens", "letterSpacing", "ligatures", "lineHeight", "paragraphIndent",
        "paragraphSpacing", "textAlign", "textColor", "typeScale", "wordSpacing",
    ]

    static var worlds: [World] {
        (0..<48).map { number in
            var world = World()
            world.isReflowable = number & 1 == 0
            world.ownStyles = number & 2 == 0
            world.dark = number & 4 == 0
            world.scroll = number & 8 == 0
            world.script = Script.allCases[number / 16]
            return world
        }
    }

    @Test func everySettingInEveryWorld() throws {
        let languages: [Script: String] = [.ltr: "en", .rtl: "ar", .cjk: "ja"]
        for world in ConditionTests.worlds {
            let layout: Layout = world.isReflowable ? .reflowable : .fixed
            let engine = try engine(book(languages[world.script] ?? "en", layout: layout))
            let start = try preferences(
                """
                {"publisherStyles":\(!world.ownStyles),"theme":"\(world.dark ? "dark" : "light")","scroll":\(world.scroll)}
                """, engine)
            for definition in engine.table.definitions {
                let key = definition.key
                for value in [JSON.null] + samples(definition).prefix(1) {
                    guard start[key].isNull,
                        !["language", "readingProgression", "verticalText", "spread"].contains(key)
                    else { continue }
                    var draft = PreferencesDraft(engine, start)
                    try draft.set(key, value, activate: false)
                    let setting = try #require(draft.settings.setting(key))
                    let acts = ConditionTests.acts(key, world)
                    #expect(setting.isActive == acts, "\(key) \(world)")
                    #expect(try draft.isActive(key) == acts)
                    let isEffective = acts && (!value.isNull || !ConditionTests.onlyWhenSet.contains(key))
                    #expect(setting.isEffective == isEffective, "\(key) \(world)")
                    check(setting)
                }
            }
        }
    }

    /// Checks that the members are consistent.
    func check(_ setting: ResolvedSetting) {
        #expect(setting.unmet.allSatisfy { setting.requires.contains($0) })
        #expect(setting.isActive == setting.unmet.isEmpty)
        #expect(setting.isEffective == (setting.isActive && setting.choice == nil))
        #expect(setting.choice.map { setting.requires.contains($0) } ?? true)
    }

    @Test func justifiedTextImpliesHyphens() throws {
        for align in ["start", "left", "right", "justify"] {
            let settings = try settings(#"{"publisherStyles":false,"textAlign":"\#(align)"}"#)
            let hyphens = try #require(settings.setting("hyphens"))
            #expect(hyphens.isEffective == (align == "justify"))
            #expect(hyphens.displayValue == .bool(align == "justify"))
            #expect(hyphens.value == .null)
        }
    }

    @Test(arguments: [("auto", true), ("always", true), ("portrait", true), ("never", false)])
    func firstPageNeedsSpreads(_ spread: String, _ isActive: Bool) throws {
        let settings = try settings(#"{"spread":"\#(spread)"}"#, book("en", layout: .fixed))
        #expect(settings.setting("offsetFirstPage")?.isActive == isActive)
    }

    @Test func conditionsAsData() throws {
        let document = try document(settings("{}", book("ja")))
        let all = try #require(document.object?["settings"]?.object)
        #expect(
            all["wordSpacing"]?.object?["requires"]
                == [["setting": "publisherStyles", "is": false], ["script": ["ltr"]], ["set": true]])
        #expect(
            all["wordSpacing"]?.object?["unmet"] == [["setting": "publisherStyles", "is": false], ["script": ["ltr"]]])
        #expect(all["lineHeight"]?.object?["unmet"] == [["setting": "publisherStyles", "is": false]])
        #expect(all["fit"]?.object?["unmet"] == [["layout": "fixed"]])
        #expect(all["fontSize"]?.object?["requires"] == [])
        #expect(
            all["offsetFirstPage"]?.object?["requires"]
                == [["setting": "spread", "is": ["auto", "always", "portrait"]], ["layout": "fixed"]])
    }
}
