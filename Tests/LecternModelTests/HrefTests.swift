// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct HrefTests {
    @Test(arguments: [
        ("a/b.xhtml", "OEBPS/a/b.xhtml"), ("../a b.xhtml#x y", "a%20b.xhtml#x%20y"), ("../../../x", "x"),
        ("/abs/./q/../z?x#y", "abs/z?x#y"), ("#top", "OEBPS/content.opf#top"), ("?q", "OEBPS/content.opf?q"),
        ("", "OEBPS/content.opf"), (" a.html\n", "OEBPS/a.html"), ("é%20%7e.html", "OEBPS/%C3%A9%20~.html"),
        ("100%.html", "OEBPS/100%25.html"), ("a%2fb", "OEBPS/a/b"), ("%2e%2e/x", "x"), (".", "OEBPS/"), ("..", ""),
        ("a//b", "OEBPS/a//b"), ("HTTP://Example.com/a b", "http://Example.com/a%20b"),
        ("data:text/plain,x y", "data:text/plain,x%20y"), ("a?b c#d e", "OEBPS/a?b%20c#d%20e"),
    ])
    func resolvesAgainstThePackageDocument(_ reference: String, _ href: String) {
        #expect(HrefBase(href: "OEBPS/content.opf").resolve(reference) == href)
    }

    @Test(arguments: ["a.xhtml", "A%20b/c.xhtml#x", "~readium/positions", "%C3%A9.css", "x?y=z"])
    func aNormalHrefStaysAsItIs(_ href: String) {
        #expect(Href.normalized(href) == href)
        #expect(Href.normalized("/" + href) == href)
        #expect(Href.normalized("./x/../" + href) == href)
    }

    @Test func theEntryIsNamedByTheDecodedPath() {
        #expect(Href.entryPath("a%20%C3%A9.xhtml?q#f") == "a é.xhtml")
        #expect(Href.entryPath("%FF") == nil)
        #expect(Href.entryPath("https://example.com/a") == nil)
    }

    @Test func filePathsBecomeHrefsAndBack() {
        for path in ["a b.xhtml", "100%.xhtml", "a?b#c.xhtml", "é/ü.xhtml", "x[1].xhtml"] {
            #expect(Href.entryPath(HrefBase(entryPath: path).href) == path)
        }
    }

    @Test func everyByteIsBearable() {
        for byte in UInt8.min...UInt8.max {
            let reference = [UInt8(ascii: "a"), byte, UInt8(ascii: "%"), byte]
            let href = reference.withUnsafeBufferPointer { HrefBase(href: "d/x").resolve($0) }
            #expect(Href.normalized(href) == href)
        }
    }
}
