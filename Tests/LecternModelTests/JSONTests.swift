// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

private func rewritten(_ text: String) throws -> String {
    JSONWriter.text(of: try JSONParser.parse(text, source: "test")).text
}

@Suite struct JSONTests {
    @Test(arguments: [
        "null", "true", "[]", "{}", "0", "-1", "2.5", "\"\"", "[1,[2,{\"a\":null}]]",
        "{\"b\":1,\"a\":2}", "9223372036854775807", "-9223372036854775808", "123456789012345678901234567890",
        "\"\\\"\\\\\\n\\t\\u0001\"", "\"é😀\"",
    ])
    func textThatIsAlreadyCanonicalComesBackUnchanged(_ text: String) throws {
        #expect(try rewritten(text) == text)
    }

    @Test(arguments: [
        (" [ 1 , 2 ] ", "[1,2]"), ("\"\\u00e9\\ud83d\\ude00\\/\"", "\"é😀/\""), ("1e2", "100.0"), ("-0", "-0.0"),
        ("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}"),
    ])
    func otherSpellingsOfTheSameValue(_ text: String, _ canonical: String) throws {
        #expect(try rewritten(text) == canonical)
    }

    @Test(arguments: [
        ("", ""), ("[1,]", "/1"), ("{\"a\":{\"b\":[0,nul]}}", "/a/b/1"), ("{\"a/b~\":x}", "/a~1b~0"), ("[1 2]", ""),
        ("{a:1}", ""), ("01", ""), ("1.", ""), (".5", ""), ("+1", ""), ("1e", ""), ("NaN", ""), ("\"\\ud800\"", ""),
        ("\"\\udc00\"", ""), ("\"\\x\"", ""), ("\"a\nb\"", ""), ("\"open", ""), ("[", "/0"), ("{\"a\":1", ""),
        ("true false", ""), ("1e999", ""), ("// no", ""), ("\u{FEFF}{}", ""),
    ])
    func whatIsNoJSONSaysWhere(_ text: String, _ pointer: String) {
        do {
            _ = try JSONParser.parse(text, source: "test")
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.status == .json)
            #expect(error.path == ["test"] + (pointer.isEmpty ? [] : [pointer]))
        }
    }

    @Test func bytesThatAreNoTextAreRefused() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
        ] {
            #expect(throws: Failure.self) {
                try bytes.withUnsafeBytes { try JSONParser.parse($0, source: "test") }
            }
        }
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONParser.parse(nested(128), source: "test")
        #expect(throws: Failure.self) { try JSONParser.parse(nested(129), source: "test") }
        #expect(throws: Failure.self) { try JSONParser.parse(String(repeating: "[", count: 1_000_000), source: "test") }
        _ = try JSONParser.parse(nested(512), source: "test", maxDepth: 512)
    }

    @Test func valuesAreCounted() throws {
        func parse(_ text: String) throws {
            try ByteBuffer(text).withBytes { _ = try JSONParser.parse($0, source: "test", maxValues: 4) }
        }
        try parse(#"{"a": [1, 2]}"#)
        for text in [#"{"a": [1, 2, 3]}"#, "[[], [], [], []]", "[1, 2, 3, 4]"] {
            #expect(throws: Failure.self) { try parse(text) }
        }
    }

    @Test func manyMembersStayUniqueAndOrdered() throws {
        let text = "{" + (0..<20_000).map { "\"k\($0 % 10_000)\":\($0)" }.joined(separator: ",") + "}"
        let object = try #require(try JSONParser.parse(text, source: "test").object)
        #expect(object.count == 10_000)
        #expect(object.members[7].key == "k7" && object.members[7].value == 10_007)
    }

    @Test func equalityIsOfValues() throws {
        func equal(_ a: String, _ b: String) throws -> Bool {
            try JSONParser.parse(a, source: "a") == JSONParser.parse(b, source: "b")
        }
        #expect(try equal("{\"a\":1,\"b\":[2]}", "{\"b\":[2.0],\"a\":1}"))
        #expect(try !equal("{\"a\":1}", "{\"a\":1,\"b\":null}"))
        #expect(try !equal("[1,2]", "[2,1]"))
        #expect(try !equal("\"1\"", "1"))
    }

    @Test func numbersThatJSONLacksAreNull() {
        var json = JSONWriter()
        json.beginArray()
        json.double(.nan)
        json.double(.infinity)
        json.endArray()
        #expect(json.finish().text == "[null,null]")
    }

    @Test func integersAreWrittenToTheLastDigit() {
        for value in [0, 9, 10, -10, 1_000_000_007, Int64.max, Int64.min] {
            var json = JSONWriter()
            json.integer(value)
            #expect(json.finish().text == "\(value)")
        }
    }
}
