// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPublication

@Suite struct TextSearchTests {
    private func highlights(
        _ query: String, in text: String, _ change: (inout SearchOptions) -> Void = { _ in }
    ) -> [String] {
        var options = SearchOptions()
        change(&options)
        var text = text
        return text.withUTF8 { text in
            TextSearch(query, in: text, options).map {
                String(decoding: UnsafeBufferPointer(rebasing: text[$0.range]), as: UTF8.self)
            }
        }
    }

    @Test(arguments: [
        ("strasse", "Die Straße, die STRASSE", ["Straße", "STRASSE"]),
        ("ecole", "École e\u{301}cole ECOLE", ["École", "e\u{301}cole", "ECOLE"]),
        ("é", "e é E\u{301}", ["e", "é", "E\u{301}"]),
        ("οδυσσευς", "ΟΔΥΣΣΕΎΣ", ["ΟΔΥΣΣΕΎΣ"]),
        ("istanbul", "İstanbul", ["İstanbul"]),
        ("two words", "two\n\t  words, two\u{A0}words", ["two\n\t  words", "two\u{A0}words"]),
        ("syllable", "syl\u{AD}la\u{AD}ble", ["syl\u{AD}la\u{AD}ble"]),
        ("don't", "Don\u{2019}t!", ["Don\u{2019}t"]),
        ("か", "がか", ["か"]),
        ("東京", "東京と東京都", ["東京", "東京"]),
        ("fi", "\u{FB01}n", ["\u{FB01}"]),
        ("s", "ß s", ["s"]),
        ("", "text", []), ("   ", "a b c", []), ("\u{AD}", "a\u{AD}b", []), ("longer than the text", "text", []),
        ("a", "", []),
    ])
    func sameText(_ query: String, _ text: String, _ expected: [String]) {
        // Scalar by scalar: strings that are canonically equivalent are equal.
        let found = highlights(query, in: text).map { Array($0.unicodeScalars) }
        #expect(found == expected.map { Array($0.unicodeScalars) })
    }

    @Test func options() {
        #expect(highlights("Fox", in: "fox Fox") { $0.caseSensitive = true } == ["Fox"])
        #expect(highlights("ecole", in: "école ecole e\u{301}cole") { $0.diacriticSensitive = true } == ["ecole"])
        #expect(highlights("école", in: "e\u{301}cole ecole") { $0.diacriticSensitive = true }.count == 1)
        #expect(highlights("Two words", in: "Two  words, two words, Two words") { $0.exact = true } == ["Two words"])
        #expect(highlights("can", in: "can can't scan can2 (can)") { $0.wholeWord = true }.count == 2)
        #expect(highlights("京", in: "東京都") { $0.wholeWord = true } == ["京"])
    }

    @Test func optionsFromJSON() throws {
        let json: JSON = ["case-sensitive": true, "wholeWord": nil, "language": "en"]
        let options = try SearchOptions(JSONReader(json, source: "o"))
        #expect(options.caseSensitive && !options.wholeWord && options.language == "en")
        #expect(try SearchOptions(JSONReader(["regex": true], source: "o")).regularExpression)
        #expect(throws: Failure.self) { try SearchOptions(JSONReader(["cased": true], source: "o")) }
        #expect(throws: Failure.self) { try SearchOptions(JSONReader(["exact": 1], source: "o")) }
    }

    private func locators(_ query: String, in text: String, length: Int = Snippet.length) throws -> [Locator] {
        var text = text
        return try text.withUTF8 { text in try locators(query, in: text, length: length) }
    }

    private func locators(
        _ query: String, in text: UnsafeBufferPointer<UInt8>, length: Int = Snippet.length
    ) throws -> [Locator] {
        let query = try SearchQuery(query, SearchOptions(), pcre2: nil)
        let base = Locator(href: "a", type: MediaType.xhtml)
        let locators = MatchLocators(in: text, base: base, range: 0.5...1, snippetLength: length)
        var found: [Locator] = []
        try query.forEachMatch(in: text, nil) { found.append(locators.locator(at: $0, utf16Offset: $1)) }
        return found
    }

    @Test func snippets() throws {
        let found = try #require(try locators("x", in: "one two three x four five six", length: 5).first)
        #expect(found.text.before == "three ")
        #expect(found.text.after == " four five")
        #expect(found.locations.totalProgression == 0.5 + 0.5 * 14 / 29)
        #expect(try locators("x", in: "x", length: .min).first?.text.before == "")
        #expect(try locators("x", in: "x", length: .max).first?.text.after == "")
    }

    /// Progressions count UTF-16 units.
    @Test func progression() throws {
        #expect(try locators("x", in: "\u{1F600}\u{1F600}x...").map(\.locations.progression) == [0.5])
    }

    @Test func bytesThatAreNoText() throws {
        let bytes: [UInt8] = [
            0xFF, 0x61, 0xC3, 0x61, 0xE2, 0x82, 0x61, 0xF4, 0x90, 0x80, 0x80, 0xED, 0xA0, 0x80, 0x61, 0xC3,
        ]
        try bytes.withUnsafeBufferPointer { text in
            let found = try locators("a", in: text)
            #expect(found.map(\.text.highlight) == ["a", "a", "a", "a"])
        }
    }

    @Test func manyMatchesAndLongWords() throws {
        let count = 100_000
        let part = 10_000
        do {
            #expect(highlights("a", in: String(repeating: "a", count: count)).count == count)
            #expect(try locators("a", in: String(repeating: "a", count: part)).count == part)
        }
        do {
            let text = String(repeating: "a", count: 10 * part)
            #expect(highlights(String(repeating: "a", count: part), in: text).count == 9 * part + 1)
        }
        do {
            let text = String(repeating: "a", count: 10 * part)
            #expect(highlights(String(repeating: "a", count: part) + "b", in: text).isEmpty)
        }
    }
}
