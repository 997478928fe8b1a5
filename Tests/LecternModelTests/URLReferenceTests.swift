// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct URLReferenceTests {
    private func url(_ text: String) throws -> URLReference { try #require(URLReference(text)) }

    @Test(arguments: [
        "", " ", "a b", "é", "a\0b", "a{b}", "<a>", "a#b#c", "file:relative", "file://host", "a\nb",
        "http://a b/",
    ])
    func whatIsNoURLIsRefused(_ text: String) { #expect(URLReference(text) == nil) }

    @Test(arguments: [
        "%", "100%", "a%2", "?%", "#%zz", "%00", "//", "//host", "a:", "1:b", "./a:b",
        "#epubcfi(/6/4[x]!/4)",
    ])
    func oddURLsStayAsTheyAre(_ text: String) throws { #expect(try url(text).string == text) }

    @Test(arguments: [
        ("http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y"), ("http://a/b/c/d;p?q", "../../../g", "http://a/g"),
        ("http://a/b/c/d;p?q", "//g", "http://g"), ("http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"),
        ("http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s"), ("http://a/b/c/d;p?q", ".", "http://a/b/c/"),
        ("http://a/b/c/d;p?q", "g:h", "g:h"), ("http://a", "b", "http://a/b"), ("a/b", "../../c", "../c"),
        ("a", ".", "./"), ("a/b", "..//c", ".//c"), ("data:text/plain,x", "y", "y"), ("a/b", "./c:d", "a/c:d"),
        ("a", "./c:d", "./c:d"), ("x:/a", "..//b", "x:/.//b"),
    ])
    func resolvesAsInSection5OfTheRFC(_ base: String, _ reference: String, _ resolved: String) throws {
        #expect(try url(base).resolve(url(reference)).string == resolved)
    }

    @Test func aColonInTheNameOfAFileIsNoScheme() {
        #expect(HrefBase(entryPath: "a:b.opf").resolve("c") == "c")
        #expect(HrefBase(entryPath: "a:b.opf").href == "a%3Ab.opf")
        #expect(HrefBase.init(href: "x.opf").resolve("./a:b") == "a%3Ab")
        #expect(Href.entryPath("a%3Ab") == "a:b")
    }

    @Test func hrefsCanBeRelativeToADocumentOnTheWeb() {
        let base = HrefBase(href: "https://example.com/dir/manifest.json")
        #expect(base.resolve("../../a b") == "https://example.com/a%20b")
        #expect(base.resolve("/x") == "https://example.com/x")
        #expect(base.resolve("x") == "https://example.com/dir/x")
        #expect(base.resolve("//other/x") == "https://other/x")
        #expect(base.resolve("#f") == "https://example.com/dir/manifest.json#f")
        #expect(HrefBase(href: "https://example.com").resolve("x") == "https://example.com/x")
    }

    @Test func everyPairOfBytesIsBearable() {
        for first in UInt8.min...UInt8.max {
            for second in [UInt8(0), 0x25, 0x2E, 0x2F, 0x3A, 0x3F, 0x40, 0x5B, 0xFF] {
                let text = String(decoding: [first, second, first, second, UInt8(ascii: "%")], as: UTF8.self)
                for url in [URLReference(text), URLReference(lenient: text)] {
                    guard let url else { continue }
                    #expect(URLReference(url.string) == url)
                    _ = (url.removingQuery, url.removingFragment, url.removingLastPathSegment.resolve(url))
                }
            }
        }
    }

    @Test func endlessPathsTakeLinearTime() throws {
        let many = 40_000
        for part in ["../", "a/", "a/../", "//", "./", "a/..//"] {
            let long = try url("x/" + String(repeating: part, count: many))
            #expect(try url("a").resolve(long).string.utf8.count <= many * 6 + 4)
            _ = long.removingLastPathSegment
        }
    }
}
