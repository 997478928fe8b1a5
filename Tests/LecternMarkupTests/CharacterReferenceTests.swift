// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import Testing

@Suite struct CharacterReferenceTests {
    private func text(for name: String) -> String? {
        var name = name
        return name.withUTF8 { NamedCharacterReference.text(for: $0) }
    }

    /// The characters for `&` and the source after it, followed by the remaining source.
    private func resolve(_ source: String, inAttribute: Bool = false) -> String? {
        Array(source.utf8).withUnsafeBufferPointer { bytes in
            guard let reference = CharacterReference(bytes, inAttribute: inAttribute) else { return nil }
            return reference.withBytes { String(decoding: $0, as: UTF8.self) }
                + String(decoding: bytes[reference.length...], as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", "\u{A0}"), ("AElig", "Æ"),
        ("eacute", "é"),
        ("yuml", "ÿ"), ("hellip", "…"), ("mdash", "—"), ("euro", "€"), ("NewLine", "\n"), ("Tab", "\t"),
        ("zwj", "\u{200D}"),
        ("zwnj", "\u{200C}"), ("alefsym", "ℵ"), ("acE", "\u{223E}\u{333}"), ("Aopf", "𝔸"), ("shy", "\u{AD}"),
        ("CounterClockwiseContourIntegral", "∳"),
    ])
    func names(_ name: String, _ expected: String) { #expect(text(for: name) == expected) }

    @Test(arguments: [
        "", "a", "AEli", "AEligx", "nbsp;", "AMp", "zzzz", "Z", "\u{E9}", "a:1", "amp=26", "lt\n",
        "Aacute:C1",
    ])
    func whatIsNoName(_ name: String) { #expect(text(for: name) == nil) }

    @Test func everyNameOfTheTableIsFound() {
        var count = 0
        var old = 0
        for word in NamedCharacterReference.table.description.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let name = word.prefix { $0 != ":" && $0 != "=" }
            let codes = word.dropFirst(name.count + 1).split(separator: "+").compactMap { UInt32($0, radix: 16) }
            let expected = String(String.UnicodeScalarView(codes.compactMap(Unicode.Scalar.init)))
            #expect(text(for: String(name)) == expected)
            if word.contains("=") {
                #expect(resolve("&\(name)") == expected)
                old += 1
            }
            count += 1
        }
        #expect(count == 2125)
        #expect(old == 106)
    }

    @Test(arguments: [
        ("&amp;", "&"), ("&amp", "&"), ("&ampx", "&x"), ("&notit;", "\u{AC}it;"), ("&notin;", "\u{2209}"),
        ("&notin", "\u{AC}in"),
        ("&#65;", "A"), ("&#65", "A"), ("&#x41;", "A"), ("&#X4a;", "J"), ("&#65x", "Ax"), ("&#x41g", "Ag"),
        ("&#0;", "\u{FFFD}"),
        ("&#xD800;", "\u{FFFD}"), ("&#x10FFFF;", "\u{10FFFF}"), ("&#x110000;", "\u{FFFD}"),
        ("&#999999999999999999999;", "\u{FFFD}"),
        ("&#128;", "€"), ("&#x81;", "\u{81}"), ("&#150;", "–"), ("&#159;", "Ÿ"), ("&#160;", "\u{A0}"),
        ("&#xFFFF;", "\u{FFFF}"),
        ("&#13;", "\r"),
    ])
    func references(_ source: String, _ expected: String) { #expect(resolve(source) == expected) }

    @Test(arguments: ["&", "&a", "& amp;", "&;", "&#", "&#;", "&#x;", "&#xg;", "&#a;", "&hellip", "&zzz;", "&apos"])
    func ampersandsThatStandForThemselves(_ source: String) { #expect(resolve(source) == nil) }

    @Test(arguments: [
        ("&copy=1", nil), ("&copyx", nil), ("&copy1", nil), ("&copy", "©"), ("&copy&", "©&"),
        ("&copy;=", "©="),
    ])
    func inAttributes(_ source: String, _ expected: String?) { #expect(resolve(source, inAttribute: true) == expected) }
}
