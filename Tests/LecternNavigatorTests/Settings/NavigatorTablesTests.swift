// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// The tables other than that of EPUB: publications of other kinds, and components with their own limits.
@Suite struct NavigatorTablesTests {
    static func engine(_ kind: NavigatorKind, options text: String = "{}") throws -> SettingsEngine {
        SettingsEngine(try options(text, kind))
    }

    static func settings(_ text: String, _ kind: NavigatorKind) throws -> Settings {
        let engine = try engine(kind)
        return engine.settings(try preferences(text, engine))
    }

    static let keys: [(NavigatorKind, [String])] = [
        (
            .pdf,
            [
                "theme", "backgroundColor", "scroll", "scrollAxis", "continuous", "fit", "spread", "offsetFirstPage",
                "pageSpacing", "horizontalSpace", "verticalSpace", "visibleScrollbar", "readingProgression",
                "orientation",
            ]
        ),
        (.pspdfkit, ["scroll", "scrollAxis", "fit", "spread", "offsetFirstPage", "pageSpacing", "readingProgression"]),
        (.pdfium, ["scrollAxis", "fit", "pageSpacing", "readingProgression"]),
        (
            .image,
            [
                "theme", "backgroundColor", "scroll", "scrollAxis", "continuous", "spread", "offsetFirstPage", "fit",
                "stripWidth", "horizontalSpace", "verticalSpace", "trimMargins", "contrast", "constraint", "quality",
                "orientation", "readingProgression",
            ]
        ),
        (
            .audio,
            [
                "theme", "speed", "volume", "pitch", "preservePitch", "skipBackwardInterval", "skipForwardInterval",
                "autoPlay", "continuous", "enableMediaSession", "pollInterval", "captions", "quality",
            ]
        ),
        (
            .video,
            [
                "theme", "speed", "volume", "pitch", "preservePitch", "fit", "skipBackwardInterval",
                "skipForwardInterval", "autoPlay", "continuous", "enableMediaSession", "pollInterval", "captions",
                "quality",
            ]
        ),
        (.exoplayer, ["speed", "pitch"]),
        (.tts, ["language", "defaultLanguage", "speed", "pitch", "voices", "voiceIdentifier"]),
    ]

    @Test(arguments: keys) func everyKeyIsThere(_ kind: NavigatorKind, _ keys: [String]) {
        #expect(SettingsTable.builtIn(kind).definitions.map(\.key) == keys)
        #expect(NavigatorKind(kind: kind.name) == kind)
    }

    /// A built-in default can be chosen, and enumerations have a label for each value.
    @Test(arguments: NavigatorKind.allCases) func rowsAreSound(_ kind: NavigatorKind) throws {
        let engine = try NavigatorTablesTests.engine(kind)
        for definition in engine.table.definitions {
            #expect(definition.valueLabels.count == definition.values?.count ?? 0, "\(definition.key)")
            var draft = PreferencesDraft(engine)
            try draft.set(definition.key, definition.builtIn, activate: false)
            #expect(draft.preferences[definition.key] == definition.builtIn)
            if let range = definition.range { #expect(range.contains(definition.builtIn.number ?? range.lowerBound)) }
        }
    }

    @Test(arguments: ["fr", "de", "es", "ar", "ja"]) func everyLabelIsTranslated(_ locale: String) throws {
        // Words that are the same in both languages.
        let same: Set = ["Orientation", "Volume", "Vertical", "Horizontal", "Portrait", "Sepia"]
        for kind in NavigatorKind.allCases {
            func labels(_ locale: String) throws -> [String] {
                let engine = try NavigatorTablesTests.engine(kind, options: #"{"locale":"\#(locale)"}"#)
                let all = try document(engine.settings(Preferences(engine.table))).object?["settings"]?.object?.members
                return (all ?? []).flatMap { member in
                    [member.value.object?["label"]] + (member.value.object?["valueLabels"]?.array ?? [])
                }.compactMap { $0?.string }
            }
            let pairs = zip(try labels("en"), try labels(locale))
            for (english, translated) in pairs where english == translated {
                #expect(same.contains(english) || kind.navigator == "epub", "\(kind) \(locale) \(english)")
            }
        }
    }

    // MARK: PDF

    /// Pages are side by side unless they are already scrolled horizontally.
    @Test(arguments: [
        (false, "vertical", true), (false, "horizontal", true), (true, "vertical", true), (true, "horizontal", false),
    ]) func spreadsNeedOneOfTwo(_ scroll: Bool, _ axis: String, _ isActive: Bool) throws {
        let settings = try NavigatorTablesTests.settings(#"{"scroll":\#(scroll),"scrollAxis":"\#(axis)"}"#, .pdf)
        let spread = try #require(settings.setting("spread"))
        #expect(spread.isActive == isActive)
        var json = JSONWriter()
        for condition in spread.unmet { condition.write(to: &json) }
        let either = #"{"anyOf":[{"setting":"scroll","is":false},{"setting":"scrollAxis","is":"vertical"}]}"#
        #expect(json.finish().text == (isActive ? "" : either))
    }

    @Test func activationChoosesTheFirstOfTwo() throws {
        let engine = try NavigatorTablesTests.engine(.pdf)
        let start = try preferences(#"{"scroll":true,"scrollAxis":"horizontal","spread":"never"}"#, engine)
        var draft = PreferencesDraft(engine, start)
        try draft.activate("offsetFirstPage")
        #expect(try draft.isActive("offsetFirstPage"))
        #expect(stored(draft.preferences) == #"{"scroll":false,"scrollAxis":"horizontal","spread":"auto"}"#)
    }

    @Test(arguments: [
        (#"{}"#, "contain"), (#"{"scroll":true}"#, "width"), (#"{"scroll":true,"scrollAxis":"horizontal"}"#, "contain"),
        (#"{"scroll":true,"fit":"contain"}"#, "contain"), (#"{"fit":"width"}"#, "width"),
    ]) func fitFollowsTheDirection(_ text: String, _ fit: String) throws {
        #expect(try NavigatorTablesTests.settings(text, .pspdfkit)["fit"] == .string(fit))
    }

    // MARK: The first version of the API

    /// Appendix A of the first design: every property has a setting that reads it.
    static let appendixA: [(String, String, String, NavigatorKind)] = [
        ("verticalPageMargins", "2", "verticalMargins", NavigatorKind.reflowableEPUB),
        ("horizontalPageMargins", "2", "pageMargins", .reflowableEPUB),
        ("appearance", #""dark""#, "theme", .reflowableEPUB),
        ("backgroundColor", ##""#FFFFFF""##, "backgroundColor", .reflowableEPUB),
        ("textColor", ##""#000000""##, "textColor", .reflowableEPUB),
        ("textAlignment", #""justify""#, "textAlign", .reflowableEPUB),
        ("hyphenation", "true", "hyphens", .reflowableEPUB),
        ("ligature", "true", "ligatures", .reflowableEPUB), ("fontFamily", #""A""#, "fontFamily", .reflowableEPUB),
        ("fontSize", "1", "fontSize", .reflowableEPUB), ("lineHeight", "1", "lineHeight", .reflowableEPUB),
        ("paragraphIndent", "1", "paragraphIndent", .reflowableEPUB),
        ("paragraphSpacing", "1", "paragraphSpacing", .reflowableEPUB),
        ("wordSpacing", "1", "wordSpacing", .reflowableEPUB), ("letterSpacing", "1", "letterSpacing", .reflowableEPUB),
        ("publisherDefaults", "false", "publisherStyles", .reflowableEPUB),
        ("readingProgression", #""rtl""#, "readingProgression", .reflowableEPUB),
        ("doublePageSpread", #""both""#, "columnCount", .reflowableEPUB),
        ("doublePageSpread", #""portrait""#, "spread", .fixedEPUB), ("columns", "2", "columnCount", .reflowableEPUB),
        ("overflow", #""scrolled""#, "scroll", .pdf), ("continuous", "false", "continuous", .image),
        ("orientation", #""landscape""#, "orientation", .image), ("fit", #""cover""#, "fit", .image),
        ("playbackRate", "1.5", "speed", .audio), ("playbackVolume", "0.5", "volume", .audio),
        ("quality", "0.9", "quality", .image), ("captions", #""en""#, "captions", .audio),
    ]

    @Test(arguments: appendixA) func olderProperties(
        _ key: String, _ value: String, _ current: String, _ kind: NavigatorKind
    ) throws {
        let parsed = try Preferences.parse(json(#"{"\#(key)":\#(value)}"#), table: .builtIn(kind))
        #expect(parsed.warnings.isEmpty)
        #expect(parsed.preferences.json.keys == [current])
    }

    /// A preference that a kind cannot show is kept under its name and reported, not converted.
    @Test(arguments: [
        ("doublePageSpread", #""portrait""#, NavigatorKind.pspdfkit),
        ("readingProgression", #""ttb""#, .fixedEPUB), ("columns", "3", .reflowableEPUB), ("fit", #""cover""#, .pdfium),
    ]) func olderValuesThatAKindCannotShow(_ key: String, _ value: String, _ kind: NavigatorKind) throws {
        let text = #"{"\#(key)":\#(value)}"#
        let parsed = try Preferences.parse(json(text), table: .builtIn(kind))
        #expect(stored(parsed.preferences) == text)
        #expect(hasNoEffect(parsed.preferences))
        #expect(parsed.warnings.map(\.path) == [["preferences", "/\(key)"]])
    }

    @Test(arguments: [
        (#"{"quality":0}"#, #"{"quality":"low"}"#), (#"{"quality":0.5}"#, #"{"quality":"high"}"#),
        (#"{"quality":1}"#, #"{"quality":"max"}"#), (#"{"quality":1.5}"#, #"{"quality":1.5}"#),
        (#"{"quality":-1}"#, #"{"quality":-1}"#),
        (#"{"spreads":true,"scrolled":false}"#, #"{"scroll":false,"spread":"always"}"#),
    ]) func comics(_ text: String, _ kept: String) throws {
        #expect(stored(try Preferences.parse(json(text), table: .builtIn(.image)).preferences) == kept)
    }

    /// The newest name takes precedence, regardless of order; bold text became a weight, unless there is one.
    @Test(arguments: [
        (#"{"verticalPageMargins":2,"horizontalPageMargins":1}"#, #"{"pageMargins":4.0,"verticalMargins":2.0}"#),
        (#"{"horizontalPageMargins":1,"verticalPageMargins":2}"#, #"{"pageMargins":4.0,"verticalMargins":2.0}"#),
        (#"{"pageMargins":2,"horizontalPageMargins":1}"#, #"{"pageMargins":2.0}"#),
        (#"{"horizontalPageMargins":1,"pageMargins":2}"#, #"{"pageMargins":2.0}"#),
        (#"{"textNormalization":"bold"}"#, #"{"fontWeight":1.75,"textNormalization":false}"#),
        (#"{"fontWeight":1,"textNormalization":"bold"}"#, #"{"fontWeight":1.0,"textNormalization":false}"#),
        (#"{"textNormalization":"bold","fontWeight":1}"#, #"{"fontWeight":1.0,"textNormalization":false}"#),
        (#"{"textAlign":"center"}"#, #"{"textAlign":"center"}"#),
    ]) func ages(_ text: String, _ kept: String) throws {
        #expect(stored(try Preferences.parse(json(text), table: .builtIn(.reflowableEPUB)).preferences) == kept)
    }

    @Test(arguments: [
        (#"{"voices":{"fr":"a","en-GB":"b"}}"#, 0), (#"{"voices":[]}"#, 1), (#"{"voices":{"fr":1}}"#, 1),
        (#"{"voices":{"not a language":"a"}}"#, 1), (#"{"voiceIdentifier":5}"#, 1),
    ]) func voices(_ text: String, _ warnings: Int) throws {
        let parsed = try Preferences.parse(json(text), table: .builtIn(.tts))
        #expect(parsed.warnings.count == warnings)
        #expect(hasNoEffect(parsed.preferences) == (warnings > 0))
        #expect(stored(parsed.preferences) == text)
    }
}
