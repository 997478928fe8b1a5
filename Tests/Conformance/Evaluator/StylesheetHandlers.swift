// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// The kinds css.* and seed.css.*: settings in the words of Readium CSS.
enum StylesheetHandlers {
    /// The vectors of Kotlin say so in their ids.
    private static func isKotlin(_ vector: Vector) -> Bool {
        vector.id.utf8.split(separator: UInt8(ascii: ".")).contains { $0.elementsEqual("kotlin".utf8) }
    }

    private static func notation(_ vector: Vector) -> CSSNotation { isKotlin(vector) ? .kotlin : .swift }

    private static func object(_ declarations: CSSDeclarations) -> JSON {
        .object(
            JSONObject(
                declarations.all.map { declaration in
                    JSONObject.Member(key: declaration.name, value: declaration.value.map(JSON.string) ?? .null)
                }))
    }

    static let userProperties: Handler = { described(ReadiumCSS.user(properties($0), notation($0)), $0) }

    static let readingSystem: Handler = { described(ReadiumCSS.readingSystem(properties($0), notation($0)), $0) }

    private static func properties(_ vector: Vector) -> JSONObject { vector["properties"]?.object ?? JSONObject() }

    private static func described(_ css: CSSDeclarations, _ vector: Vector) -> JSON {
        var css = css
        css.override(with: vector["overrides"]?.object ?? JSONObject())
        return asked(["css": object(css)])
    }

    static let inline: Handler = { vector in
        let declarations = ReadiumCSS.user(properties(vector), notation(vector))
        let text = declarations.inline(notation(vector))
        // Swift has no text where Kotlin has an empty one.
        return asked(["css": text.isEmpty && !isKotlin(vector) ? .null : .string(text)])
    }

    static let direction: Handler = { vector in
        let family = vector["stylesheets"]?.string.flatMap(StylesheetFamily.init(rawValue:))
        return asked(["dir": family?.direction.map(JSON.string) ?? .null])
    }

    static let fromSettings: Handler = { vector in
        let stack = vector["fontStack"]?.array ?? []
        let fonts = stack.first.map { JSON.array([["family": $0, "alternates": .array(Array(stack.dropFirst()))]]) }
        var css =
            object(try SettingsHandlers.settings(vector, fonts: fonts).css(notation(vector))).object ?? JSONObject()
        // Where nothing is written, the toolkits write nothing.
        if css["font-weight"] == .null { css["font-weight"] = "" }
        return asked(["css": .object(css)])
    }

    // MARK: Injection

    static let injection: Handler = { vector in
        let notation = notation(vector)
        var document = StylesheetInjection.Document()
        let features = vector["document"]?.object ?? JSONObject()
        document.isStyled = ["hasLinkTag", "hasStyleTag", "hasStyleAttribute"].contains { features[$0] == true }
        document.language = features["htmlLang"]?.string
        document.bodyLanguage = features["bodyLang"]?.string
        document.hasDirection = features["htmlDir"]?.string != nil
        document.bodyHasDirection = features["bodyDir"]?.string != nil
        var styling = StylesheetInjection.Styling()
        let layout = vector["layout"]?.object
        styling.family = layout?["stylesheets"]?.string.flatMap(StylesheetFamily.init(rawValue:)) ?? .default
        styling.language = layout?["language"]?.string
        styling.baseURL = vector["baseURL"]?.string ?? ""
        styling.style =
            ReadiumCSS.readingSystem(vector["rsProperties"]?.object ?? JSONObject(), notation)
            .inline(notation)
            + ReadiumCSS.user(vector["userProperties"]?.object ?? JSONObject(), notation)
            .inline(notation)
        for declaration in vector["fontFamilyDeclarations"]?.array ?? [] {
            let files = (declaration.object?["src"]?.array ?? []).map { asked(["href": $0]) }
            let json: JSON = ["family": declaration.object?["family"] ?? .null, "files": .array(files)]
            styling.fonts.append(try FontFamily.parse(JSONReader(json, source: "font")))
        }
        if let families = vector["googleFonts"]?.array?.compactMap(\.string), !families.isEmpty {
            styling.fontSheets = [
                "https://fonts.googleapis.com/css?family=" + families.joined(separator: "%7C")
            ]
        }
        let injection = StylesheetInjection(document, styling, isKotlin(vector) ? .kotlin : .swift)
        return described(injection)
    }

    private static func described(_ injection: StylesheetInjection) -> JSON {
        var removed: [JSON] = []
        if injection.removesDirection { removed.append("html@dir") }
        if injection.removesBodyDirection { removed.append("body@dir") }
        return [
            "headStart": .array(injection.headStart.map(described)),
            "headEnd": .array(injection.headEnd.map(described)),
            "html": described(injection.html), "body": described(injection.body), "removed": .array(removed),
        ]
    }

    private static func described(_ attributes: [StylesheetInjection.Attribute]) -> JSON {
        .object(JSONObject(attributes.map { JSONObject.Member(key: $0.name, value: .string($0.value)) }))
    }

    private static func described(_ insertion: StylesheetInjection.Insertion) -> JSON {
        switch insertion {
        case .stylesheet(let href): return ["stylesheet": .string(href)]
        case .viewport(let content): return ["meta": "viewport", "content": .string(content)]
        case .style(StylesheetInjection.visibleOverflow): return ["style": "overflow-visible-fix"]
        case .style(let text):
            guard text.utf8.first == UInt8(ascii: "@") else { return ["style": .string(text)] }
            let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { JSON.string(String(Substring($0))) }
            return ["styleLines": .array(lines)]
        }
    }
}
