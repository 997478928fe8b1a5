// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// What these settings mean in the properties of Readium CSS; an absent one is left to the publication.
    package var readiumCSS: JSONObject {
        let fonts = self["fontFamily"].string.map { engine.fontStack($0).map(JSON.string) }
        let isNormalized = self["textNormalization"] == true
        let values: [(String, JSON?)] = [
            ("view", self["scroll"] == true ? "scroll" : "paged"), ("colCount", self["columnCount"]),
            ("pageMargins", self["pageMargins"]),
            ("appearance", self["theme"].string.flatMap { ["dark": "night", "sepia": "sepia"][$0] }),
            ("darkenImages", flag(self["imageFilter"] == "darken")),
            ("invertImages", flag(self["imageFilter"] == "invert")),
            ("textColor", self["textColor"]), ("backgroundColor", self["backgroundColor"]),
            ("fontOverride", flag(fonts != nil || isNormalized)), ("fontFamily", fonts.map(JSON.array)),
            ("fontSize", length("fontSize", "%")), ("advancedSettings", flag(self["publisherStyles"] == false)),
            ("typeScale", self["typeScale"]), ("textAlign", self["textAlign"]), ("lineHeight", self["lineHeight"]),
            ("paraSpacing", length("paragraphSpacing", "rem")), ("paraIndent", length("paragraphIndent", "rem")),
            ("wordSpacing", length("wordSpacing", "rem")),
            // Readium CSS has no room for more than half a rem.
            ("letterSpacing", length("letterSpacing", "rem", times: 0.5)),
            ("bodyHyphens", self["hyphens"].bool.map { $0 ? "auto" : "none" }),
            ("ligatures", self["ligatures"].bool.map { $0 ? "common" : "none" }),
            ("a11yNormalize", flag(isNormalized)),
        ]
        return JSONObject(values.compactMap { name, value in
            value.flatMap { $0.isNull ? nil : JSONObject.Member(key: name, value: $0) }
        })
    }

    private func flag(_ isOn: Bool) -> JSON? { isOn ? true : nil }

    private func length(_ key: String, _ unit: String, times factor: Double = 1) -> JSON? {
        self[key].number.map { ["value": .double($0 * factor), "unit": .string(unit)] }
    }

    /// The declarations for the root of a document: those of Readium CSS, and those of the host's own settings.
    package func css(_ notation: CSSNotation = .swift) -> CSSDeclarations {
        var declarations = ReadiumCSS.user(readiumCSS, notation)
        // 400 is the weight of normal text.  There is no custom property for it in this version of Readium CSS.
        let weight = self["fontWeight"].number.map { notation.whole(Swift.min(Swift.max($0 * 400, 1), 1000)) }
        declarations.set("font-weight", weight)
        for definition in table.definitions {
            guard let variable = definition.cssVariable else { continue }
            declarations.set(variable, Settings.css(self[definition.key], notation))
        }
        return declarations
    }

    /// The value of a host's own setting.
    private static func css(_ value: JSON, _ notation: CSSNotation) -> String? {
        if let isOn = value.bool { return isOn ? "1" : "0" }
        if let integer = value.integer { return integer.description }
        if let number = value.number { return notation.number(number) }
        guard let text = value.string else { return nil }
        return CSSNotation.isIdentifier(text) || Color(hex: text) != nil ? text : CSSNotation.quoted(text)
    }
}

extension SettingsEngine {
    /// A family with those that stand in for it, and for them in turn.
    func fontStack(_ family: String) -> [String] {
        let alternates = Dictionary(fonts.map { ($0.family, $0.alternates) }, uniquingKeysWith: { first, _ in first })
        var stack = [family]
        var seen: Set = [family]
        var next = 0
        while next < stack.count {
            for alternate in alternates[stack[next]] ?? [] where seen.insert(alternate).inserted {
                stack.append(alternate)
            }
            next += 1
        }
        return stack
    }
}
