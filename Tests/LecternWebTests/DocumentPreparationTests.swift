// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator
import LecternWeb
import Testing

@Suite struct DocumentPreparationTests {
    /// X is replaced with the declaration of the namespace.
    static let xhtml: [(String, String)] = [
        (
            "<html X><head><title>t</title></head><body><p>a</p></body></html>",
            "<html{root}><head>{start}<title>t</title>{default}{end}</head><body{dir}><p>a</p></body></html>"
        ),
        // Without a head, with an empty one, or with one that browsers ignore.
        ("<html X><body/></html>", "<html{root}><head>{start}{default}{end}</head><body{dir}/></html>"),
        (
            "<html X><head id='h'/><body/></html>",
            "<html{root}><head id=\"h\">{start}{default}{end}</head><body{dir}/></html>"
        ),
        ("<html X/>", "<html{root}><head>{start}{default}{end}</head></html>"),
        (
            "<html X><p/><head/></html>",
            "<html{root}><head>{start}{default}{end}</head><p/><head/></html>"
        ),
        // Existing attributes are not duplicated, and attributes with similar names are kept.
        (
            "<html X xml:lang='de' lang='de' dir='rtl' data-lectern='view=scroll' style='color: red'><head/>"
                + "<body dir='rtl'/></html>",
            "<html{xmlns}{dir} style=\"--USER__x: y !important;color: red\"{data} xml:lang=\"de\" lang=\"de\">"
                + "<head>{start}{end}</head><body{dir}/></html>"
        ),
        (
            "<html X xmlns:o='urn:o' o:dir='x' o:style='y' DIR='z'><head/></html>",
            "<html{root} xmlns:o=\"urn:o\" o:dir=\"x\" o:style=\"y\" DIR=\"z\"><head>{start}{default}{end}</hea"
                + "d></html>"
        ),
        // Content before the root, and comments.
        (
            "<?xml version=\"1.0\"?><!-- <html> --><!DOCTYPE html [<!ENTITY e \"<b>bold</b>\">]>"
                + "<?p <head> ?><html X><!-- <head> --><head><!-- </head> --></head><body>&e;</body></html>",
            "<html{root}><head>{start}{default}{end}</head><body{dir}><b>bold</b></body></html>"
        ),
        ("<html X><head/><frameset/></html>", "<html{root}><head>{start}{default}{end}</head><frameset/></html>"),
        // Styles: a sheet, an attribute, an instruction; an icon is not a style.
        (
            "<html X><head><link rel='x stylesheet' href='a'/></head></html>",
            "<html{root}><head>{start}<link rel=\"x stylesheet\" href=\"a\"/>{end}</head></html>"
        ),
        (
            "<html X><head/><body><p style='a'/></body></html>",
            "<html{root}><head>{start}{end}</head><body{dir}><p style=\"a\"/></body></html>"
        ),
        (
            "<?xml-stylesheet href='a&amp;b' type='text/css' media='print'?><html X><head/></html>",
            "<html{root}><head>{start}<link rel=\"stylesheet\" type=\"text/css\" href=\"a&amp;b\" media=\"print"
                + "\"/>{end}"
                + "</head></html>"
        ),
        (
            "<?xml-stylesheet href='a' type='text/xsl'?><html X/>",
            "<html{root}><head>{start}{default}{end}</head></html>"
        ),
        ("<?xml-stylesheet href='http://x/'?><html X/>", "<html{root}><head>{start}{end}</head></html>"),
        (
            "<html X><head><link rel='icon' href='a'/></head></html>",
            "<html{root}><head>{start}<link rel=\"icon\"/>{default}{end}</head></html>"
        ),
        // Text, references, sections.
        (
            "<html X><head/><body>a &lt;b> &amp; &#xE4; &nbsp;<![CDATA[<i>]]>&#13;<p title='\"&#10;&lt;'/></bod"
                + "y></html>",
            "<html{root}><head>{start}{default}{end}</head><body{dir}>a &lt;b&gt; &amp; \u{E4} \u{A0}&lt;i&gt;&#13;"
                + "<p title=\"&quot;&#10;&lt;\"/></body></html>"
        ),
        // Undeclared prefixes.
        (
            "<html X><head/><body epub:type='x'><svg:g own:a='b'/></body></html>",
            "<html{xmlns} xmlns:epub=\"http://www.idpf.org/2007/ops\" xmlns:own=\"urn:undeclared:own\" "
                + "xmlns:svg=\"http://www.w3.org/2000/svg\"{root}><head>{start}{default}{end}</head>"
                + "<body{dir} epub:type=\"x\"><svg:g own:a=\"b\"/></body></html>"
        ),
        // Root and head become HTML, regardless of their namespaces.
        ("<html xmlns='urn:x'><head xmlns='urn:y'/></html>", "<html{root}><head>{start}{default}{end}</head></html>"),
        ("<html><head/></html>", "<html{root}><head>{start}{default}{end}</head></html>"),
    ]

    @Test(arguments: xhtml) func documents(_ source: String, _ expected: String) throws {
        let doctype = source.contains("&nbsp;") ? "<!DOCTYPE html PUBLIC \"x\" \"y\">" : ""
        let source = doctype + source.replacing(" X", with: " xmlns=\"http://www.w3.org/1999/xhtml\"")
        #expect(try prepared(source, as: .xhtml) == expected)
        #expect(isWellFormed(try prepare(bytes(source), as: .xhtml).bytes))
    }

    /// Insertions between prefixed elements are HTML, too.
    @Test(arguments: ["<h:head/>", "<h:head></h:head>", ""]) func prefixes(_ head: String) throws {
        let source = "<h:html xmlns:h=\"urn:x\">\(head)<h:body><h:script>x</h:script></h:body></h:html>"
        let text = try prepared(source, as: .xhtml)
        #expect(text.hasPrefix("<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"{root}>"))
        #expect(text.contains(head.isEmpty ? "<head{xmlns}><meta{xmlns} " : "<h:head><meta{xmlns} http-equiv"))
        #expect(text.hasSuffix("<h:body{dir}><h:script/></h:body></h:html>"))
        #expect(isWellFormed(try prepare(bytes(source), as: .xhtml).bytes))
    }

    /// Each prefix is declared once.
    @Test func headWithAPrefixOfItsOwn() throws {
        let source = "<html xmlns='urn:y'><x:head xmlns:x='urn:x'/><head xmlns='urn:x'/></html>"
        let text = try prepared(source, as: .xhtml)
        #expect(text.hasPrefix("<html{xmlns} xmlns:x=\"http://www.w3.org/1999/xhtml\"{root}><x:head><meta{xmlns} "))
        #expect(text.hasSuffix("</x:head><head xmlns=\"urn:x\"/></html>"))
        #expect(isWellFormed(try prepare(bytes(source), as: .xhtml).bytes))
    }

    static let html: [(String, String)] = [
        (
            "<!DOCTYPE html>\n<html><head><title>t</title></head>\n<body><p>a",
            "<!DOCTYPE html><html{root}><head>{start}{charset}<title>t</title>{default}{end}</head>\n<body{dir}"
                + "><p>a</p></body></html>"
        ),
        (
            "<!doctype HTML public '-//W3C//DTD HTML 4.01 Transitional//EN'>text",
            "<!DOCTYPE HTML public '-//W3C//DTD HTML 4.01 Transitional//EN'><html{root}><head>{start}{charset}{"
                + "default}{end}</head>"
                + "<body{dir}>text</body></html>"
        ),
        (
            "<HTML><BODY DIR=RTL><IMG SRC=a><BR><PRE>\n\na</PRE><xmp><b></xmp><a<b c=d e\"=f>x</a<b>",
            "<html{root}><head>{start}{charset}{default}{end}</head><body{dir}><img src=\"a\"><br><pre>\n\na</pre>"
                + "<pre>&lt;b&gt;</pre><span c=\"d\">x</span></body></html>"
        ),
        (
            "<title></head><p></title><style>a<b {x: '<!--</b'}</style>",
            "<html{root}><head>{start}{charset}<title>&lt;/head&gt;&lt;p&gt;</title><style>a\\3c b {x: '\\3c !-"
                + "-\\3c /b'}</style>"
                + "{end}</head><body{dir}></body></html>"
        ),
        (
            "<head></head><link rel=stylesheet href=a><body>",
            "<html{root}><head>{start}{charset}<link rel=\"stylesheet\" href=\"a\">{end}</head><body{dir}></bod"
                + "y></html>"
        ),
        ("", "<html{root}><head>{start}{charset}{default}{end}</head><body{dir}></body></html>"),
    ]

    @Test(arguments: html) func documentsOfHTML(_ source: String, _ expected: String) throws {
        let text = try prepared(source, as: .html)
        // Browsers look for the encoding in the first 1024 bytes.
        #expect(
            text.replacing("{policy}{charset}{before}", with: "{start}{charset}") == expected, "\(text)")
    }

    @Test(arguments: [
        ("<br>", "<br>"), ("<a id='x'/>a", "<a id=\"x\"></a>a"), ("<p/>a<br/>", "<p></p>a<br>"), ("<b/>a", "<b></b>a"),
    ])
    func whatIsNotWellFormedIsHTML(_ source: String, _ expected: String) throws {
        let document = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body>\(source)</div></body></html>"
        let result = try prepare(bytes(document), as: .xhtml)
        let text = String(decoding: result.bytes, as: UTF8.self)
        #expect(result.type == MediaType.html && text.hasPrefix("<!DOCTYPE html><html"))
        #expect(text.contains(">\(expected)</body>"), "\(text)")
    }

    @Test func languages() throws {
        let cases = [
            ("<html><head/><body/></html>", " xml:lang=\"ja\"", "<body xml:lang=\"ja\"/>"),
            ("<html lang=''><head/><body/></html>", " lang=\"\"", "<body/>"),
            ("<html><head/><body lang='fr'/></html>", " xml:lang=\"fr\"", "<body lang=\"fr\"/>"),
        ]
        for (source, html, body) in cases {
            let text = try prepared(source, as: .xhtml) {
                $0.styling?.language = "ja"
                $0.styling?.family = .cjkVertical
            }
            #expect(text.prefix { $0 != ">" }.contains(html), "\(text)")
            #expect(text.contains(body), "\(text)")
        }
        let text = try prepared("<p>a", as: .html) { $0.styling?.language = "ja" }
        #expect(text.hasPrefix("<html lang=\"ja\""))
    }

    /// A fixed-layout page keeps its own styles.
    @Test func fixedLayout() throws {
        let source = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body style='font-size:12px'/></html>"
        let text = try prepared(source, as: .xhtml) {
            $0.styling = nil
            $0.pageSheet = nil
            $0.data = nil
            $0.style = "background-color: #000"
            $0.stylesheets.declarations = .none
        }
        #expect(
            text
                == "<html{xmlns} style=\"background-color: #000\"><head>{policy}</head><body style=\"font-size:"
                + "12px\"/></html>"
        )
    }

    @Test func drawings() throws {
        let source =
            "<?xml-stylesheet href='a.css'?><!DOCTYPE svg><svg xmlns='http://www.w3.org/2000/svg' style='a: b'>"
            + "<g xlink:href='#x'/></svg>"
        let image = try prepared(source, as: .svg, isFramed: false) { $0.style = "b: c;" }
        let content = " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
        #expect(
            image == "<?xml-stylesheet type=\"text/css\" href=\"a.css\"?><svg\(content) style=\"b: c;a: b\"{data} "
                + "xmlns=\"http://www.w3.org/2000/svg\"><g xlink:href=\"#x\"/></svg>")
        // In a frame, it is wrapped in a document with a policy.
        let framed = try prepared(source, as: .svg)
        let start = "<html{xmlns} data-lectern-content=\"\"{data}><head>{policy}<style"
        #expect(framed.hasPrefix(start) && framed.contains("href=\"a.css\"/></head>"))
        #expect(framed.hasSuffix("<g xlink:href=\"#x\"/></svg></body></html>"))
        #expect(throws: Failure.self) { try prepared("<svg>", as: .svg) }
        #expect(throws: Failure.self) { try prepared("<html/>", as: .svg, isFramed: false) }
        let other = try prepare(
            bytes("<a><html xmlns='http://www.w3.org/1999/xhtml'><script>x</script></html></a>"), as: .xml)
        #expect(other.type == MediaType.xhtml)
        #expect(String(decoding: other.bytes, as: UTF8.self).hasSuffix("<script/></html></a></body></html>"))
    }

    @Test(arguments: [true, false]) func utf16(_ isBigEndian: Bool) throws {
        let source = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body>\u{4E00}\u{1F600}\u{3C3C}</body></html>"
        let encoded = ("\u{FEFF}" + source).utf16.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        for kind in [DocumentKind.html, .xhtml] {
            #expect(try prepare(encoded, as: kind).bytes == prepare(bytes(source), as: kind).bytes)
        }
    }

    /// A document that consists of starts of tags takes no longer than others.
    @Test(.timeLimit(.minutes(1))) func craftedDocuments() throws {
        for piece in [
            "<base ", "<meta '", "<link a=\"", "<", "<!--", "</", "<a b ", "<style>", "<svg>", "<![CDATA[", "=", "<?",
            "&",
            "<p style='url(", "<?xml-stylesheet ", "<object data='a'>",
        ] {
            let source = Array(repeating: bytes(piece), count: 10_000).flatMap { $0 }
            for kind in [DocumentKind.html, .xhtml, .xml] { _ = try? prepare(source, as: kind) }
        }
    }
}
