// SPDX-License-Identifier: BSD-3-Clause

import LecternWeb
import Testing

@Suite struct InertMarkupTests {
    /// The part of a document behind "|", before and after.
    static let cases: [(String, String)] = [
        (
            "<meta http-equiv=\"refresh\" content='0;url=x'/>",
            "<meta data-lectern-http-equiv=\"refresh\" content='0;url=x'/>"
        ),
        ("<meta http-equiv=\"ReFresh\"/>", "<meta data-lectern-http-equiv=\"ReFresh\"/>"),
        ("<meta http-equiv=\"&#114;efresh\"/>", "<meta data-lectern-http-equiv=\"&#114;efresh\"/>"),
        (
            "<meta data-lectern-http-equiv='a' http-equiv='refresh'/>",
            "<meta data-lectern-http-equiv='a' data-lectern-x-http-equiv='refresh'/>"
        ),
        (
            "<meta http-equiv='Content-Type' content='text/html'/>",
            "<meta http-equiv='Content-Type' content='text/html'/>"
        ),
        (
            "<meta http-equiv='x-dns-prefetch-control' content='on'/>",
            "<meta data-lectern-http-equiv='x-dns-prefetch-control' content='on'/>"
        ),
        // A policy of the publication stays, unless our style sheets would not load.
        (
            "<meta http-equiv='Content-Security-Policy' content=\"script-src 'self'; img-src a\"/>",
            "<meta http-equiv='Content-Security-Policy' content=\"script-src 'self'; img-src a\"/>"
        ),
        (
            "<meta http-equiv='Content-Security-Policy' content=\"Default-Src 'none'\"/>",
            "<meta data-lectern-http-equiv='Content-Security-Policy' content=\"Default-Src 'none'\"/>"
        ),
        // A frame of the publication stays.
        ("<iframe src='a.xhtml?x=1&amp;y#z'/>", "<iframe src='a.xhtml?x=1&amp;y#z'/>"),
        ("<iframe src='/a:b.xhtml'/>", "<iframe src='/a:b.xhtml'/>"),
        ("<iframe src='http://x/'/>", "<iframe data-lectern-src='http://x/'/>"),
        ("<iframe src=' / \\x/'/>", "<iframe data-lectern-src=' / \\x/'/>"),
        ("<iframe src='&#47;/x'/>", "<iframe data-lectern-src='&#47;/x'/>"),
        ("<iframe src='h&#116;tp://x/'/>", "<iframe data-lectern-src='h&#116;tp://x/'/>"),
        (
            "<base href=\"http://x/\" target='_top'/>",
            "<base data-lectern-href=\"http://x/\" data-lectern-target='_top'/>"
        ),
        (
            "<link rel=\"dns-prefetch  stylesheet Preconnect\" href='x'/>",
            "<link rel=\"x-dns-prefetch  stylesheet x-Preconnect\" href='x'/>"
        ),
        ("<link rel='pre&#99;onnect' href='x'/>", "<link data-lectern-rel='pre&#99;onnect' href='x'/>"),
        ("<noscript><base href='x'/></noscript>", "<noscript><base data-lectern-href='x'/></noscript>"),
        ("<basefont href='x'/>", "<basefont href='x'/>"),
        ("<meta-x http-equiv='refresh'/>", "<meta-x http-equiv='refresh'/>"),
    ]

    @Test(arguments: cases) func markup(_ source: String, _ expected: String) {
        for place in [
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head>|</head></html>",
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body><p>|</p></body></html>",
        ] {
            for kind in [DocumentKind.xhtml, .html] {
                let text = prepared(place.replacing("|", with: source), as: kind)
                #expect(text.contains(expected), "\(text)")
            }
        }
    }

    /// In XHTML it is certain what is text.
    @Test(arguments: [
        "<!-- <base href='x'/> -->", "<![CDATA[<base href='x'/>]]>", "<?p <base href='x'/>?>", "&lt;base href='x'/>",
    ])
    func textStays(_ text: String) {
        let source = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body>\(text)</body></html>"
        #expect(prepared(source, as: .xhtml).contains("<body{dir}>\(text)</body>"))
    }

    /// In HTML, what is a tag depends on elements around it.
    @Test(arguments: [
        "<svg><title><base href=x></title></svg>", "<svg><style><!--</style><base href=x>",
        "<noscript><p title='</noscript><base href=x>'>",
        "<math><mtext><title><base href=x>", "<!-- <base href=x> -->", "<!--><base href=x>", "<!-- --!><base href=x>",
        "<textarea></textarea x><base href=x>", "<script><!--<script></script><base href=x>", "<BASE\nHREF=x>",
        "<base/href=x>",
    ]) func hidden(_ source: String) {
        let text = prepared(source, as: .html).lowercased()
        #expect(text.contains("data-lectern-href=x"), "\(text)")
    }

    @Test func otherNamespacesAndEntities() {
        let source =
            "<!DOCTYPE html [<!ENTITY e \"<base href='x'/>\">]>"
            + "<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:head/>"
            + "<h:body><h:meta http-equiv='refresh'/>&e;</h:body></h:html>"
        let text = prepared(source, as: .xhtml)
        #expect(text.contains("<!ENTITY e \"<base data-lectern-href='x'/>\">"))
        #expect(text.contains("<h:meta data-lectern-http-equiv='refresh'/>"))
    }

    @Test(arguments: [("text/xsl", true), ("text/css", false), ("application/xml", true), ("", false)])
    func transformations(_ type: String, _ isInert: Bool) {
        let rest =
            "xml-stylesheet type=\"\(type)\" href='a'?><html xmlns=\"http://www.w3.org/1999/xhtml\"><head/></html>"
        #expect(prepared("<?" + rest, as: .xhtml).hasPrefix(isInert ? "<?x-xml-stylesheet" : "<?xml-stylesheet"))
    }

    /// A document of nothing but beginnings of tags takes no longer than others.
    @Test(.timeLimit(.minutes(1))) func craftedDocuments() {
        for piece in [
            "<base ", "<meta '", "<link a=\"", "<", "<!--", "</", "<a b ", "<style>", "<svg>", "<![CDATA[", "=", "<?",
        ] {
            let source = Array(repeating: bytes(piece), count: 10_000).flatMap { $0 }
            for kind in [DocumentKind.html, .xhtml, .svg] {
                #expect(splice(source, as: kind) { $0.stylesheets = StylesheetPreparation() }.count >= source.count)
            }
        }
    }
}
