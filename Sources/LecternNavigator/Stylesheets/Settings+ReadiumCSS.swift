// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// These settings as properties of version 1 of Readium CSS.  Inactive settings are absent, because its sheets do not
    /// check all conditions.
    public var readiumCSS: JSONObject { ReadiumCSS.values(self, nil, .one) }

    /// The family that was chosen, and what stands in for it.
    var fonts: [JSON]? { rendered("fontFamily").string.map { engine.fontStack($0).map(JSON.string) } }

    /// The declarations for the root of a document: those of Readium CSS, and those of the host's own settings.
    public func css(
        _ notation: CSSNotation = .swift, viewport: Viewport? = nil
    ) -> CSSDeclarations {
        let version = engine.readiumCSS
        var declarations = ReadiumCSS.user(ReadiumCSS.values(self, viewport, version), notation, version)
        if version == .one {
            // There is no custom property for it in this version.
            let weight = CSSProperty("font-weight", .weight)
            declarations.set(weight.name, weight.text(rendered("fontWeight"), notation))
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
