// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

@Suite struct MediaTypeTests {
    @Test(arguments: ["", "/", "a/", "/b", "a", "a/b/c", "a b/c", "é/x", "a/\0", ";a/b", "a/b\u{7F}", "a/b\u{301}"])
    func whatIsNoMediaTypeIsRefused(_ text: String) { #expect(MediaType(text) == nil) }

    @Test(arguments: [
        ("A/B", "a/b"), (" a/b ; ", "a/b"), ("a/b;c", "a/b"), ("a/b;=c", "a/b"), ("a/b;c=d=e", "a/b"),
        ("a/b;;;c=d;;", "a/b;c=d"),
        ("a/b;z=1;y=2;z=3", "a/b;y=2;z=1"), ("a/b;CHARSET=utf8", "a/b;charset=UTF-8"), ("a/b;c=", "a/b;c="),
        ("a/b;c=\"d;e\"", "a/b;c=\"d"), ("a/b;c=\0", "a/b;c=\0"),
    ])
    func oddParametersAreSurvived(_ text: String, _ string: String) throws {
        let type = try #require(MediaType(text))
        #expect(type.string == string)
        #expect(MediaType(string) == type)
    }

    @Test func aTypeWithoutParametersContainsAllOfThem() throws {
        let any = try #require(MediaType("*/*")), html = try #require(MediaType("text/html"))
        let utf8 = try #require(MediaType("text/html;charset=utf-8"))
        let both = try #require(MediaType("text/html;a=1;charset=utf-8;z=2"))
        #expect(any.contains(both) && html.contains(both) && utf8.contains(both))
        #expect(!both.contains(utf8) && !utf8.contains(html) && !html.contains(any))
        #expect(both.matches(utf8) && html.matches(any))
    }

    @Test func manyParametersTakeLittleTime() throws {
        let many = 100_000
        let text = "a/b" + (0..<many).map { ";n\($0)=v" }.joined()
        let type = try #require(MediaType(text))
        #expect(type.parameters.count == many)
        #expect(type.contains(try #require(MediaType(text + ";x=y"))))
        #expect(try #require(MediaType("a/b" + String(repeating: ";n=v", count: many))).parameters.count == 1)
        #expect(MediaType(String(repeating: ";", count: many)) == nil)
    }
}
