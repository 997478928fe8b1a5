// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Maps settings to properties: one row for each user property of Readium CSS.
extension ReadiumCSS {
    /// The properties of version 1, in the order of its documentation.
    public static let userProperties: [CSSProperty] =
        [
            view, CSSProperty("colCount", .word, of: "columnCount"),
            CSSProperty("pageMargins", .number, of: "pageMargins"),
            CSSProperty("appearance", .choice(["night": "readium-night-on", "sepia": "readium-sepia-on"])) {
                settings, _ in settings.rendered("theme").string.flatMap { ["dark": "night", "sepia": "sepia"][$0] }
            },
            darkenImages, invertImages, CSSProperty("textColor", .color, of: "textColor"),
            CSSProperty("backgroundColor", .color, of: "backgroundColor"),
            CSSProperty("fontOverride", flag: "readium-font-on") { $0.fonts != nil || isNormalized($0) },
            fontFamily, fontSize,
            CSSProperty("advancedSettings", flag: "readium-advanced-on") { $0.rendered("publisherStyles") == false },
            CSSProperty("typeScale", .number, of: "typeScale"),
        ] + ofText

    /// The properties of version 2.  It has no modes and few flags: a property takes effect if it is present.
    static let userProperties2: [CSSProperty] =
        [
            view, CSSProperty("colCount", .word) { $0.columns($1) },
            CSSProperty("lineLength", .shareOfLine) { settings, _ in
                settings.rendered("pageMargins").number.map { .double(shareOfLine(margins: $0)) }
            },
            darkenImages, invertImages,
            CSSProperty("backgroundColor", .color) { settings, _ in settings.color("backgroundColor") },
            CSSProperty("textColor", .color) { settings, _ in settings.color("textColor") },
            CSSProperty("linkColor", .color) { settings, _ in settings.linkColors?.link },
            CSSProperty("visitedColor", .color) { settings, _ in settings.linkColors?.visited },
            fontFamily, fontSize, CSSProperty("fontWeight", .weight, of: "fontWeight"),
        ] + ofText

    // MARK: In both

    private static let view = CSSProperty(
        "view", .choice(["scroll": "readium-scroll-on", "paged": "readium-paged-on"])
    ) { settings, _ in settings.rendered("scroll") == true ? "scroll" : "paged" }

    private static let darkenImages = CSSProperty("darkenImages", flag: "readium-darken-on") {
        $0.rendered("imageFilter") == "darken"
    }

    private static let invertImages = CSSProperty("invertImages", flag: "readium-invert-on") {
        $0.rendered("imageFilter") == "invert"
    }

    private static let fontFamily = CSSProperty("fontFamily", .fonts) { settings, _ in settings.fonts.map(JSON.array) }

    private static let fontSize = CSSProperty("fontSize", of: "fontSize", "%")

    private static let ofText: [CSSProperty] = [
        CSSProperty("textAlign", .word, of: "textAlign"), CSSProperty("lineHeight", .length, of: "lineHeight"),
        CSSProperty("paraSpacing", of: "paragraphSpacing", "rem"),
        CSSProperty("paraIndent", of: "paragraphIndent", "rem"), CSSProperty("wordSpacing", of: "wordSpacing", "rem"),
        // Readium CSS allows at most half a rem.
        CSSProperty("letterSpacing", of: "letterSpacing", "rem", times: 0.5),
        CSSProperty("bodyHyphens", .word) { settings, _ in
            settings.rendered("hyphens").bool.map { $0 ? "auto" : "none" }
        },
        CSSProperty("ligatures", .choice(["common": "common-ligatures", "none": "none"])) { settings, _ in
            settings.rendered("ligatures").bool.map { $0 ? "common" : "none" }
        },
        CSSProperty("a11yNormalize", flag: "readium-a11y-on", isNormalized),
    ]

    @Sendable private static func isNormalized(_ settings: Settings) -> Bool {
        settings.rendered("textNormalization") == true
    }
}

extension CSSProperty {
    /// The unchanged value of a setting.
    fileprivate init(_ name: String, _ form: Form, of key: String) {
        self.init(name, form) { settings, _ in settings.rendered(key) }
    }

    /// The value of a setting, with a unit.
    fileprivate init(_ name: String, of key: String, _ unit: String, times factor: Double = 1) {
        self.init(name, .length) { settings, _ in
            settings.rendered(key).number.map { ["value": .double($0 * factor), "unit": .string(unit)] }
        }
    }

    fileprivate init(_ name: String, flag word: String, _ isOn: @escaping @Sendable (Settings) -> Bool) {
        self.init(name, .flag(word)) { settings, _ in isOn(settings) ? true : nil }
    }
}
