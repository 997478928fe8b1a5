// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension SettingsTable {
    /// The settings of reflowable and fixed-layout EPUB; the only place that defines their rules.
    static func epubRows(_ layout: Layout) -> [SettingDefinition] {
        colorRows + textRows + paragraphRows + pageRows + spaceRows(requires: [fixed]) + publicationRows(layout)
            + readAloudRows
    }

    private static let reflowable = Condition.layout(.reflowable)
    private static let fixed = Condition.layout(.fixed)
    private static let ownStyles = Condition.setting("publisherStyles", is: [false])

    // Values of publications and of earlier versions of the API, with the corresponding current values.
    static let scrollOfOverflow = [Correspondence("scrolled", true), Correspondence("paginated", false)]
    static let spreadOfHint = [
        Correspondence("both", "always"), Correspondence("none", "never"), Correspondence("landscape", "auto"),
    ]
    static let spreads: [JSON] = ["auto", "never", "always", "portrait"]
    static let spreadLabels = ["Automatic", "Never", "Always", "In portrait only"]
    static let pairsPages = Condition.setting("spread", is: ["auto", "always", "portrait"])
    static let leftOrRightOnly = Condition.setting("readingProgression", is: ["ltr", "rtl"])
    static let directionLabels = ["Left to right", "Right to left", "Top to bottom", "Bottom to top"]
    static let storedSpreads = [Correspondence(true, "always"), Correspondence(false, "never")]
    static let leftOrRight = [Correspondence("ltr", "ltr"), Correspondence("rtl", "rtl")]

    private static let colorRows: [SettingDefinition] = [
        theme(builtIn: "light", requires: [reflowable]),
        SettingDefinition(
            key: "textColor", label: "Text color", type: .color,
            shown: .following(
                "theme", [Correspondence("dark", "#FEFEFE"), Correspondence("sepia", "#121212")], otherwise: "#121212"),
            requires: [reflowable, .set]),
        backgroundColor(otherwise: "#FFFFFF"),
        SettingDefinition(
            key: "imageFilter", label: "Images", type: .enumeration, builtIn: .publisher,
            requires: [.setting("theme", is: ["dark"]), reflowable],
            values: [.publisher, "darken", "invert"], valueLabels: ["Original", "Darkened", "Inverted"],
            olderValues: [Correspondence("none", .publisher)]),
    ]

    private static let textRows: [SettingDefinition] = [
        SettingDefinition(
            key: "publisherStyles", label: "Publisher styles", type: .toggle, builtIn: true, requires: [reflowable],
            reflows: true, olderKeys: ["publisherDefaults"]),
        SettingDefinition(
            key: "fontFamily", label: "Font", type: .font, builtIn: .publisher, requires: [reflowable], reflows: true),
        SettingDefinition(
            key: "fontSize", label: "Font size", type: .percent, builtIn: 1.0, requires: [reflowable],
            reflows: true, range: 0.1...5.0, progression: .step(0.1), format: .percent),
        SettingDefinition(
            key: "fontWeight", label: "Font weight", type: .percent, shown: .value(1.0), requires: [reflowable, .set],
            reflows: true, range: 0.0...2.5, progression: .step(0.25), format: .percent),
        SettingDefinition(
            key: "textNormalization", label: "Text normalization", type: .toggle, builtIn: false,
            requires: [reflowable], reflows: true,
            olderValues: [Correspondence("none", false), Correspondence("a11y", true), Correspondence("bold", false)],
            movedValues: [("bold", "fontWeight", 1.75)]),
        SettingDefinition(
            key: "typeScale", label: "Type scale", type: .range, shown: .value(1.2),
            requires: [ownStyles, reflowable, .set],
            reflows: true, range: 1.0...2.0,
            progression: .stops([1.0, 1.067, 1.125, 1.2, 1.25, 1.333, 1.414, 1.5, 1.618]),
            inReadiumCSS2: .removed),
    ]

    private static let paragraphRows: [SettingDefinition] = [
        SettingDefinition(
            key: "textAlign", label: "Alignment", type: .enumeration, builtIn: .publisher,
            requires: [ownStyles, reflowable, .script([.ltr, .rtl]), .set], reflows: true,
            values: [.publisher, "start", "left", "center", "right", "justify"],
            valueLabels: ["Original", "Start", "Left", "Centered", "Right", "Justified"],
            olderKeys: ["textAlignment"]),
        SettingDefinition(
            key: "hyphens", label: "Hyphens", type: .toggle,
            shown: .following("textAlign", [Correspondence("justify", true)], otherwise: false),
            requires: [ownStyles, reflowable, .script([.ltr]), .setOrImplied(by: "textAlign", is: "justify")],
            reflows: true, olderKeys: ["hyphenation"]),
        SettingDefinition(
            key: "ligatures", label: "Ligatures", type: .toggle, shown: .value(false),
            requires: [ownStyles, reflowable, .script([.rtl]), .set], reflows: true,
            olderKeys: ["ligature"], inReadiumCSS2: .scripts([.ltr, .rtl])),
        SettingDefinition(
            key: "lineHeight", label: "Line height", type: .range, shown: .value(1.2),
            requires: [ownStyles, reflowable, .set], reflows: true, range: 1.0...2.0, progression: .step(0.1),
            format: .decimal(maximum: 2, unit: .lines)),
        SettingDefinition(
            key: "paragraphSpacing", label: "Paragraph spacing", type: .percent, shown: .value(0.0),
            requires: [ownStyles, reflowable, .set], reflows: true, range: 0.0...2.0, progression: .step(0.1),
            format: .percent, olderKeys: ["paragraphMargins"]),
        SettingDefinition(
            key: "paragraphIndent", label: "Paragraph indent", type: .percent, shown: .value(0.0),
            requires: [ownStyles, reflowable, .script([.ltr, .rtl]), .set],
            reflows: true, range: 0.0...3.0, progression: .step(0.2), format: .percent),
        SettingDefinition(
            key: "wordSpacing", label: "Word spacing", type: .percent, shown: .value(0.0),
            requires: [ownStyles, reflowable, .script([.ltr]), .set],
            reflows: true, range: 0.0...1.0, progression: .step(0.1), format: .percent,
            inReadiumCSS2: .scripts([.ltr, .rtl])),
        SettingDefinition(
            key: "letterSpacing", label: "Letter spacing", type: .percent, shown: .value(0.0),
            requires: [ownStyles, reflowable, .script([.ltr]), .set],
            reflows: true, range: 0.0...1.0, progression: .step(0.1), format: .percent,
            inReadiumCSS2: .scripts([.ltr, .cjk])),
    ]

    private static let pageRows: [SettingDefinition] = [
        SettingDefinition(
            key: "pageMargins", label: "Page margins", type: .range, builtIn: 1.0, requires: [reflowable],
            reflows: true, range: 0.0...4.0, progression: .step(0.3), format: .percent,
            olderKeys: ["horizontalPageMargins"],
            olderShares: ["horizontalPageMargins"]),
        verticalMargins,
        SettingDefinition(
            key: "columnCount", label: "Columns", type: .enumeration, builtIn: "auto",
            requires: [.setting("scroll", is: [false]), reflowable], reflows: true,
            values: ["auto", "1", "2"], valueLabels: ["Automatic", "One", "Two"],
            olderKeys: ["columns", "doublePageSpread"],
            olderValues: [
                Correspondence("none", "1"), Correspondence("both", "2"), Correspondence("landscape", "auto"),
                // Two columns in a view that is taller than wide would be too narrow to read.
                Correspondence("portrait", "auto"),
            ], olderScale: ["1", "2"]),
        SettingDefinition(
            key: "scroll", label: "Scroll", type: .toggle, builtIn: false,
            requires: [horizontal, leftOrRightOnly, reflowable],
            publication: .property(.overflow, scrollOfOverflow),
            forced: [
                .init(by: "verticalText", is: [true], to: true), .init(by: "readingProgression", is: ["ttb"], to: true),
            ], invalidatesPagination: true,
            olderKeys: ["overflow", "verticalScroll"],
            olderValues: scrollOfOverflow + [Correspondence("auto", nil)]),
        continuous(requires: [.setting("scroll", is: [true]), reflowable]),
        SettingDefinition(
            key: "spread", label: "Two pages", type: .enumeration, scope: .publication, builtIn: "auto",
            requires: [fixed],
            publication: .property(.spread, spreadOfHint), invalidatesPagination: true,
            values: spreads, valueLabels: spreadLabels,
            olderKeys: ["doublePageSpread", "spreads"], olderValues: spreadOfHint, storedValues: storedSpreads),
        fit(requires: [fixed]),
        SettingDefinition(
            key: "offsetFirstPage", label: "First page alone", type: .toggle, scope: .publication,
            requires: [pairsPages, fixed], invalidatesPagination: true),
    ]

    /// The space above and below, as pageMargins is for the sides.  Readium CSS has no property for it, so the host
    /// adds the space around its view.
    private static let verticalMargins = SettingDefinition(
        key: "verticalMargins", label: "Margins above and below", type: .range, builtIn: 1.0, requires: [reflowable],
        reflows: true, range: 0.0...4.0, progression: .step(0.3), format: .percent,
        olderKeys: ["verticalPageMargins"], olderShares: ["verticalPageMargins"])

    private static func publicationRows(_ layout: Layout) -> [SettingDefinition] {
        [
            SettingDefinition(
                key: "language", label: "Language", type: .language, scope: .publication, publication: .language,
                invalidatesPagination: true),
            SettingDefinition(
                key: "readingProgression", label: "Reading direction", type: .enumeration, scope: .publication,
                builtIn: "ltr",
                publication: .property(.readingProgression, leftOrRight),
                inference: .progressionOfLanguage, invalidatesPagination: true,
                values: layout == .fixed ? ["ltr", "rtl"] : ["ltr", "rtl", "ttb"],
                valueLabels: Array(directionLabels.prefix(layout == .fixed ? 2 : 3)),
                offered: layout == .fixed ? nil : offeredDownwards(["ttb"]),
                olderValues: [Correspondence("auto", nil)]),
            SettingDefinition(
                key: "verticalText", label: "Vertical text", type: .toggle, scope: .publication, builtIn: false,
                requires: [reflowable], inference: .verticalWriting, invalidatesPagination: true),
            orientation,
        ]
    }
}
