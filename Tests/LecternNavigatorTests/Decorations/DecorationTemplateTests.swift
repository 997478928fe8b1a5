// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct DecorationTemplateTests {
    private func html(_ element: String, _ decoration: Decoration) throws(Failure) -> String {
        try template(["element": .string(element)]).html(for: decoration) ?? ""
    }

    // MARK: Placeholders

    @Test(arguments: [
        ("<p>{{id}}</p>", "<p>7</p>"), ("<p>{{ tint }}</p>", "<p>#FF000080</p>"),
        ("<p>{{tint@0.25}}</p>", "<p>rgba(255, 0, 0, 0.25)</p>"), ("<p>{{tint@1}}</p>", "<p>rgba(255, 0, 0, 1)</p>"),
        ("<p>{{style.id}} {{style.isActive}} {{style.n}} {{style.none}}</p>", "<p>mark false 1.5 </p>"),
        ("<p>{{style.list}}</p>", "<p>[1,&quot;&lt;&quot;]</p>"), ("<p>{{extras.note}}</p>", "<p>a&amp;b</p>"),
        ("<p>}} {</p>", "<p>}} {</p>"), ("é{{id}}é", "é7é"),
        ("{{#style.n}}n{{/style.n}}{{#style.none}}none{{/style.none}}{{#style.off}}off{{/style.off}}", "n"),
        ("{{#extras.note}}{{#style.isActive}}x{{/style.isActive}}{{extras.note}}{{/extras.note}}", "a&amp;b"),
    ])
    func placeholders(_ element: String, _ expected: String) throws {
        let style: JSON = ["id": "mark", "tint": "#FF000080", "n": 1.5, "list": [1, "<"], "off": false]
        let decoration = try decoration("7", style: style, adding: ["extras": ["note": "a&b"]])
        #expect(try html(element, decoration) == expected)
    }

    @Test func absentTintIsYellow() throws {
        #expect(try html("{{tint}} {{tint@0.3}}", decoration("a")) == "#FFFF00 rgba(255, 255, 0, 0.3)")
    }

    @Test(arguments: [
        #""><script>alert(1)</script>"#, "</script>", "<", "&amp;", "'\"`", "{{id}}", "{{#style.x}}", "\u{0}\n",
        "é\u{301}",
    ])
    func textIsEscaped(_ hostile: String) throws {
        let decoration = try decoration(
            hostile, style: ["id": "x", "x": .string(hostile)], adding: ["extras": ["x": .string(hostile)]])
        let escaped = hostile.reduce(into: "") { text, character in
            let references: [Character: String] = [
                "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;",
            ]
            text += references[character] ?? String(character)
        }
        let element = try html("<i a=\"{{id}}\" b='{{style.x}}'>{{extras.x}}</i>", decoration)
        #expect(element == "<i a=\"\(escaped)\" b='\(escaped)'>\(escaped)</i>")
        #expect(!element.dropFirst().dropLast(4).contains("<"))
    }

    // MARK: Definitions

    @Test(
        arguments: [
            (["element": "<p>", "layouts": "boxes"], "/layouts"), (["element": "<p>", "layout": "box"], "/layout"),
            (["element": "<p>", "width": 1], "/width"), (["element": "<p>", "stylesheet": []], "/stylesheet"),
            ([:], ""), (["element": "  "], "/element"), (["element": 1], "/element"), (["element": "{{"], "/element"),
            (["element": "{{color}}"], "/element"), (["element": "{{style.}}"], "/element"),
            (["element": "{{tint@2}}"], "/element"), (["element": "{{tint@x}}"], "/element"),
            (["element": "{{#style.x}}"], "/element"), (["element": "{{/style.x}}"], "/element"),
            (["element": "{{#tint}}{{/tint}}"], "/element"), ([], ""),
            (["element": "{{#style.x}}{{/style.y}}"], "/element"),
        ] as [(JSON, String)])
    func whatIsWrongSaysWhere(_ definition: JSON, _ pointer: String) {
        let expected = "json template" + (pointer.isEmpty ? "" : " > " + pointer)
        #expect(problem { () throws(Failure) in try template(definition) } == expected)
    }

    @Test func nestingOfSectionsIsBounded() {
        let element = ["{{#style.x}}", "{{/style.x}}"].map { String(repeating: $0, count: 100_000) }.joined()
        let problem = problem { () throws(Failure) in try template(["element": .string(element)]) }
        #expect(problem == "json template > /element")
    }

    @Test func defaultsOfMembers() throws {
        let template = try template(["element": "<p></p>"])
        #expect(template.layout == .boxes)
        #expect(template.width == .wrap)
        #expect(template.stylesheet == nil)
    }

    // MARK: Renderers

    @Test func rendererReplacesElement() throws {
        let decoration = try decoration("a", style: ["id": "x"], adding: ["extras": ["n": 1]])
        let template = try template(["element": "<p>"]) { json throws(Failure) in
            ByteBuffer("<b>\(json.text)</b>")
        }
        var json = JSONWriter()
        decoration.write(to: &json)
        #expect(try template.html(for: decoration) == "<b>\(json.finish().text)</b>")
    }

    @Test(arguments: [[], [0x20, 0x0A], [0x3C, 0xFF, 0x3E]] as [[UInt8]])
    func resultOfRendererIsChecked(_ bytes: [UInt8]) throws {
        let decoration = try decoration("a")
        let template = try template([:]) { _ throws(Failure) in bytes.withUnsafeBytes { ByteBuffer(copying: $0) } }
        #expect(problem { () throws(Failure) in try template.html(for: decoration) } == "callback ")
    }

    // MARK: Default styles

    @Test func defaultStyles() throws {
        let templates = try DecorationTemplates(.reflowableEPUB)
        func element(_ style: JSON) throws -> String {
            let decoration = try decoration("a", style: style)
            let found = try #require(templates[decoration.style.id])
            #expect(found.layout == .boxes && found.width == .wrap)
            return try #require(try found.html(for: decoration))
        }
        let fill = "background-color: rgba(255, 255, 0, 0.3) !important;"
        #expect(try element(["id": "highlight"]) == "<div class=\"lectern-highlight\" style=\"\(fill)\"></div>")
        #expect(
            try element(["id": "underline", "tint": "#00FF0080"])
                == "<div class=\"lectern-underline\" style=\"--lectern-line: #00FF0080;\"></div>")
        for style in ["highlight", "underline"] {
            let active = try element(["id": .string(style), "isActive": true])
            #expect(active.contains(fill) && active.contains("--lectern-line: #FFFF00;"))
            #expect(templates.stylesheet.contains(".lectern-\(style)[data-writing-mode"))
        }
    }

    @Test func support() throws {
        let sidemark: JSON = ["layout": "bounds", "width": "page", "element": "<p>"]
        var templates = try DecorationTemplates(
            .reflowableEPUB, adding: JSONReader(["sidemark": sidemark], source: "options"))
        #expect(templates.supports(style: "highlight"))
        #expect(templates.supports(style: "sidemark", interaction: "activate"))
        #expect(!templates.supports(style: "sidemark", interaction: "telepathy"))
        #expect(!templates.supports(style: "margin"))
        templates["sidemark"] = nil
        #expect(!templates.supports(style: "sidemark", interaction: "activate"))
        #expect(try !DecorationTemplates(.audio).supports(style: "underline"))
        let wrong = JSONReader(["x": ["element": "{{y}}"]], source: "options")
        let problem = problem { () throws(Failure) in try DecorationTemplates(.reflowableEPUB, adding: wrong) }
        #expect(problem == "json options > /x/element")
    }

    @Test func stylesheetsKeepTheirOrder() throws {
        var templates = try DecorationTemplates(.reflowableEPUB)
        let builtIn = [
            "highlight", "underline", "highlightUnderline", "strikethrough", "outline", "mask", "textColor",
        ]
        for style in builtIn { templates[style] = nil }
        for (style, sheet) in [("a", "1"), ("b", "2"), ("c", "3"), ("a", "4")] {
            templates[style] = try template(["element": "<p>", "stylesheet": .string(sheet)])
        }
        templates["b"] = try template(["element": "<p>"])
        #expect(templates.stylesheet == "4\n3")
    }
}
