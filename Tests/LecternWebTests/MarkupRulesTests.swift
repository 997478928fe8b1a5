// SPDX-License-Identifier: BSD-3-Clause

import LecternWeb
import Testing

/// The markup that is kept in the body of a document at "E/a.xhtml", in XHTML.
@Suite struct MarkupRulesTests {
    static let cases: [(String, String)] = [
        // Scripts.
        ("<script src='a.js'>x</script>", "<script/>"), ("<svg:script xmlns:svg='x' href='a'/>", "<svg:script/>"),
        ("<SCRIPT>x</SCRIPT>", "<SCRIPT/>"), ("<p onclick='x' ONLOAD='y' id='z'/>", "<p id=\"z\"/>"),
        ("<a href='javascript:x'>a</a>", "<a>a</a>"), ("<a href=' java&#10;script:x'>a</a>", "<a>a</a>"),
        ("<a href='data:text/html,x' target='_top' ping='x' download=''>a</a>", "<a>a</a>"),
        ("<math><mi href='javascript:x'/></math>", "<math><mi/></math>"),
        ("<form action='x'><button formaction='y'/></form>", "<form><button/></form>"),
        ("<set attributeName='href' to='javascript:x'/>", "<set to=\"javascript:x\"/>"),
        ("<animate attributeName=' xlink:href' values='x'/>", "<animate values=\"x\"/>"),
        ("<set attributeName='onload' to='x'/>", "<set to=\"x\"/>"),
        (
            "<animate attributeName='fill' to='url(http://x/)'/>",
            "<animate attributeName=\"fill\" to=\"url(&quot;about:invalid&quot;)\"/>"
        ),
        ("<base href='x' target='y'/>", "<base/>"),
        // Pragmas.
        ("<meta http-equiv='refresh' content='0;url=x'/>", "<meta content=\"0;url=x\"/>"),
        ("<meta HTTP-EQUIV=' ReFresh'/>", "<meta/>"), ("<meta charset='x'/>", "<meta/>"),
        (
            "<meta http-equiv='Content-Language' content='de'/>",
            "<meta http-equiv=\"Content-Language\" content=\"de\"/>"
        ),
        ("<meta name='referrer' content='unsafe-url'/>", "<meta name=\"referrer\"/>"),
        ("<meta name='viewport' content='width=9'/>", "<meta name=\"viewport\" content=\"width=9\"/>"),
        // Links: those that the reader follows are kept.
        ("<a href='http://x/'>a</a>", "<a href=\"http://x/\">a</a>"),
        ("<area href='mailto:a@b'/>", "<area href=\"mailto:a@b\"/>"),
        ("<a xlink:href='b.xhtml?x=1#y'/>", "<a xlink:href=\"b.xhtml?x=1#y\"/>"), ("<a href=''/>", "<a href=\"\"/>"),
        ("<a href='#x'/>", "<a href=\"#x\"/>"), ("<a href='/E/b.xhtml'/>", "<a href=\"../E/b.xhtml\"/>"),
        ("<a href='../../../b c.xhtml#d'/>", "<a href=\"../b%20c.xhtml#d\"/>"),
        ("<a href='../~lectern/send'/>", "<a/>"), ("<a href='x/..\\..\\%7Electern/send'/>", "<a/>"),
        ("<link rel='preconnect' href='x'/>", "<link rel=\"preconnect\"/>"),
        ("<link rel='stylesheet' integrity='x' href='http://x/'/>", "<link rel=\"stylesheet\"/>"),
        ("<link rel='stylesheet' href='data:text/css,x'/>", "<link rel=\"stylesheet\"/>"),
        // Loaded resources.
        ("<img src='http://x/' alt='a'/>", "<img alt=\"a\"/>"), ("<img src='//x/'/>", "<img/>"),
        ("<img src='&#9;/&#10;\\x/'/>", "<img/>"),
        ("<img src='i.png'/>", "<img src=\"i.png\"/>"), ("<img src='../i.png'/>", "<img src=\"../i.png\"/>"),
        ("<img src='../../i.png'/>", "<img src=\"../i.png\"/>"), ("<img src='/i.png'/>", "<img src=\"../i.png\"/>"),
        ("<img src='%2e%2e/%2e%2e/i.png'/>", "<img src=\"../i.png\"/>"),
        ("<img src='file:///etc/passwd'/>", "<img/>"),
        ("<img src='data:image/png,x'/>", "<img src=\"data:image/png,x\"/>"),
        ("<img src='data:text/html,x'/>", "<img/>"), ("<use href='data:image/svg+xml,x#y'/>", "<use/>"),
        ("<image xlink:href='http://x/'/>", "<image/>"), ("<feImage href='http://x/'/>", "<feImage/>"),
        ("<unknown src='http://x/' other='http://x/'/>", "<unknown other=\"http://x/\"/>"),
        ("<img srcset='a.png 1x, http://x/ 2x, b.png'/>", "<img srcset=\"a.png 1x, b.png\"/>"),
        ("<img srcset='http://x/,'/>", "<img srcset=\"\"/>"),
        ("<video poster='http://x/' src='v.mp4'/>", "<video src=\"v.mp4\"/>"),
        ("<body background='http://x/'/>", "<body/>"),
        ("<p style='background: url(http://x/)'/>", "<p style=\"background: url(&quot;about:invalid&quot;)\"/>"),
        ("<rect fill='url(#a)'/>", "<rect fill=\"url(#a)\"/>"),
        ("<rect mask='url(//x/#a)'/>", "<rect mask=\"url(&quot;about:invalid&quot;)\"/>"),
        ("<p xml:base='http://x/'/>", "<p/>"),
        ("<p cite='http://x/' title='http://x/'/>", "<p cite=\"http://x/\" title=\"http://x/\"/>"),
        // Frames.
        (
            "<iframe src='b.xhtml#c' sandbox='allow-scripts' allow='x' name='n' width='9'>a</iframe>",
            "<iframe width=\"9\" sandbox=\"\" src=\"../~lectern/frame/E/b.xhtml?lectern-frame#c\"/>"
        ),
        ("<iframe src='b.xhtml?x'/>", "<iframe sandbox=\"\" src=\"../~lectern/frame/E/b.xhtml?x&amp;lectern-frame\"/>"),
        ("<iframe src='http://x/' srcdoc='x'/>", "<iframe/>"), ("<iframe src='/&#9;/x/'/>", "<iframe/>"),
        ("<iframe/>", "<iframe/>"),
        ("<iframe src='javascript:x'/>", "<iframe/>"), ("<iframe src='#a'/>", "<iframe/>"),
        ("<frame src='b.xhtml'/>", "<frame/>"),
        ("<object data='a.png' type='x' width='9'>text</object>", "<img width=\"9\" src=\"a.png\" alt=\"text\"/>"),
        ("<object data='a.svg'><p>text</p></object>", "<img src=\"a.svg\" alt=\"text\"/>"),
        ("<embed src='b.html'/>", "<iframe sandbox=\"\" src=\"../~lectern/frame/E/b.html?lectern-frame\"/>"),
        ("<object data='http://x/a.png'><p>text</p></object>", "<object><p>text</p></object>"),
        (
            "<object data='a.swf'><param name='x' value='y'/>text</object>",
            "<object><param name=\"x\" value=\"y\"/>text</object>"
        ),
        ("<embed src='a.swf'/>", "<embed/>"), ("<applet code='a'>text</applet>", "<object>text</object>"),
    ]

    @Test(arguments: cases) func markup(_ source: String, _ expected: String) throws {
        let document =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"><head/><"
            + "body><i/>"
            + "\(source)<b/></body></html>"
        let text = try prepared(document, as: .xhtml) { $0.stylesheets.declarations = .none }
        #expect(text.contains("<i/>\(expected)<b/>"), "\(text)")
    }

    /// Attributes from a document type declaration, and elements from its entities.
    @Test func documentTypes() throws {
        let source =
            "<!DOCTYPE html [<!ATTLIST img src CDATA 'http://x/' onload CDATA 'x'>"
            + "<!ENTITY e \"&#60;script>x&#60;/script><iframe src='http://x/'/>\">"
            + "<!ENTITY % p SYSTEM 'http://x/'> %p;]><html><head/><body><img/>&e;</body></html>"
        #expect(try prepared(source, as: .xhtml).contains("<body{dir}><img/><script/><iframe/></body>"))
    }

    /// In HTML, a tag is recognized according to the surrounding elements; only tags of the tree are written.
    @Test(arguments: [
        "<svg><title><img src=http://x/ onerror=x></title></svg>", "<svg><style><!--</style><img onerror=x>",
        "<noscript><p title='</noscript><img onerror=x>'>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--><img onerror=x>'>",
        "<!-- <img onerror=x> --><!--><img onerror=x><!-- --!><img onerror=x>",
        "<textarea></textarea x><img onerror=x>",
        "<script><!--<script></script><img onerror=x>", "<IMG\nONERROR=x>", "<img/onerror=x>",
        "<a title='<script>x</script>'>",
        "<style><script>x</script></style>", "<xmp><img onerror=x></xmp>", "<iframe><img onerror=x></iframe>",
        "<noembed><img onerror=x></noembed>", "<plaintext><img onerror=x>", "<template><script>x</script></template>",
        "<svg><![CDATA[<img onerror=x>]]></svg>",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=x>",
    ]) func hidden(_ source: String) throws {
        let text = try prepared(source, as: .html)
        let start = try #require(text.firstRange(of: "<body"))
        let body = text[start.lowerBound...].lowercased()
        #expect(!body.contains(" onerror=") || body.contains("&lt;img") || body.contains("\\3c img"), "\(body)")
        #expect(!body.contains("<script>x") && !body.contains("<!--") && !body.contains("http://x/"), "\(body)")
    }

    /// The host may allow remote images and styles, but no frames and scripts.
    @Test func remote() throws {
        let source =
            "<html><head/><body><img src='http://x/'/><iframe src='http://x/'/><p style='background: url(//x/)'"
            + "/></body></html>"
        let remote = BookReferences(from: "E/a.xhtml", allowsRemote: true)
        let result = try bytes(source).withUnsafeBytes {
            try DocumentPreparation("E/a.xhtml", references: remote).prepare($0, as: .xhtml)
        }
        let text = String(decoding: result.bytes, as: UTF8.self)
        #expect(text.contains("<img src=\"http://x/\"/><iframe/><p style=\"background: url(//x/)\"/>"), "\(text)")
    }
}
