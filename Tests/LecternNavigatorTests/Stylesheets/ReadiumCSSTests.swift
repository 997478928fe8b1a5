// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct ReadiumCSSTests {
    /// A font name can end neither the declaration nor the style element.
    @Test(arguments: [
        ("serif", "serif"), ("Times New", "\"Times New\""), ("a\"b\\", "\"a\\\"b\\\\\""),
        ("x;} body{", "\"x;} body{\""), ("</style>", "\"\\3c /style\\3e \""), ("a\nb", "\"a\\a b\""),
        ("9pt", "\"9pt\""), ("url(x)", "\"url(x)\""),
    ]) func fonts(_ family: String, _ css: String) {
        let declarations = ReadiumCSS.user(JSONObject([.init(key: "fontFamily", value: [.string(family)])]))
        #expect(declarations["--USER__fontFamily"] == css)
    }

    static let unusable: [(String, JSON)] = [
        ("textAlign", "start; color: red"), ("textColor", "red"), ("fontSize", ["value": 1, "unit": "}"]),
        ("fontSize", ["value": "1", "unit": "px"]), ("lineHeight", true), ("colCount", 2.5), ("view", "spiral"),
        ("textColor", ["rgb": [1, 2, 256]]), ("textColor", ["rgb": [1, 2]]), ("fontFamily", []), ("a11yNormalize", 1),
    ]

    @Test(arguments: unusable) func unusableValues(_ name: String, _ value: JSON) {
        let declarations = ReadiumCSS.user(JSONObject([.init(key: name, value: value)]))
        #expect(declarations.all.allSatisfy { $0.value == nil })
        #expect(declarations.inline() == "")
    }

    /// Custom settings are written under the names that the host chose.
    @Test func ownSettings() throws {
        let rows = ["toggle", "range", "color", "font", "enum"].map { type in
            let more = ["range": #","range":{"min":0,"max":9}"#, "enum": #","values":["a b","c"]"#][type] ?? ""
            return #"{"key":"my:\#(type)","type":"\#(type)","cssVariable":"--MY-\#(type)"\#(more)}"#
        }
        let settings = try settings(
            ##"{"my:toggle":true,"my:range":1.5,"my:color":"#123456","my:font":"A\"B","my:enum":"a b"}"##,
            options: #"{"settings":[\#(rows.joined(separator: ","))]}"#)
        let css = settings.css()
        #expect(css["--MY-toggle"] == "1")
        #expect(css["--MY-range"] == "1.50000")
        #expect(css["--MY-color"] == "#123456")
        #expect(css["--MY-font"] == #""A\"B""#)
        #expect(css["--MY-enum"] == #""a b""#)
    }

    @Test func alternatesOfFonts() throws {
        let fonts = #"{"fonts":[{"family":"A","alternates":["B","C"]},{"family":"B","alternates":["A","D"]}]}"#
        let css = try settings(#"{"fontFamily":"A"}"#, options: fonts).css()
        #expect(css["--USER__fontFamily"] == "A, B, C, D")
    }

    @Test func numbers() throws {
        let settings = try settings(#"{"fontSize":1.2345678,"fontWeight":1.2499}"#)
        #expect(settings.css()["--USER__fontSize"] == "123.45678%")
        #expect(settings.css()["font-weight"] == "500")
    }

    // MARK: Injection

    func injection(
        _ change: (inout StylesheetInjection.Document, inout StylesheetInjection.Styling) -> Void = { _, _ in }
    ) -> StylesheetInjection {
        var (document, styling) = (StylesheetInjection.Document(), StylesheetInjection.Styling())
        styling.baseURL = "/css/"
        change(&document, &styling)
        return StylesheetInjection(document, styling)
    }

    @Test func aStyledDocumentKeepsItsStyle() {
        let plain = injection()
        #expect(plain.headEnd.contains(.stylesheet("/css/ReadiumCSS-default.css")))
        let styled = injection { document, _ in document.isStyled = true }
        #expect(!styled.headEnd.contains(.stylesheet("/css/ReadiumCSS-default.css")))
        #expect(styled.headStart == [.stylesheet("/css/ReadiumCSS-before.css")])
    }

    @Test func verticalTextHasNoDirection() {
        let vertical = injection { document, styling in
            document.hasDirection = true
            styling.family = .cjkVertical
        }
        #expect(!vertical.html.contains { $0.name == "dir" })
        #expect(vertical.removesDirection)
    }

    @Test func fontsOfTheHost() throws {
        let font = try FontFamily.parse(
            JSONReader(
                json(#"{"family":"A\"</style>","files":[{"href":"a.woff2","weight":700}]}"#),
                source: "fonts"))
        let injection = injection { _, styling in
            styling.fonts = [font]
            styling.fontSheets = ["https://example.org/'"]
        }
        let expected = #"""
            @import url('https://example.org/\'');
            @font-face { font-family: "A\"\3c /style\3e "; src: url("/css/a.woff2"); font-weight: 700; }
            """#
        #expect(injection.headEnd.last == .style(expected))
    }
}
