// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternFormats

@Suite struct VocabularyTests {
    @Test(arguments: [
        "foaf: http://xmlns.com/foaf/spec/ dbp: http://dbpedia.org/ontology/",
        "foaf: http://xmlns.com/foaf/spec/ dbp:http://dbpedia.org/ontology/",
        "foaf: http://xmlns.com/foaf/spec/\n            dbp: http://dbpedia.org/ontology/",
        " stray foaf: http://xmlns.com/foaf/spec/ : dbp: http://dbpedia.org/ontology/ last:",
    ])
    func prefixesAreRead(text: String) {
        let prefixes = Prefixes(text)
        #expect(prefixes["foaf"] == .declared(uri: "http://xmlns.com/foaf/spec/"))
        #expect(prefixes["dbp"] == .declared(uri: "http://dbpedia.org/ontology/"))
        #expect(prefixes.count == 2)
    }

    @Test func reservedPrefixesNeedNoDeclaration() {
        let prefixes = Prefixes(nil)
        #expect(prefixes.property("role") == PropertyName(.package, "role"))
        #expect(prefixes.property("dcterms:modified") == PropertyName(.dcterms, "modified"))
        #expect(prefixes.property("schema:accessMode").uri == "http://schema.org/accessMode")
        #expect(prefixes.property("og:type") == PropertyName(.undeclared(prefix: "og"), "type"))
    }

    @Test func declarationsWinAndKnownVocabulariesAreRecognised() {
        let prefixes = Prefixes("schema: http://example.org/# terms: http://purl.org/dc/elements/1.1/")
        #expect(prefixes.property("schema:x").uri == "http://example.org/#x")
        #expect(prefixes.property("terms:creator") == PropertyName(.dcterms, "creator"))
    }
}

@Suite struct DateTextTests {
    @Test(arguments: [
        ("2024", "2024-01-01T00:00:00Z"), ("2024-04", "2024-04-01T00:00:00Z"), ("2024-04-10", "2024-04-10T00:00:00Z"),
        ("2024-04-10T10:58", "2024-04-10T10:58:00Z"), ("2024-04-10T10:58:44", "2024-04-10T10:58:44Z"),
        ("2024-04-10T10:58:44.000Z", "2024-04-10T10:58:44Z"), (" 2024-04-10T00:30:00+02:00 ", "2024-04-09T22:30:00Z"),
        ("2024-12-31T23:30:00-0100", "2025-01-01T00:30:00Z"), ("2000-02-29", "2000-02-29T00:00:00Z"),
        ("1865-07-04", "1865-07-04T00:00:00Z"), ("0001-01-01", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:60Z", nil), ("1900-02-29", nil), ("2024-13-01", nil), ("2024-04-31", nil), ("invalid", nil),
        ("", nil), ("20240410", nil), ("2024-04-10T25:00", nil), ("2024-04-10T10:58:44+", nil), ("+2024", nil),
        ("0000", nil), ("99999999999999999999", nil), ("２０２４", nil),
    ])
    func datesAreMomentsInUTC(text: String, expected: String?) {
        #expect(DateText.rfc3339(text) == expected)
    }
}

@Suite struct ClockValueTests {
    @Test(
        arguments: [
            ("50:00:10.25", 180010.25), ("02:30:03", 9003), (" 02:33", 153), ("00:10.5", 10.5), ("3.2h", 11520),
            ("45min", 2700),
            (" 30s", 30), ("5ms", 0.005), ("12.467", 12.467), ("100:00:00", 360000), ("0:00", 0), ("abc", nil),
            ("", nil),
            ("-5s", nil), ("1:2:3:4", nil), ("00:60", nil), (".5", nil), ("5.", nil), ("1e300", nil), ("nan", nil),
        ] as [(String, Double?)])
    func clockValuesAreSeconds(text: String, expected: Double?) {
        #expect(ClockValue.seconds(text) == expected)
    }
}

@Suite struct LanguageTagTests {
    @Test(arguments: [
        "en", "fr-CA", "zh-Hant-TW", "de-CH-1996", "sl-rozaj-biske", "en-a-bbb-x-a", "x-private", "i-klingon",
        "zh-min-nan",
        "es-419", "mn-Cyrl-MN", "de-u-co-phonebk", "qaaa",
    ])
    func wellFormed(tag: String) { #expect(LanguageTag.wellFormed(" \(tag) ") == tag) }

    @Test(arguments: [
        "", "e", "english (UK)", "en_US", "en-", "-en", "12", "en--US", "x", "en-x", "fr-abcdefghi", "日本", "e\u{301}n",
        "en-US-US",
    ])
    func malformed(tag: String) { #expect(LanguageTag.wellFormed(tag) == nil) }
}
