// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct URITemplateTests {
    private let values = [
        "var": "value", "hello": "Hello World!", "path": "/foo/bar", "empty": "", "x": "1024", "y": "768",
        "half": "50%", "pct": "a%20b",
    ]

    /// Examples of RFC 6570, section 3.2, in which it and the toolkits agree.
    @Test(arguments: [
        ("{var}", "value"), ("{+path}/here", "/foo/bar/here"), ("{+hello}", "Hello%20World!"), ("{+half}", "50%25"),
        ("{+pct}", "a%20b"), ("{+x,hello,y}", "1024,Hello%20World!,768"), ("{#path:6}here", "#/foo/bhere"),
        ("{#undef}", ""), ("X{#var}", "X#value"), ("{/var,x}/here", "/value/1024/here"), ("{/var:1,var}", "/v/value"),
        ("X{.x,y}", "X.1024.768"), ("X{.empty}", "X."), ("{;x,y,empty,undef}", ";x=1024;y=768;empty"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="), ("?fixed=yes{&x}", "?fixed=yes&x=1024"), ("{var:3}", "val"),
        ("{var*}", "value"), ("{?var:30}", "?var=value"), ("{/path}", "/%2Ffoo%2Fbar"),
    ])
    func expandsAsTheRFC(_ template: String, _ expanded: String) throws {
        #expect(try URITemplate(template).expand(values) == expanded)
    }

    @Test(arguments: [
        "{", "}", "{}", "}{", "{x", "x}", "{?}", "{,}", "{x,}", "{=x}", "{x:0}", "{x:}", "{x:10000}",
        "{x:99999999999999999999}", "{|x}",
        "{x y}", "{\0}", "{?x&y}", "{{}}",
    ])
    func whatIsNoExpressionStays(_ template: String) throws {
        #expect(URITemplate(template).parameters.isEmpty)
        #expect(try URITemplate(template).expand(values) == template)
    }

    @Test func anOpenBraceBeginsAnew() throws {
        #expect(try URITemplate("{a{x}b}{{y}}").expand(values) == "{a1024b}{768}")
    }

    @Test func valuesCannotAddParametersToAQuery() throws {
        let expanded = try URITemplate("s{?x}").expand(["x": "a&b=c#d+e%f\0é"])
        #expect(expanded == "s?x=a%26b%3Dc%23d%2Be%25f%00%C3%A9")
        #expect(URLReference(expanded)?.query?.first(named: "x") == "a&b=c#d+e%f\0é")
    }

    @Test func aVariableWithoutValueIsEmpty() throws {
        #expect(try URITemplate("a{?x,y}{z}").expand([:]) == "a?x=&y=")
        #expect(URITemplate("a{?x,y}{y,x}").parameters == ["x", "y"])
    }

    @Test func enormousTemplatesTakeLinearTime() throws {
        let many = 50_000
        #expect(try URITemplate(String(repeating: "{", count: many)).expand([:]).utf8.count == many)
        #expect(try URITemplate(String(repeating: "{x}", count: many)).expand(["x": "y"]).utf8.count == many)
        #expect(URITemplate("{" + (0..<many).map { "v\($0)" }.joined(separator: ",") + "}").parameters.count == many)
        let nested = String(repeating: "{", count: many) + "x" + String(repeating: "}", count: many)
        #expect(URITemplate(nested).parameters == ["x"])
    }

    @Test func whatWouldBecomeTooLongIsRefused() {
        let template = URITemplate(String(repeating: "{x}", count: 10_000))
        #expect(throws: Failure.self) { try template.expand(["x": String(repeating: "a", count: 1 << 16)]) }
    }
}
