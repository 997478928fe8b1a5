// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternText

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
        // By scalar, because canonically equivalent strings compare equal.
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

    private func snippets(_ query: String, in text: String) throws -> [Locator.Text] {
        var text = text
        return try text.withUTF8 { text in try snippets(query, in: text) }
    }

    private func snippets(_ query: String, in text: UnsafeBufferPointer<UInt8>) throws -> [Locator.Text] {
        let query = try SearchQuery(query, SearchOptions(), pcre2: nil)
        let snippet = Snippet(text)
        var found: [Locator.Text] = []
        try query.forEachMatch(in: text, nil) { range, _ in found.append(snippet.text(at: range)) }
        return found
    }

    @Test func snippets() throws {
        let (before, after) = (String(repeating: "word ", count: 20), String(repeating: " word", count: 20))
        let found = try #require(try snippets("x", in: before + "x" + after).first)
        #expect(found.before == String(before.suffix(55)))
        #expect(found.after == String(after.prefix(55)))
        #expect(try snippets("x", in: "x").first?.before == "")
        #expect(try snippets("x", in: "one x two").first?.after == " two")
    }

    /// Characters of one to four bytes: the context has 51 of them, and extends to the next white space.
    @Test(arguments: 0..<12)
    func lengthsOfSnippets(_ shift: Int) throws {
        let characters = Array("a\u{E9}\u{4E00}\u{1F600}bc d\u{1F600}\u{1F600}\u{4E00}ef")
        let text = (shift..<shift + 90).map { String(characters[$0 * 7 % characters.count]) }
        let found = try #require(try snippets("@", in: (text + ["@"] + text).joined()).first)
        func context(_ characters: [String]) -> String {
            (characters.prefix(51) + characters.dropFirst(51).prefix { $0 != " " }).joined()
        }
        #expect(found.after == context(text))
        #expect(found.before.map { String($0.reversed()) } == context(text.reversed()))
    }

    @Test func bytesThatAreNoText() throws {
        let bytes: [UInt8] = [
            0xFF, 0x61, 0xC3, 0x61, 0xE2, 0x82, 0x61, 0xF4, 0x90, 0x80, 0x80, 0xED, 0xA0, 0x80, 0x61, 0xC3,
        ]
        try bytes.withUnsafeBufferPointer { text in
            let found = try snippets("a", in: text)
            #expect(found.map(\.highlight) == ["a", "a", "a", "a"])
        }
    }

    @Test func manyMatchesAndLongWords() throws {
        let count = 100_000
        let part = 10_000
        do {
            #expect(highlights("a", in: String(repeating: "a", count: count)).count == count)
            #expect(try snippets("a", in: String(repeating: "a", count: part)).count == part)
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
