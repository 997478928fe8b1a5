// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// The kinds css.inline, css.rsProperties and css.userProperties: properties of Readium CSS with any values.
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
}
