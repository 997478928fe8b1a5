// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// The settings as properties of Readium CSS, version 1.  Inactive settings are left out, because its style
    /// sheets do not check all conditions.
    public var readiumCSS: JSONObject { ReadiumCSS.values(self, nil, .one) }

    /// The selected font family, followed by its fallbacks.
    var fonts: [JSON]? { rendered("fontFamily").string.map { engine.fontStack($0).map(JSON.string) } }

    /// Returns the declarations for the root of a document: those of Readium CSS, of the host's settings, and of the
    /// host.
    public func css(viewport: Viewport? = nil) -> CSSDeclarations {
        let version = engine.readiumCSS.version
        var declarations = ReadiumCSS.user(ReadiumCSS.values(self, viewport, version), version)
        if version == .one {
            // Version 1 has no custom property for the weight.
            let weight = CSSProperty("font-weight", .weight)
            declarations.set(weight.name, weight.text(rendered("fontWeight")))
        }
        addOwnVariables(to: &declarations)
        engine.readiumCSS.add(to: &declarations)
        return declarations
    }

    /// The color to paint behind a resource; null if the settings have none.
    var background: JSON { table.row("backgroundColor").map(effectiveValue) ?? .null }

    /// Returns the declarations for a resource that is not styled: only the background and the host's variables.
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

    /// Returns the CSS value of a host's setting.
    private static func css(_ value: JSON) -> String? {
        if let isOn = value.bool { return isOn ? "1" : "0" }
        if let integer = value.integer { return integer.description }
        if let number = value.number { return CSSNotation.number(number) }
        guard let text = value.string else { return nil }
        return CSSNotation.isIdentifier(text) || Color(hex: text) != nil ? text : CSSNotation.quoted(text)
    }
}

extension SettingsEngine {
    /// Returns a family with its fallbacks, and their fallbacks in turn.
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
