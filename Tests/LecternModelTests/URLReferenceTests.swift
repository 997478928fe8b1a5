// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct URLReferenceTests {
    private func url(_ text: String) throws -> URLReference { try #require(URLReference(text)) }

    @Test(arguments: ["", " ", "a b", "é", "a\0b", "a{b}", "<a>", "a#b#c", "file:relative", "file://host", "a\nb",
        "http://a b/"])
    func whatIsNoURLIsRefused(_ text: String) { #expect(URLReference(text) == nil) }

    @Test(arguments: ["%", "100%", "a%2", "?%", "#%zz", "%00", "//", "//host", "a:", "1:b", "./a:b",
        "#epubcfi(/6/4[x]!/4)"])
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

    @Test(arguments: [
        ("http://a/b", "http://A/b/c", "c"), ("http://a/b", "http://a/b/c:d", "./c:d"),
        ("http://a/b", "http://a/b//c", ".//c"),
        ("http://a/b", "http://a/bc", nil), ("http://a", "http://a/", nil), ("http://u@a/b", "http://a/b/c", nil),
        ("a?q", "a#f", nil), ("mailto:a", "mailto:a/b", nil),
    ])
    func whatIsRelativizedCanBeResolved(_ base: String, _ target: String, _ relative: String?) throws {
        let result = try url(base).relativize(url(target))
        #expect(result?.string == relative)
        guard let result else { return }
        #expect(try url(base + "/").resolve(result).isEquivalent(to: url(target.replacing("A", with: "a"))))
    }

    @Test(arguments: [
        ("a%3Ab", "a%3Ab"), ("x/../a:b", "a%3Ab"), ("%2e%2e/%2e%2e/a", "../../a"), ("a//b", "a/b"),
        ("%c3%a9?%c3", "%C3%A9?%c3"),
        ("HTTP://Host/%7e", "http://Host/~"), ("DATA:a/../b", "data:a/../b"), ("/..", "/"), ("..", "../"),
        ("a/..", "./"),
        ("//host/../a", "//host/a"), ("x:/a/..//b", "x:/b"), ("100%", "100%25"),
    ])
    func normalisingIsIdempotent(_ text: String, _ normal: String) throws {
        #expect(try url(text).normalized.string == normal)
        #expect(try url(normal).normalized.string == normal)
    }

    @Test func aColonInTheNameOfAFileIsNoScheme() throws {
        let href = try #require(URLReference(decodedPath: "Part 1: A/b.xhtml"))
        #expect(href.kind == .relative && href.path == "Part 1: A/b.xhtml")
        #expect(HrefBase(entryPath: "a:b.opf").resolve("c") == "c")
        #expect(HrefBase(entryPath: "a:b.opf").href == "a%3Ab.opf")
        #expect(HrefBase.init(href: "x.opf").resolve("./a:b") == "a%3Ab")
        #expect(Href.entryPath("a%3Ab") == "a:b")
        #expect(try url("#x").appendingPath("a:b", isDirectory: false).path == "./a:b")
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

    @Test func hostsAreFoundInAnyAuthority() throws {
        let cases: [(String, String?, Int?)] = [
            ("http://user:pw@host:81/", "host", 81), ("http://[::1]:8080/", "[::1]", 8080),
            ("http://[::1]/", "[::1]", nil),
            ("http://a@b@c/", "c", nil), ("http://h:/", "h", nil), ("http://h:99999999999999999999/", "h", nil),
            ("http://:1", nil, 1),
        ]
        for (text, host, port) in cases {
            #expect(try url(text).host == host && url(text).port == port)
        }
        #expect(try url("http://u:p@HOST:80/a").origin == "http://host:80")
    }

    @Test func everyPairOfBytesIsBearable() {
        for first in UInt8.min...UInt8.max {
            for second in [UInt8(0), 0x25, 0x2E, 0x2F, 0x3A, 0x3F, 0x40, 0x5B, 0xFF] {
                let text = String(decoding: [first, second, first, second, UInt8(ascii: "%")], as: UTF8.self)
                let made = [
                    URLReference(text), URLReference(lenient: text), URLReference(decodedPath: text),
                    URLReference(legacyHref: text),
                ]
                for url in made {
                    guard let url else { continue }
                    let normal = url.normalized
                    #expect(normal.normalized == normal)
                    #expect(normal.kind == url.kind)
                    _ = (url.pathSegments, url.pathExtension, url.host, url.query, url.removingLastPathSegment)
                    _ = url.resolve(normal).relativize(url)
                    _ = url.replacingPathExtension("x").appendingPath(text, isDirectory: true)
                }
            }
        }
    }

    @Test func endlessPathsTakeLinearTime() throws {
        let many = 40_000
        for part in ["../", "a/", "a/../", "//", "./", "a/..//"] {
            let long = try url("x/" + String(repeating: part, count: many))
            #expect(try url("a").resolve(long).normalized.string.utf8.count <= many * 4 + 4)
            _ = (long.pathSegments.count, long.removingLastPathSegment, long.relativize(long), long.pathExtension)
        }
        let query = try url("?" + String(repeating: "a&=b&c=d=e&", count: many)).query
        #expect(query?.all(named: "c").count == many)
        #expect(query?.first(named: "c") == "d=e")
    }
}
