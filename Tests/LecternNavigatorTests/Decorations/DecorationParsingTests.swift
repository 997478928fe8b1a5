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
        #expect(try parsed(decorationsByValue(DecorationParsingTests.full).text()) == given)

        let first = try #require(list["12"])
        #expect(try first.id == "12")
        #expect(first.resource == "text/ch1.xhtml")
        #expect(try first.locator.title == "One \"1\"")
        #expect(try first.style.id == "highlight")
        #expect(try first.style.tint == Color(red: 255, green: 255, blue: 0, alpha: 128))
        #expect(try !first.style.isActive)
        #expect(try first.style.members["icon"] == "note")
        #expect(first.interactions == .activate)
        #expect(try first.extras["db"]?.array?.count == 3)
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
        #expect(problem { () throws(Failure) in try decorationsByValue(text) } == expected)
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

    /// The fast way takes nothing that the other one would refuse or read differently: each byte of a list is left out,
    /// doubled, and replaced by each byte that means something.
    @Test func bothWaysOfReadingAgree() throws {
        let bytes = Array(DecorationParsingTests.full.utf8)
        var accepted = 0
        func check(_ bytes: [UInt8]) throws {
            let text = String(decoding: bytes, as: UTF8.self)
            let fast = try? decorations(text)
            let slow = try? decorationsByValue(text)
            guard fast?.decorations == slow?.decorations else {
                Issue.record("\(text)")
                return
            }
            guard let fast else { return }
            accepted += 1
            #expect(try parsed(fast.text()) == parsed(slow?.text() ?? ByteBuffer("")))
        }
        for index in bytes.indices where bytes[index] < 0x80 {
            try check(Array(bytes[..<index] + bytes[(index + 1)...]))
            try check(Array(bytes[...index] + bytes[index...]))
            for byte in Array("\"\\{}[]:,#/.-e0aA \n\u{1}".utf8) {
                try check(Array(bytes[..<index] + [byte] + bytes[(index + 1)...]))
            }
        }
        #expect(accepted > 1000)
    }

    /// A decoration that is like the one before, or like one of the former list, is not read as a whole: each byte of it
    /// is left out, doubled, and replaced by each byte that means something.
    @Test func whatIsAlikeIsReadTheSame() throws {
        let text = ##"""
            {"id":"b","locator":{"href":"a","type":"a/b","title":"A\"","locations":{"n":[-0.5,true]}},\##
            "style":{"id":"x","tint":"#ffff00","isActive":true},"interactions":["activate"],"extras":{"n":"\u00e9"}}
            """##
        let first = Array(text.replacing("\"b\"", with: "\"a\"").utf8)
        let former = try decorations("[\(String(decoding: first, as: UTF8.self)),\(text)]")
        let bytes = Array(text.utf8)
        var accepted = 0
        func check(_ bytes: [UInt8]) {
            let all = Array("[".utf8) + first + Array(",".utf8) + bytes + Array("]".utf8)
            let slow = try? decorationsByValue(String(decoding: all, as: UTF8.self))
            for former in [nil, former] {
                let fast = all.withUnsafeBytes { try? DecorationList(text: $0, source: "decorations", like: former) }
                guard fast?.decorations == slow?.decorations else {
                    Issue.record("\(String(decoding: bytes, as: UTF8.self))")
                    return
                }
            }
            accepted += slow == nil ? 0 : 1
        }
        for index in bytes.indices {
            check(Array(bytes[..<index] + bytes[(index + 1)...]))
            check(Array(bytes[...index] + bytes[index...]))
            for byte in Array("\"\\{}[]:,#/.-e0aA \n\u{1}".utf8) {
                check(Array(bytes[..<index] + [byte] + bytes[(index + 1)...]))
            }
        }
        #expect(accepted > 500)
    }

    /// Decorations written in several ways, in turns, and more ways than the scanner remembers.
    @Test func otherWaysOfWriting() throws {
        let extras = ["", #","extras":{"a":1}"#, #","extras":{"a":[1,2]}"#, #","interactions":[]"#, #", "extras":{}"#]
        let texts = (0..<200).map { number in
            let title = String(repeating: "t", count: number % 11)
            return #"{"id":"\#(number)","locator":{"href":"\#(number / 30).xhtml","type":"a/b","title":"\#(title)"},"#
                + #""style":{"id":"x"}\#(extras[number * number % 5])}"#
        }
        let text = "[" + texts.joined(separator: " ,\n") + "]"
        #expect(try decorations(text).decorations == decorationsByValue(text).decorations)
        #expect(try parsed(decorations(text).text()) == JSONParser.parse(text, source: "text"))
    }

    @Test func bytesThatAreNoTextAreRefused() {
        let start = #"[{"id":""#.utf8, end = #"","locator":{"href":"a","type":"b/c"},"style":{"id":"x"}}]"#.utf8
        let bytes = Array(start) + [0xC3, 0x28] + Array(end)
        #expect(throws: Failure.self) {
            try bytes.withUnsafeBytes { try DecorationList(text: $0, source: "decorations") }
        }
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
