// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPDF

@Suite struct PDFTokenTests {
    private func tokens(_ text: String) throws -> [PDFToken] {
        var cursor = try PDFFile.cursor(text)
        var tokens: [PDFToken] = []
        while tokens.last != .end { tokens.append(try cursor.token()) }
        return tokens.dropLast()
    }

    private func string(_ text: String) throws -> String? {
        guard case .string(let bytes)? = try tokens(text).first else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func numbersNamesAndKeywords() throws {
        #expect(
            try tokens("1 -2 +3 4. -.5 %comment )\r6") == [
                .integer(1), .integer(-2), .integer(3), .real, .real, .integer(6),
            ])
        #expect(
            try tokens("/Root/Unknown/P#72ev/P /R") == [
                .name(.root), .name(PDFName("Unknown")), .name(.prev), .name(.prefix), .name(.upperRoman),
            ])
        #expect(
            try tokens("obj null true R endobj") == [
                .keyword(.obj), .keyword(.null), .keyword(.isTrue), .keyword(.reference), .keyword(nil),
            ])
        #expect(
            try tokens("<<[/S]>>") == [
                .dictionaryStart, .arrayStart, .name(.style), .arrayEnd, .dictionaryEnd,
            ])
    }

    @Test func whatIsTooLargeMeansNothing() throws {
        #expect(try tokens("100000000000000000000") == [.real])
        #expect(try tokens(String(repeating: "1", count: 100_000)) == [.keyword(nil)])
        #expect(
            try tokens("/" + String(repeating: "S", count: 100_000)) == [
                .name(PDFName([UInt8](repeating: 0x53, count: 255)))
            ])
        #expect(try string("(" + String(repeating: "(x)", count: 100_000) + ")")?.count == 1024)
    }

    @Test(arguments: [
        ("(a(b)c)", "a(b)c"), (#"(\(\)\\\n\q)"#, "()\\\nq"), ("(a\\\r\nb\\\nc)", "abc"), (#"(\101\1012\60)"#, "AA20"),
        ("<4 1\n42>", "AB"), ("<415>", "AP"), ("()", ""), ("<>", ""),
    ])
    func strings(text: String, expected: String) throws {
        #expect(try string(text) == expected)
    }

    @Test(arguments: ["(a", "(a\\", "<41", "<4x>", ")", "}", ">", "/a#4", "/a#xy"])
    func damage(text: String) {
        #expect(throws: Failure.self) { try tokens(text) }
    }

    @Test func referencesAndDictionaries() throws {
        var cursor = try PDFFile.cursor("<</Kids[1 2 0 R 3]/Unknown[[7]]/S/r/St 5>>")
        let dictionary = try cursor.dictionary()
        #expect(dictionary.count == 4)
        guard case .array(let kids)? = dictionary[.kids], kids.count == 3, case .reference(2) = kids[1] else {
            Issue.record("The reference was not seen.")
            return
        }
        #expect(dictionary[.style]?.name == .lowerRoman)
        #expect(dictionary[.start]?.integer == 5)
    }

    @Test(arguments: [
        "<</S>>", "<<1 2>>", "[1 R]", "[R]", "[/S 0 R]", "[-1 0 R]", "[", "<<", "]", "obj", "",
        String(repeating: "[", count: 100_000), String(repeating: "<</S", count: 100_000),
    ])
    func damagedObjects(text: String) {
        #expect(throws: Failure.self) {
            var cursor = try PDFFile.cursor(text)
            _ = try cursor.object()
        }
    }

    @Test func valuesAreCounted() {
        #expect(throws: Failure.self) {
            var cursor = try PDFFile.cursor("[" + String(repeating: "1 ", count: 600_000) + "]")
            _ = try cursor.object()
        }
    }
}
