// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import TestArchives
import Testing

/// Records the tokens: "<a b=c>" for a start tag, "</a>" for an end tag, text unchanged; separated by "|".
private struct Recorder: HTMLTokenSink {
    static let wantsAttributes = true
    private static let contents: [String: HTMLContent] = [
        "title": .escapableText, "textarea": .escapableText, "style": .rawText, "xmp": .rawText, "iframe": .rawText,
        "noembed": .rawText, "noframes": .rawText, "script": .script, "plaintext": .plainText,
    ]
    var tokens: [String] = []
    var wasText = false
    var isStopped: Bool { tokens.last == "<stop>" }
    var readsSections: Bool { tokens.last == "<svg>" }
    var keepsNUL: Bool { readsSections }

    mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
        let name = String(decoding: tag.name, as: UTF8.self)
        let attributes = tag.attributes.map { name, value in
            " " + String(decoding: name, as: UTF8.self) + "=" + String(decoding: value, as: UTF8.self)
        }
        tokens.append("<" + name + attributes.joined() + (tag.isSelfClosing ? "/>" : ">"))
        wasText = false
        return tag.isSelfClosing ? .data : Recorder.contents[name] ?? .data
    }

    mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {
        tokens.append("</" + String(decoding: name, as: UTF8.self) + ">")
        wasText = false
    }

    mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
        #expect(!bytes.isEmpty)
        let text = String(decoding: bytes, as: UTF8.self)
        if wasText, let last = tokens.popLast() { tokens.append(last + text) } else { tokens.append(text) }
        wasText = true
    }
}

private func tokens(_ source: String, isXML: Bool = false) -> String {
    var recorder = Recorder()
    var source = source
    source.withUTF8 { HTMLTokenizer.run($0, isXML: isXML, into: &recorder) }
    return recorder.tokens.joined(separator: "|")
}

@Suite struct HTMLTokenizerTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("a<b>c</b>d", "a|<b>|c|</b>|d"), ("<DIV\nID=A>", "<div id=A>"), ("</DIV >", "</div>"),
        ("a < b", "a < b"), ("a<1>", "a<1>"), ("<", "<"), ("a</", "a</"), ("a</>b", "ab"), ("a</ b>c", "ac"),
        ("<a", ""), ("<a b", ""), ("<a b='c", ""), ("x<a b=c", "x"), ("</a", ""), ("<a/>", "<a/>"), ("<a / >", "<a>"),
        ("</a b=c/>", "</a>"), ("<a<b>c", "<a<b>|c"), ("<\u{E9}>", "<\u{E9}>"), ("<a\u{0}B>", "<a\u{FFFD}b>"),
    ])
    func tags(_ source: String, _ expected: String) { #expect(tokens(source) == expected) }

    @Test(arguments: [
        ("<a b>", "<a b=>"), ("<a b c>", "<a b= c=>"), ("<a b=c d>", "<a b=c d=>"), ("<a b = 'c'>", "<a b=c>"),
        ("<a b=\"c\"d='e'f=g>", "<a b=c d=e f=g>"), ("<a b=>", "<a b=>"), ("<a b= >", "<a b=>"), ("<a =b>", "<a =b=>"),
        ("<a b==c>", "<a b==c>"), ("<a b=c/>", "<a b=c/>"), ("<a b='c'/>", "<a b=c/>"), ("<a/b/c>", "<a b= c=>"),
        ("<a B=C>", "<a b=C>"), ("<a b=\"x>y\">", "<a b=x>y>"), ("<a \"b\">", "<a \"b\"=>"),
        ("<a b=c\"d>", "<a b=c\"d>"),
        ("<a b='1\r\n2\r3'>", "<a b=1\n2\n3>"), ("<a b='\u{0}'>", "<a b=\u{FFFD}>"), ("<a b='c' B=d>", "<a b=c b=d>"),
        ("<a href='?a=1&b=2&amp;c=3'>", "<a href=?a=1&b=2&c=3>"), ("<a b='&copy=1&copy;&copy'>", "<a b=&copy=1©©>"),
        ("<a b='&copyx&notin;&not'>", "<a b=&copyx\u{2209}\u{AC}>"), ("<a <b>", "<a <b=>"),
    ])
    func attributes(_ source: String, _ expected: String) { #expect(tokens(source) == expected) }

    @Test(arguments: [
        "<!---->", "<!-->", "<!--->", "<!--a-->", "<!--a--!>", "<!--a--b-->", "<!---->", "<!--a<!--b-->", "<!--a--->",
        "<!-- > -->", "<!--!>-->", "<!---!>-->", "<!x>", "<!>", "<?x y?>", "<?>", "<!DOCTYPE html>", "<!doctype>",
        "<!DOCTYPE a PUBLIC \"b\" 'c'>", "<!DOCTYPE a [<!ENTITY b \"]c>\"> <!-- d --> ] >", "<!-x>", "<![CDATA>",
        "</!x>",
    ])
    func whatIsNoText(_ source: String) { #expect(tokens("a" + source + "b") == "ab") }

    @Test(arguments: ["<!--a", "<!--a--", "<!--a--!", "<!--", "<!-", "<!x", "<?x", "<!DOCTYPE", "<!DOCTYPE a [ b"])
    func whatTheEndCutsOff(_ source: String) { #expect(tokens("a" + source) == "a") }

    @Test(arguments: [
        ("<![CDATA[<b>&amp;]]>c", "<b>&amp;c"), ("<![CDATA[]]>", ""), ("<![CDATA[]]]]>", "]]"),
        ("<![CDATA[a]]b]>c", "a]]b]>c"), ("<![CDATA[a\r\n\u{0}", "a\n\u{FFFD}"), ("<![cdata[a]]>b", "b"),
    ])
    func sections(_ source: String, _ expected: String) {
        #expect(tokens("<svg>" + source) == (expected.isEmpty ? "<svg>" : "<svg>|" + expected))
    }

    @Test(arguments: [("a<![CDATA[<b>&amp;]]>c", "a&amp;]]>c"), ("<![CDATA[a", ""), ("a<![CDATA[b]]>c", "ac")])
    func sectionsOfHTMLAreComments(_ source: String, _ expected: String) {
        #expect(tokens(source) == expected.replacing("&amp;", with: "&"))
    }

    @Test(arguments: [
        ("a\r\nb\rc\n\r\rd\r", "a\nb\nc\n\n\nd\n"), ("a\u{0}b", "ab"), ("\u{0}", ""), ("<svg>\u{0}", "<svg>|\u{FFFD}"),
        ("\r", "\n"), ("\u{FEFF}", "\u{FEFF}"),
        (
            String(repeating: "x", count: 31) + "\r\n&amp;\u{0}" + String(repeating: "y", count: 33),
            String(repeating: "x", count: 31) + "\n&" + String(repeating: "y", count: 33)
        ),
    ])
    func text(_ source: String, _ expected: String) { #expect(tokens(source) == expected) }

    @Test(arguments: [
        ("<title>a<b>&lt;</b></title>c", "<title>|a<b><</b>|</title>|c"), ("<TITLE>a</Title x>", "<title>|a|</title>"),
        ("<title></titlex></title/>", "<title>|</titlex>|</title>"), ("<title>a", "<title>|a"),
        ("<textarea><p></textarea>", "<textarea>|<p>|</textarea>"),
        ("<style>a>b&lt;</style>", "<style>|a>b&lt;|</style>"),
        ("<style><!--</style>-->", "<style>|<!--|</style>|-->"), ("<style></styl", "<style>|</styl"),
        ("<plaintext>a</plaintext>&lt;\u{0}", "<plaintext>|a</plaintext>&lt;\u{FFFD}"),
        ("<script>a</b>\r\n</script>", "<script>|a</b>\n|</script>"), ("<script/>a", "<script/>|a"),
        ("<script><!--</script>-->", "<script>|<!--|</script>|-->"),
        ("<script><!--<script></script>--></script>", "<script>|<!--<script></script>-->|</script>"),
        ("<script><!--<script>--></script>", "<script>|<!--<script>-->|</script>"),
        ("<script><!--><script></script>", "<script>|<!--><script>|</script>"),
        ("<script><!--<script></script></script>", "<script>|<!--<script></script>|</script>"),
        ("<script><!--<scriptx></script>", "<script>|<!--<scriptx>|</script>"),
    ])
    func rawText(_ source: String, _ expected: String) { #expect(tokens(source) == expected) }

    @Test(arguments: [
        ("<dc:Title Id='A'/>", "<dc:Title Id=A/>"), ("<_a><:b><\u{E9}>", "<_a>|<:b>|<\u{E9}>"),
        ("<a href=b/>", "<a href=b/>"),
        ("<item id='a' <item id='b'>", "<item id=a>|<item id=b>"), ("<a b='1\r\n2\t3'>", "<a b=1 2 3>"),
        ("a < b", "a < b"),
    ])
    func looseXML(_ source: String, _ expected: String) { #expect(tokens(source, isXML: true) == expected) }

    @Test func stopsWhenTheSinkHasEnough() { #expect(tokens("<a><stop><b>") == "<a>|<stop>") }
}
