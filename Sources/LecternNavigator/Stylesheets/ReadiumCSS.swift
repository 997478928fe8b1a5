// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The custom properties of Readium CSS, version 1 unless stated otherwise.
public enum ReadiumCSS {
    /// The properties of the reading system.
    static let readingSystemProperties = [
        ("colWidth", .length), ("colCount", .word), ("colGap", .length), ("pageGutter", .length),
        ("flowSpacing", .length), ("paraSpacing", .length), ("paraIndent", .length), ("maxLineLength", .length),
        ("maxMediaWidth", .length), ("maxMediaHeight", .length), ("boxSizingMedia", .word), ("boxSizingTable", .word),
        ("textColor", .color), ("backgroundColor", .color), ("selectionTextColor", .color),
        ("selectionBackgroundColor", .color), ("linkColor", .color), ("visitedColor", .color),
        ("primaryColor", .color), ("secondaryColor", .color), ("typeScale", .number), ("baseFontFamily", .fonts),
        ("baseLineHeight", .length), ("oldStyleTf", .fonts), ("modernTf", .fonts), ("sansTf", .fonts),
        ("humanistTf", .fonts), ("monospaceTf", .fonts), ("serif-ja", .fonts), ("sans-serif-ja", .fonts),
        ("serif-ja-v", .fonts), ("sans-serif-ja-v", .fonts), ("compFontFamily", .fonts), ("codeFontFamily", .fonts),
    ].map { (name: String, form: CSSProperty.Form) in CSSProperty(name, form) }

    /// Returns the user properties for the settings.  Absent properties leave the publication unchanged.
    ///
    /// - Parameter viewport: determines whether automatic columns are one or two.
    static func values(_ settings: Settings, _ viewport: Viewport?, _ version: Version) -> JSONObject {
        JSONObject(
            properties(version).compactMap { property in
                let value = property.value?(settings, viewport) ?? .null
                return value.isNull ? nil : JSONObject.Member(key: property.name, value: value)
            })
    }

    static func properties(_ version: Version) -> [CSSProperty] {
        version == .one ? userProperties : userProperties2
    }

    public static func user(_ values: JSONObject, _ version: Version = .one) -> CSSDeclarations {
        var declarations = CSSDeclarations()
        for property in properties(version) {
            declarations.set("--USER__" + property.name, values[property.name].flatMap(property.text))
        }
        return declarations
    }
}
