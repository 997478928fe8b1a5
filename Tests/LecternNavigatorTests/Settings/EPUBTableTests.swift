// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

/// The table of EPUB settings, column by column, against section 3 of the settings reference.
@Suite struct EPUBTableTests {
    struct Row: Sendable {
        let key: String
        let type: String
        let scope: String
        let `default`: JSON
        /// The value that a form shows if nothing is set.
        let shown: JSON
        var range: JSON = nil
        var step: JSON = nil
        var stepCount: JSON = nil
    }

    static let rows: [Row] = [
        Row(key: "theme", type: "enum", scope: "shared", default: "light", shown: "light"),
        Row(key: "textColor", type: "color", scope: "shared", default: nil, shown: "#121212"),
        Row(key: "backgroundColor", type: "color", scope: "shared", default: nil, shown: "#FFFFFF"),
        Row(key: "imageFilter", type: "enum", scope: "shared", default: "publisher", shown: "publisher"),
        Row(key: "publisherStyles", type: "toggle", scope: "shared", default: true, shown: true),
        Row(key: "fontFamily", type: "font", scope: "shared", default: "publisher", shown: "publisher"),
        number("fontSize", "percent", default: 1.0, shown: 1.0, 0.1, 5.0, step: 0.1, 50),
        number("fontWeight", "percent", shown: 1.0, 0.0, 2.5, step: 0.25, 11),
        Row(key: "textNormalization", type: "toggle", scope: "shared", default: false, shown: false),
        number("typeScale", "range", shown: 1.2, 1.0, 2.0, step: nil, 9),
        Row(key: "textAlign", type: "enum", scope: "shared", default: "publisher", shown: "publisher"),
        Row(key: "hyphens", type: "toggle", scope: "shared", default: nil, shown: false),
        Row(key: "ligatures", type: "toggle", scope: "shared", default: nil, shown: false),
        number("lineHeight", "range", shown: 1.2, 1.0, 2.0, step: 0.1, 11),
        number("paragraphSpacing", "percent", shown: 0.0, 0.0, 2.0, step: 0.1, 21),
        number("paragraphIndent", "percent", shown: 0.0, 0.0, 3.0, step: 0.2, 16),
        number("wordSpacing", "percent", shown: 0.0, 0.0, 1.0, step: 0.1, 11),
        number("letterSpacing", "percent", shown: 0.0, 0.0, 1.0, step: 0.1, 11),
        number("pageMargins", "range", default: 1.0, shown: 1.0, 0.0, 4.0, step: 0.3, 15),
        number("verticalMargins", "range", default: 1.0, shown: 1.0, 0.0, 4.0, step: 0.3, 15),
        Row(key: "columnCount", type: "enum", scope: "shared", default: "auto", shown: "auto"),
        Row(key: "scroll", type: "toggle", scope: "shared", default: false, shown: false),
        Row(key: "continuous", type: "toggle", scope: "shared", default: true, shown: true),
        Row(key: "spread", type: "enum", scope: "publication", default: "auto", shown: "auto"),
        Row(key: "fit", type: "enum", scope: "shared", default: "auto", shown: "auto"),
        Row(key: "offsetFirstPage", type: "toggle", scope: "publication", default: nil, shown: nil),
        number("horizontalSpace", "range", default: 0, shown: 0, 0, 250, step: 10, 26),
        number("verticalSpace", "range", default: 0, shown: 0, 0, 250, step: 10, 26),
        Row(key: "language", type: "language", scope: "publication", default: nil, shown: nil),
        Row(key: "readingProgression", type: "enum", scope: "publication", default: "ltr", shown: "ltr"),
        Row(key: "verticalText", type: "toggle", scope: "publication", default: false, shown: false),
        Row(key: "orientation", type: "enum", scope: "publication", default: "auto", shown: "auto"),
        Row(key: "defaultLanguage", type: "language", scope: "shared", default: nil, shown: nil),
        number("speed", "range", default: 1.0, shown: 1.0, 0.1, 6.0, step: 0.1, 60),
        number("pitch", "range", default: 1.0, shown: 1.0, 0.1, 6.0, step: 0.1, 60),
        Row(key: "voices", type: "value", scope: "shared", default: [:], shown: [:]),
        Row(key: "voiceIdentifier", type: "value", scope: "shared", default: nil, shown: nil),
        number("volume", "percent", default: 1.0, shown: 1.0, 0.0, 1.0, step: 0.1, 11),
        Row(key: "skipPageNumbers", type: "toggle", scope: "shared", default: true, shown: true),
        Row(key: "skipNoteNumbers", type: "toggle", scope: "shared", default: true, shown: true),
        Row(key: "skipNotes", type: "toggle", scope: "shared", default: true, shown: true),
        Row(key: "skipTables", type: "toggle", scope: "shared", default: false, shown: false),
        Row(key: "skipSidebars", type: "toggle", scope: "shared", default: false, shown: false),
        Row(key: "rubyReadings", type: "toggle", scope: "shared", default: false, shown: false),
    ]

    /// The settings of reading aloud, which change nothing on the screen.
    static let spoken: Set = Set(rows.map(\.key).drop { $0 != "defaultLanguage" })

    static func number(
        _ key: String, _ type: String, default value: JSON = nil, shown: JSON, _ min: Double, _ max: Double, step: JSON,
        _ count: Int64
    ) -> Row {
        Row(
            key: key, type: type, scope: "shared", default: value, shown: shown,
            range: ["min": .double(min), "max": .double(max)], step: step, stepCount: .integer(count))
    }

    @Test(arguments: rows) func row(_ row: Row) throws {
        let document = try document(settings("{}", PublicationTraits()))
        let setting = try #require(document.object?["settings"]?.object?[row.key]?.object)
        #expect(setting["key"] == .string(row.key))
        #expect(setting["type"] == .string(row.type))
        #expect(setting["scope"] == .string(row.scope))
        #expect(setting["value"] == row.default)
        #expect(setting["default"] == row.default)
        #expect(setting["displayValue"] == row.shown)
        #expect(setting["origin"] == "builtin")
        #expect(setting["preference"] == .null)
        #expect(setting["range"] == row.range)
        #expect(setting["step"] == row.step)
        #expect(setting["stepCount"] == row.stepCount)
    }

    @Test(arguments: [NavigatorKind.reflowableEPUB, .fixedEPUB]) func orderIsTheSameInBothLayouts(_ kind: NavigatorKind)
        throws
    {
        #expect(SettingsTable.builtIn(kind).definitions.map(\.key) == EPUBTableTests.rows.map(\.key))
        #expect(NavigatorKind(kind: kind.name) == kind)
    }

    @Test func valuesOfEnumerations() throws {
        let expected: [String: JSON] = [
            "theme": ["light", "dark", "sepia"], "imageFilter": ["publisher", "darken", "invert"],
            "textAlign": ["publisher", "start", "left", "center", "right", "justify"],
            "columnCount": ["auto", "1", "2"],
            "spread": ["auto", "never", "always", "portrait"], "fit": ["auto", "page", "width", "height", "cover"],
            "readingProgression": ["ltr", "rtl", "ttb"], "orientation": ["auto", "landscape", "portrait"],
        ]
        for setting in try settings().all where setting.definition.type == .enumeration {
            #expect(setting.definition.values.map(JSON.array) == expected[setting.definition.key])
            #expect(setting.definition.valueLabels.count == setting.definition.values?.count)
        }
    }

    /// All settings except colors, filters and the orientation reflow the content while they are active.
    @Test func reflowing() throws {
        for traits in [book("en"), book("en", layout: .fixed), book("ar"), book("ja")] {
            let engine = try engine(traits)
            for definition in engine.table.definitions {
                var draft = PreferencesDraft(
                    engine, try preferences(#"{"publisherStyles":false,"theme":"dark"}"#, engine))
                let before = draft.settings
                let value = samples(definition).first { $0 != before[definition.key] }
                try draft.set(definition.key, #require(value), activate: false)
                let isRestyled =
                    ["theme", "textColor", "backgroundColor", "imageFilter", "orientation"].contains(definition.key)
                    || EPUBTableTests.spoken.contains(definition.key)
                let acts = draft.settings.setting(definition.key)?.isActive == true
                let reflows = Settings.reflows(from: before, to: draft.settings)
                #expect(reflows == (acts && !isRestyled), "\(definition.key)")
            }
        }
    }

    /// Only these recompute pages and spreads; the others restyle the content.
    @Test func invalidation() throws {
        let expected: Set = [
            "language", "readingProgression", "verticalText", "scroll", "continuous", "spread", "fit",
            "offsetFirstPage",
        ]
        for traits in [book("en"), book("en", layout: .fixed)] {
            let engine = try engine(traits)
            let before = engine.settings(Preferences(engine.table))
            for definition in engine.table.definitions {
                var draft = PreferencesDraft(engine)
                let value = samples(definition).first { $0 != before[definition.key] }
                try draft.set(definition.key, #require(value), activate: false)
                let invalidates = Settings.invalidatesPagination(from: before, to: draft.settings)
                #expect(invalidates == expected.contains(definition.key), "\(definition.key)")
            }
            #expect(!Settings.invalidatesPagination(from: before, to: before))
        }
    }
}
