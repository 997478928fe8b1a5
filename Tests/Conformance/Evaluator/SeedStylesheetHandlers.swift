// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// The kinds seed.css.*: the first version of the settings in the words of Readium CSS.
enum SeedStylesheetHandlers {
    /// What that version had built in is what a host of today passes as defaults.
    private static let builtIn: JSON = [
        "hyphens": true, "ligatures": true, "lineHeight": 1.2, "paragraphIndent": 0, "paragraphSpacing": 0,
        "typeScale": 1.2, "wordSpacing": 0, "letterSpacing": 0, "textAlign": "start",
    ]

    static let userProperties: Handler = { vector in
        let fonts = (vector["fontFamilies"]?.array ?? []).map { family -> JSON in
            // A plain name stood for a family with a generic one behind it.
            guard let object = family.object else { return ["family": family, "alternates": ["sans-serif"]] }
            let alternates = object["alternate"].map { [$0] } ?? []
            return ["family": object["name"] ?? .null, "alternates": .array(alternates)]
        }
        let engine = try SettingsHandlers.engine(vector, fonts: .array(fonts), defaults: builtIn)
        var draft = PreferencesDraft(engine)
        for member in vector["set"]?.object?.members ?? [] { try draft.set(member.key, member.value) }
        return asked(["userProperties": .object(described(draft.settings))])
    }

    private static let flags = [
        "darkenImages", "invertImages", "fontOverride", "advancedSettings", "a11yNormalize",
    ]

    /// In the words of the vectors: flags are booleans, and lengths are texts.
    private static func described(_ settings: Settings) -> JSONObject {
        var values = settings.readiumCSS
        for flag in flags { values[flag] = .bool(values[flag] == true) }
        let css = settings.css(.kotlin)
        for member in values.members where member.value.object != nil {
            values[member.key] = css["--USER__" + member.key].map(JSON.string)
        }
        values["font-weight"] = css["font-weight"].map(JSON.string) ?? .null
        // That version left the size of text to the zoom of the web view.
        values["fontSize"] = .null
        return values
    }

    /// seed.css.inlineOldTs: a prototype that wrote what was set, in an order of its own.
    static let prototype: Handler = { vector in
        let counts: [String: JSON] = ["auto": "auto", "one": "1", "two": "2"]
        var draft = PreferencesDraft(SettingsEngine(.reflowableEPUB))
        try draft.set("columnCount", vector["columnCountType"]?.string.flatMap { counts[$0] } ?? .null)
        try draft.set("hyphens", vector["hyphens"].map { .bool($0 == "auto") } ?? .null)
        let css = draft.settings.css()
        let written = ["colCount", "bodyHyphens", "advancedSettings"].compactMap { name in
            css["--USER__" + name].map { "--USER__\(name): \($0); " }
        }
        return asked(["css": .string(written.joined())])
    }
}
