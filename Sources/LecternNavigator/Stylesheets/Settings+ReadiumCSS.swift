// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// These settings as properties of version 1 of Readium CSS.  Inactive settings are absent, because its sheets do not
    /// check all conditions.
    public var readiumCSS: JSONObject { ReadiumCSS.values(self, nil, .one) }

    /// The family that was chosen, and what stands in for it.
    var fonts: [JSON]? { rendered("fontFamily").string.map { engine.fontStack($0).map(JSON.string) } }

    /// The declarations for the root of a document: those of Readium CSS, of the host's own settings, and of the host.
    public func css(viewport: Viewport? = nil) -> CSSDeclarations {
        let version = engine.readiumCSS.version
        var declarations = ReadiumCSS.user(ReadiumCSS.values(self, viewport, version), version)
        if version == .one {
            // There is no custom property for it in this version.
            let weight = CSSProperty("font-weight", .weight)
            declarations.set(weight.name, weight.text(rendered("fontWeight")))
        }
        addOwnVariables(to: &declarations)
        engine.readiumCSS.add(to: &declarations)
        return declarations
    }

    /// What the view behind a resource is painted with; null when the settings have no color for it.
    var background: JSON { table.row("backgroundColor").map(effectiveValue) ?? .null }

    /// The declarations for a resource that is drawn as it is: nothing but what lies behind it.
    func backgroundCSS() -> CSSDeclarations {
        var declarations = CSSDeclarations()
        // Without a style sheet, a custom property would have no effect.
        declarations.set("background-color", color("backgroundColor").string)
        addOwnVariables(to: &declarations)
        return declarations
    }

    private func addOwnVariables(to declarations: inout CSSDeclarations) {
        for (row, definition) in table.definitions.enumerated() {
            guard let variable = definition.cssVariable else { continue }
            declarations.set(variable, Settings.css(rendered(row)))
        }
    }

    /// The value of a host's own setting.
    private static func css(_ value: JSON) -> String? {
        if let isOn = value.bool { return isOn ? "1" : "0" }
        if let integer = value.integer { return integer.description }
        if let number = value.number { return CSSNotation.number(number) }
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
