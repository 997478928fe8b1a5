// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// These settings as properties of Readium CSS; an absent property leaves the publication as it is.  Inactive
    /// settings are absent, because the sheets of version 1 do not check all conditions.
    public var readiumCSS: JSONObject {
        let isNormalized = rendered("textNormalization") == true
        let fonts = fonts
        let values: [(String, JSON?)] = [
            ("view", rendered("scroll") == true ? "scroll" : "paged"), ("colCount", rendered("columnCount")),
            ("pageMargins", rendered("pageMargins")),
            ("appearance", rendered("theme").string.flatMap { ["dark": "night", "sepia": "sepia"][$0] }),
            ("darkenImages", flag(rendered("imageFilter") == "darken")),
            ("invertImages", flag(rendered("imageFilter") == "invert")),
            ("textColor", rendered("textColor")), ("backgroundColor", rendered("backgroundColor")),
            ("fontOverride", flag(fonts != nil || isNormalized)), ("fontFamily", fonts.map(JSON.array)),
            ("fontSize", length("fontSize", "%")), ("advancedSettings", flag(rendered("publisherStyles") == false)),
            ("typeScale", rendered("typeScale")), ("textAlign", rendered("textAlign")),
            ("lineHeight", rendered("lineHeight")),
            ("paraSpacing", length("paragraphSpacing", "rem")), ("paraIndent", length("paragraphIndent", "rem")),
            ("wordSpacing", length("wordSpacing", "rem")),
            // Readium CSS has no room for more than half a rem.
            ("letterSpacing", length("letterSpacing", "rem", times: 0.5)),
            ("bodyHyphens", rendered("hyphens").bool.map { $0 ? "auto" : "none" }),
            ("ligatures", rendered("ligatures").bool.map { $0 ? "common" : "none" }),
            ("a11yNormalize", flag(isNormalized)),
        ]
        return Settings.object(values)
    }

    /// The family that was chosen, and what stands in for it.
    var fonts: [JSON]? { rendered("fontFamily").string.map { engine.fontStack($0).map(JSON.string) } }

    func flag(_ isOn: Bool) -> JSON? { isOn ? true : nil }

    func length(_ key: String, _ unit: String, times factor: Double = 1) -> JSON? {
        rendered(key).number.map { ["value": .double($0 * factor), "unit": .string(unit)] }
    }

    static func object(_ values: [(String, JSON?)]) -> JSONObject {
        JSONObject(
            values.compactMap { name, value in
                value.flatMap { $0.isNull ? nil : JSONObject.Member(key: name, value: $0) }
            })
    }

    /// The declarations for the root of a document: those of Readium CSS, and those of the host's own settings.
    public func css(
        _ notation: CSSNotation = .swift, viewport: Viewport? = nil
    ) -> CSSDeclarations {
        var declarations: CSSDeclarations
        switch engine.readiumCSS {
        case .one:
            declarations = ReadiumCSS.user(readiumCSS, notation)
            // There is no custom property for it in this version.
            let weight = CSSProperty(name: "font-weight", form: .weight)
            declarations.set(weight.name, weight.text(rendered("fontWeight"), notation))
        case .two:
            declarations = ReadiumCSS.user(readiumCSS2(viewport), notation, .two)
        }
        addOwnVariables(to: &declarations, notation)
        return declarations
    }

    /// What the view behind a resource is painted with; null when the settings have no color for it.
    var background: JSON { table.row("backgroundColor").map(effectiveValue) ?? .null }

    /// The declarations for a resource that is drawn as it is: nothing but what lies behind it.
    func backgroundCSS(_ notation: CSSNotation = .swift) -> CSSDeclarations {
        var declarations = CSSDeclarations()
        // Without a style sheet, a custom property would have no effect.
        declarations.set("background-color", color("backgroundColor").string)
        addOwnVariables(to: &declarations, notation)
        return declarations
    }

    private func addOwnVariables(to declarations: inout CSSDeclarations, _ notation: CSSNotation) {
        for (row, definition) in table.definitions.enumerated() {
            guard let variable = definition.cssVariable else { continue }
            declarations.set(variable, Settings.css(rendered(row), notation))
        }
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
