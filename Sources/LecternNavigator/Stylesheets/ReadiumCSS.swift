// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The custom properties of Readium CSS: those of version 1, unless something else is said.
public enum ReadiumCSS {
    /// The user properties, in the order of the Readium CSS documentation.
    public static let userProperties = properties([
        ("view", .choice(["scroll": "readium-scroll-on", "paged": "readium-paged-on"])), ("colCount", .word),
        ("pageMargins", .number),
        ("appearance", .choice(["night": "readium-night-on", "sepia": "readium-sepia-on"])),
        ("darkenImages", .flag("readium-darken-on")), ("invertImages", .flag("readium-invert-on")),
        ("textColor", .color), ("backgroundColor", .color), ("fontOverride", .flag("readium-font-on")),
        ("fontFamily", .fonts), ("fontSize", .length), ("advancedSettings", .flag("readium-advanced-on")),
        ("typeScale", .number), ("textAlign", .word), ("lineHeight", .length), ("paraSpacing", .length),
        ("paraIndent", .length), ("wordSpacing", .length), ("letterSpacing", .length), ("bodyHyphens", .word),
        ("ligatures", .choice(["common": "common-ligatures", "none": "none"])),
        ("a11yNormalize", .flag("readium-a11y-on")),
    ])

    /// The properties of the reading system.
    public static let readingSystemProperties = properties([
        ("colWidth", .length), ("colCount", .word), ("colGap", .length), ("pageGutter", .length),
        ("flowSpacing", .length), ("paraSpacing", .length), ("paraIndent", .length), ("maxLineLength", .length),
        ("maxMediaWidth", .length), ("maxMediaHeight", .length), ("boxSizingMedia", .word), ("boxSizingTable", .word),
        ("textColor", .color), ("backgroundColor", .color), ("selectionTextColor", .color),
        ("selectionBackgroundColor", .color), ("linkColor", .color), ("visitedColor", .color),
        ("primaryColor", .color), ("secondaryColor", .color), ("typeScale", .number), ("baseFontFamily", .fonts),
        ("baseLineHeight", .length), ("oldStyleTf", .fonts), ("modernTf", .fonts), ("sansTf", .fonts),
        ("humanistTf", .fonts), ("monospaceTf", .fonts), ("serif-ja", .fonts), ("sans-serif-ja", .fonts),
        ("serif-ja-v", .fonts), ("sans-serif-ja-v", .fonts), ("compFontFamily", .fonts), ("codeFontFamily", .fonts),
    ])

    static func properties(_ rows: [(name: String, form: CSSProperty.Form)]) -> [CSSProperty] {
        rows.map { CSSProperty(name: $0.name, form: $0.form) }
    }

    public static func user(
        _ values: JSONObject, _ notation: CSSNotation = .swift, _ version: Version = .one
    ) -> CSSDeclarations {
        declarations(version == .one ? userProperties : userProperties2, "--USER__", values, notation)
    }

    public static func readingSystem(_ values: JSONObject, _ notation: CSSNotation = .swift) -> CSSDeclarations {
        declarations(readingSystemProperties, "--RS__", values, notation)
    }

    private static func declarations(
        _ properties: [CSSProperty], _ prefix: String, _ values: JSONObject, _ notation: CSSNotation
    ) -> CSSDeclarations {
        var declarations = CSSDeclarations()
        for property in properties {
            declarations.set(prefix + property.name, values[property.name].flatMap { property.text($0, notation) })
        }
        return declarations
    }
}
