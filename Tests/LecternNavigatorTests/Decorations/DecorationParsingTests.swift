// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import Testing

@Suite struct DecorationParsingTests {
    static let full = ##"""
        [{"id":"12","locator":{"href":"text/ch1.xhtml","type":"application/xhtml+xml","title":"One \"1\"",
        "locations":{"progression":0.25,"fragments":["p4"],"host":{"a":[1e-3,-0.5]}},
        "text":{"highlight":"caf\u00e9 😀"},
        "host":null},"style":{"id":"highlight","tint":"#ffff0080","isActive":false,"icon":"note"},
        "interactions":["activate"],"extras":{"db":[12,null,{"x":"\ud83d\ude00"}]}},
        {"id":"","locator":{"href":"a","type":"b/c"},"style":{"id":"x"}}]
        """##

    @Test func nothingIsLost() throws {
        let list = try decorations(DecorationParsingTests.full)
        let given = try JSONParser.parse(DecorationParsingTests.full, source: "given")
        #expect(try parsed(list.text()) == given)

        let first = try #require(list["12"])
        #expect(first.id == "12")
        #expect(first.resource == "text/ch1.xhtml")
        #expect(first.locator.title == "One \"1\"")
        #expect(first.style.id == "highlight")
        #expect(first.style.tint == Color(red: 255, green: 255, blue: 0, alpha: 128))
        #expect(!first.style.isActive)
        #expect(first.style.members["icon"] == "note")
        #expect(first.interactions == .activate)
        #expect(first.extras?["db"]?.array?.count == 3)
        #expect(list[""]?.interactions == [])
        #expect(list["13"] == nil)
    }

    @Test(arguments: [
        (##""tint":16776960"##, ##""tint":"#FFFF00""##), (##""tint":-256"##, ##""tint":"#FFFF00""##),
        (##""tint":2147483392"##, ##""tint":"#FFFF007F""##), (##""tint":"#ff0""##, ##""tint":"#FFFF00""##),
        (##""tint":"#ffff00""##, ##""tint":"#ffff00""##), (##""tint":null,"a":null"##, ##""a":null"##),
        (##""isActive":null"##, ""),
    ])
    func tintsAreWrittenInHexadecimal(_ given: String, _ written: String) throws {
        func list(_ members: String) -> String {
            let comma = members.isEmpty ? "" : ","
            return #"[{"id":"a","locator":{"href":"a","type":"b/c"},"style":{"id":"x"\#(comma)\#(members)}}]"#
        }
        #expect(try decorations(list(given)).text().text == list(written))
    }

    @Test(arguments: [
        ("{}", ""), ("[1]", "/0"), ("[{}]", "/0"),
        (#"[{"id":1,"locator":LOCATOR,"style":STYLE}]"#, "/0/id"),
        (#"[{"locator":LOCATOR,"style":STYLE}]"#, "/0"),
        (#"[{"id":"a","style":STYLE}]"#, "/0"),
        (#"[{"id":"a","locator":LOCATOR}]"#, "/0"),
        (#"[{"id":"a","locator":LOCATOR,"style":STYLE,"color":1}]"#, "/0/color"),
        (#"[GOOD,GOOD,GOOD,{"id":"a","locator":{"type":"a/b"},"style":STYLE}]"#, "/3/locator"),
        (#"[GOOD,GOOD,GOOD,{"id":"a","locator":{"href":[],"type":"a/b"},"style":STYLE}]"#, "/3/locator/href"),
        (#"[{"id":"a","locator":{"href":"","type":"a/b"},"style":STYLE}]"#, "/0/locator/href"),
        (##"[{"id":"a","locator":{"href":"#p1","type":"a/b"},"style":STYLE}]"##, "/0/locator/href"),
        (#"[{"id":"a","locator":{"href":"a"},"style":STYLE}]"#, "/0/locator"),
        (#"[{"id":"a","locator":{"href":"a","type":"a"},"style":STYLE}]"#, "/0/locator/type"),
        (#"[{"id":"a","locator":{"href":"a","type":"a/b","text":1},"style":STYLE}]"#, "/0/locator/text"),
        (#"[{"id":"a","locator":LOCATOR,"style":"highlight"}]"#, "/0/style"),
        (#"[{"id":"a","locator":LOCATOR,"style":{"tint":1}}]"#, "/0/style"),
        (#"[{"id":"a","locator":LOCATOR,"style":{"id":""}}]"#, "/0/style/id"),
        (#"[{"id":"a","locator":LOCATOR,"style":{"id":"x","tint":"yellow"}}]"#, "/0/style/tint"),
        (#"[{"id":"a","locator":LOCATOR,"style":{"id":"x","tint":4294967296}}]"#, "/0/style/tint"),
        (#"[{"id":"a","locator":LOCATOR,"style":{"id":"x","isActive":1}}]"#, "/0/style/isActive"),
        (#"[GOOD,{"id":"a","locator":LOCATOR,"style":STYLE,"interactions":["activate","x"]}]"#, "/1/interactions/1"),
        (#"[{"id":"a","locator":LOCATOR,"style":STYLE,"interactions":"activate"}]"#, "/0/interactions"),
        (#"[{"id":"a","locator":LOCATOR,"style":STYLE,"extras":[]}]"#, "/0/extras"),
        (#"[GOOD,{"id":"a","locator":{"href":x}}]"#, "/1/locator/href"), ("[GOOD,]", "/1"), ("[GOOD", ""), ("", ""),
    ])
    func whatIsWrongSaysWhere(_ text: String, _ pointer: String) {
        let text = [
            ("GOOD", #"{"id":"a","locator":LOCATOR,"style":STYLE}"#), ("LOCATOR", #"{"href":"a","type":"a/b"}"#),
            ("STYLE", #"{"id":"x"}"#),
        ].reduce(text) { replaced($1.0, by: $1.1, in: $0) }
        let expected = "json decorations" + (pointer.isEmpty ? "" : " > " + pointer)
        #expect(problem { () throws(Failure) in try decorations(text) } == expected)
    }

    private func replaced(_ word: String, by other: String, in text: String) -> String {
        var parts: [Substring] = []
        var rest = text[...]
        while let range = rest.firstRange(of: word) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return (parts + [rest]).joined(separator: other)
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> String {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return #"[{"id":"a","locator":{"href":"a","type":"b/c"},"style":{"id":"x","deep":\#(value)}}]"#
        }
        for depth in [1, 50, 63, 64, 65, 100] {
            #expect(try decorations(nested(depth)).text().text == nested(depth))
        }
        #expect(throws: Failure.self) { try decorations(nested(200)) }
        #expect(throws: Failure.self) { try decorations(nested(100_000)) }
    }
}
