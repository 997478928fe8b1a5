// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import Testing

/// Whether the whole of a text is one JSON value to the scanner.
private func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
        guard var json = JSONScanner(bytes), json.value(depth: 128) != nil else { return false }
        json.space()
        return json.isAtEnd
    }
}

private func isParsed(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (try? JSONParser.parse($0, source: "test")) != nil }
}

@Suite struct JSONScannerTests {
    private static let texts = [
        #"{"a":[1,-2.5e+3,true,false,null,"b\n\u00e9\ud83d\ude00é😀"],"":{"x":{}}, "long enough for a word":[[]]}"#,
        " [ 0 , 10 , 0.0 , 1e5 , \"\\\"\\\\\\/\\b\\f\\r\\t\" ] ", "123456789012345678901234567890",
        "1e308", "1e309", "-0",
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"12345678\\\"9\"", "{\"a\" : 1 , \"a\" : 2}",
        String(repeating: "9", count: 308) + ".5", String(repeating: "9", count: 310),
    ]

    /// Each byte of a text is left out, doubled, and replaced by each one that means something.
    @Test(arguments: texts)
    func itAgreesWithTheParser(_ text: String) {
        let bytes = Array(text.utf8)
        func check(_ bytes: [UInt8]) {
            guard isValid(bytes) != isParsed(bytes) else { return }
            Issue.record("\(String(decoding: bytes, as: UTF8.self))")
        }
        check(bytes)
        for index in bytes.indices {
            check(Array(bytes[..<index]))
            check(Array(bytes[..<index] + bytes[(index + 1)...]))
            check(Array(bytes[...index] + bytes[index...]))
            for byte in Array("\"\\{}[]:,/.-+e0duA \n\t\u{1}\u{0}".utf8) + [0x80, 0xC3, 0xFF] {
                check(Array(bytes[..<index] + [byte] + bytes[(index + 1)...]))
            }
        }
    }

    @Test(arguments: [0, 1, 127, 128, 129, 100_000])
    func depthIsBounded(_ depth: Int) {
        let bytes = Array("[]".utf8).flatMap { Array(repeating: $0, count: depth) }
        #expect(isValid(bytes) == (1...128).contains(depth))
        #expect(isValid(bytes) == isParsed(bytes))
    }

    @Test func places() throws {
        let text = Array(#" { "name" : "v\u0061l" , "x" : [ 1 ] } "#.utf8)
        try text.withUnsafeBytes { bytes in
            var json = try #require(JSONScanner(bytes))
            let opens = json.take(UInt8(ascii: "{"))
            let name = json.name()
            let value = json.string()
            let place = json.at
            let goesOn = json.take(UInt8(ascii: ","))
            json.back(to: place)
            let ends = json.take(UInt8(ascii: "}"))
            #expect((opens, goesOn, ends) == (true, true, false))
            #expect(name.map { json.text(at: $0.place, is: "name") && !json.text(at: $0.place, is: "names") } == true)
            #expect(name?.hasEscapes == false)
            #expect(value?.hasEscapes == true)
            #expect(value.map { String(decoding: json.bytes(at: $0.place), as: UTF8.self) } == #"v\u0061l"#)

            let goesOnAgain = json.take(UInt8(ascii: ","))
            let nextName = json.name()
            let nextValue = json.value()
            let closes = json.take(UInt8(ascii: "}"))
            #expect((goesOnAgain, closes, json.isAtEnd) == (true, true, false))
            #expect(nextName != nil)
            #expect(nextValue.map { String(decoding: json.bytes(at: $0), as: UTF8.self) } == "[ 1 ]")
            json.space()
            #expect(json.isAtEnd)
        }
    }
}
