// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import TestArchives
import Testing

@Suite struct HTMLDocumentTests {
    /// The body of a document in compact notation.
    private func body(_ source: String) throws(Failure) -> String {
        let whole = try looseHTML("<!DOCTYPE html><html><head></head><body>" + source)
        #expect(whole.hasPrefix("html(head()body(") && whole.hasSuffix("))"))
        return String(whole.dropFirst(16).dropLast(2))
    }

    @Test(arguments: [
        ("<p>a<p>b", "p(a)p(b)"), ("<p>a<div>b</div>c", "p(a)div(b)c"), ("<p>a<ul><li>b", "p(a)ul(li(b))"),
        ("<p><b>a<p>b", "p(b(a))p(b(b))"), ("<p>a<hr>b", "p(a)hr()b"), ("<p>a<h1>b</h1>", "p(a)h1(b)"),
        ("<p><table><tr><td>a<p>b</table>c", "p()table(tbody(tr(td(ap(b)))))c"),
        ("<p><button>a<p>b", "p(button(ap(b)))"),
        ("<ul><li>a<li>b</ul>c", "ul(li(a)li(b))c"), ("<ul><li>a<ul><li>b</ul><li>c", "ul(li(aul(li(b)))li(c))"),
        ("<ul><li><a href=x>a<li>b</ul>", "ul(li(a[href=x](a))li(a[href=x](b)))"), ("<li><div><li>", "li(div())li()"),
        ("<li><section><li>", "li(section(li()))"), ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a)dd(b)dt(c))"),
        (
            "<select><option>a<option>b<optgroup><option>c<optgroup></select>d",
            "select(option(a)option(b)optgroup(option(c))optgroup())d"
        ),
        ("<ruby>a<rp>(<rt>b<rp>)</ruby>c", "ruby(arp(()rt(b)rp()))c"), ("<a>b<a>c</a>d", "a(b)a(c)d"),
        ("<h1>a<h2>b</h1>c", "h1(a)h2(b)c"), ("<h1>a</h2>b", "h1(a)b"), ("<h1><div>a</h1>b", "h1(div(a))b"),
        (
            "<table><caption>a<colgroup><col><tr><td>b<th>c<tr><td>d<tbody><tr><td>e</table>f",
            "table(caption(a)colgroup(col())tbody(tr(td(b)th(c))tr(td(d)))tbody(tr(td(e))))f"
        ),
        (
            "<table><tr><td><table><tr><td>a<td>b</table>c<td>d",
            "table(tbody(tr(td(table(tbody(tr(td(a)td(b))))c)td(d))))"
        ),
    ])
    func impliedEndTags(_ source: String, _ expected: String) throws { #expect(try body(source) == expected) }

    @Test(arguments: [
        ("a</b>c", "ac"), ("<div>a</p>b</div>c", "div(ap()b)c"), ("<div><b>a</div>c", "div(b(a))b(c)"),
        ("<b><i>a</b>c</i>d", "b(i(a))i(c)d"), ("<td>a</tr>b", "ab"), ("<div><td>a</div>b", "div(a)b"),
        ("<span><p>a</span>b", "span(p(ab))"), ("<b><p>a</b>b", "b()p(b(a)b)"), ("<b><div>a</b>b", "b()div(b(a)b)"),
        ("<li><ul>a</li>b", "li(ul(ab))"), ("a<br></br>b<br/>c", "abr()br()bbr()c"), ("<x-y>a</X-Y>b", "x-y(a)b"),
        ("<svg:g>a</svg:g>b", "svg:g(a)b"), ("</body>a</html>b<p>c</p>\n</body>\n", "abp(c)\n\n"), ("a</p>b", "ap()b"),
        ("<p>a</br>b<br>c</br>", "p(abr()bbr()cbr())"), ("<p>a</body>b<p>c</html>d", "p(ab)p(cd)"),
        ("<p>a<frameset>b", "p(ab)"),
    ])
    func endTags(_ source: String, _ expected: String) throws { #expect(try body(source) == expected) }

    /// HTML ignores the slash, unless the rest of the document would become text of the element.
    @Test(arguments: [
        ("<a id='x'/>b", "a[id=x](b)"), ("<p/>a", "p(a)"), ("<script src='x'/>a", "script[src=x]()a"),
        ("<table><td/><td/>", "table(tbody(tr(td()td())))"), ("<title/>a", "title()a"),
        ("<IMG SRC=a>b", "img[src=a]()b"),
        ("<svg viewBox='0 0 1 1'><path d='M0'/></svg>a", "svg[viewbox=0 0 1 1](path[d=M0]())a"),
    ])
    func tagsThatCloseThemselves(_ source: String, _ expected: String) throws { #expect(try body(source) == expected) }

    @Test(arguments: [
        ("", "html(head()body())"), (" \n", "html(head()body())"), ("a", "html(head()body(a))"),
        ("<p>a<p>b", "html(head()body(p(a)p(b)))"), ("<!-- a -->", "html(head()body())"),
        ("<title>a</title><p>b", "html(head(title(a))body(p(b)))"), ("<html lang=en>", "html[lang=en](head()body())"),
        ("<html/>a", "html(head()body(a))"), ("x<html lang=en><body>y", "html[lang=en](head()body(xy))"),
        ("<body>a<body>b<html>c", "html(head()body(abc))"), ("</body>a", "html(head()body(a))"),
        ("<html><head><title>a</title><p>b", "html(head(title(a))body(p(b)))"), ("</p><p>a", "html(head()body(p(a)))"),
        ("</br>a", "html(head()body(br()a))"), ("<tr><style></style>", "html(head()body(style()))"),
        ("<html><head><meta charset=utf-8><body>a", "html(head(meta[charset=utf-8]())body(a))"),
        ("<?xml version='1.0'?><!DOCTYPE html>\n<html xmlns='x'>a", "html[xmlns=x](head()body(a))"),
        ("<title>a", "html(head(title(a))body())"), ("<template>a", "html(head(template(a))body())"),
        ("<frameset><frame><p>a<noframes>b</noframes></frameset>c", "html(head()frameset(frame()noframes(b)))"),
        (
            "<div></div><frameset><frameset></frameset><frame></frameset><frame>",
            "html(head()frameset(frameset()frame()))"
        ),
        ("a<frameset><frame>", "html(head()body(a))"),
        ("<template><frameset></template><frameset>", "html(head(template())frameset())"),
    ])
    func outline(_ source: String, _ expected: String) throws { #expect(try looseHTML(source) == expected) }

    /// Trees that browsers build, with parts of SVG and MathML in lower case.
    @Test(arguments: [
        ("<template><table><tr><td>a</template>b", "template(table(tbody(tr(td(a)))))b"),
        ("<template><tr><td>a</template>b", "template(tr(td(a)))b"), ("<p>a</template>b", "p(ab)"),
        ("<object><p>a</object>b", "object(p(a))b"), ("<p><object><p>a</object>b", "p(object(p(a))b)"),
        ("<svg><title>a<p>b</p>c</title>d</svg>e", "svg(title(ap(b)c)d)e"), ("<svg><title>a</svg>b", "svg(title(a))b"),
        ("<svg><style>a<g>b", "svg(style(ag(b)))"),
        ("<svg><textarea>a<g>b</g></textarea></svg>", "svg(textarea(ag(b)))"),
        ("<svg><a><p>b</a>c", "svg(a())p(bc)"), ("<svg></p>a</svg>b", "svg()p()ab"), ("<svg></br>a", "svg()br()a"),
        ("<svg><desc></p>a</desc>b</svg>c", "svg(desc(p()a)b)c"),
        ("<svg><font>a</font><font size=1>b", "svg(font(a))font[size=1](b)"),
        ("<div><svg><g>a</div>b", "div(svg(g(a)))b"), ("<svg><title><td>a</title><tr>b", "svg(title(a)tr(b))"),
        ("<math><mi>a<b>c</mi>d", "math(mi(ab(cd)))"), ("<math><mi><mglyph>a<p>b", "math(mi(mglyph(a)p(b)))"),
        ("<math><annotation-xml><p>a", "math(annotation-xml())p(a)"), ("<math><desc><p>a", "math(desc())p(a)"),
        ("<math><annotation-xml encoding='Text/HTML'><p>a", "math(annotation-xml[encoding=Text/HTML](p(a)))"),
        ("<math><annotation-xml><svg><title><p>a", "math(annotation-xml(svg(title(p(a)))))"),
        ("<svg><![CDATA[a<b>]]></svg><![CDATA[c]]>d", "svg(a<b>)d"),
        ("<svg><desc><p><![CDATA[a]]>b", "svg(desc(p(b)))"),
        ("a<select>b<input>c", "aselect(b)input()c"), ("<select>a<select>b", "select(a)b"),
        (
            "<select><option>a<p>b<option>c<optgroup>d<option>e<hr>f</select>",
            "select(option(ap(b))option(c)optgroup(doption(e))hr()f)"
        ),
        ("<select><option>a<b><option>b</select>", "select(option(ab(option(b))))"),
        ("<div><select></div>a</select>b", "div(select(a)b)"),
        ("<option>a<span><option>b", "option(aspan(option(b)))"),
        ("<li><select><li>a</select><li>b", "li(select(li(a)))li(b)"),
        ("<form>a<form>b</form><form>c", "form(ab)form(c)"),
        ("<table><p>a<tr><td>b<col><tr>", "p(a)table(tbody(tr(td(b)))colgroup(col())tbody(tr()))"),
        ("<plaintext>a<b></plaintext>", "plaintext(a<b></plaintext>)"), ("a\u{0}<p>\u{0}b", "ap(b)"),
        ("<svg>\u{0}<desc>\u{0}a", "svg(\u{FFFD}desc(a))"), ("<textarea>\u{0}</textarea>", "textarea(\u{FFFD})"),
    ])
    func elementsEndWhereTheStandardSays(_ source: String, _ expected: String) throws {
        #expect(try body(source) == expected)
    }

    /// Formatting elements that overlap with blocks, and misplaced content in tables.
    @Test(arguments: [
        ("<b>a<p>b</b>c", "b(a)p(b(b)c)"), ("<p>a<b>b</p>c", "p(ab(b))b(c)"), ("<a>a<div>b<a>c", "a(a)div(a(b)a(c))"),
        ("<b><i><u>a<p>b</b>c", "b(i(u(a)))i(u(p(b(b)c)))"), ("<i><b></i>a", "i(b())b(a)"),
        ("<b id=1><p>a<b id=2></p>b", "b[id=1](p(ab[id=2]())b[id=2](b))"),
        ("<table>a<tr>b<td>c", "abtable(tbody(tr(td(c))))"),
        ("<table> <tr> </tr> </table>", "table( tbody(tr( ) ))"),
        ("<table><b>a<tr><td>b", "b(a)table(tbody(tr(td(b))))"),
        ("<table><tr><td>a</table>b", "table(tbody(tr(td(a))))b"), ("<p>a<table><p>b</table>c", "p(a)p(b)table()c"),
        ("<p><b><b><b><b>a<p>b", "p(b(b(b(b(a)))))p(b(b(b(b))))"), ("<nobr>a<nobr>b", "nobr(a)nobr(b)"),
        ("<pre>\n\na</pre>", "pre(\na)"), ("<textarea>\na</textarea>", "textarea(a)"),
        ("<b><button>a</b>b", "b()button(b(a)b)"),
    ])
    func overlaps(_ source: String, _ expected: String) throws { #expect(try body(source) == expected) }

    @Test(arguments: [
        ("", "p(atable())"), ("<!DOCTYPE html>", "p(a)table()"),
        ("<!doctype HTML PUBLIC \"-//W3C//DTD HTML 3.2//EN\">", "p(atable())"),
        (
            "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd'>",
            "p(a)table()"
        ),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>", "p(atable())"),
        ("<!DOCTYPE book>", "p(atable())"),
    ])
    func tablesInParagraphs(_ doctype: String, _ expected: String) throws {
        #expect(try looseHTML(doctype + "<p>a<table>") == "html(head()body(\(expected)))")
    }

    @Test(arguments: [
        (
            "<package><metadata><dc:title>a</dc:titel></metadata><spine/></package>",
            "package(metadata(dc:title(a))spine())"
        ),
        (
            "<package><manifest><item id='a'><item id='b'></manifest><spine>",
            "package(manifest(item[id=a](item[id=b]()))spine())"
        ),
        ("<a><![CDATA[<b>]]></a>", "a(<b>)"), ("<a>\u{0}</a>", "a(\u{FFFD})"), ("junk<a>b</a>\n", "a(b)"),
        ("<a>b</a><c/>d", "a(bc()d)"), ("<a/><b/>", "a(b())"),
        ("<p><p><br>a</p></p>", "p(p(br(a)))"),
        ("<title><b>a</b></title>", "title(b(a))"), ("<Meta Name='a'>b</meta>", "Meta[Name=a](b)"),
        ("<ncx><text>AT&T &nbsp;&eacute;</text></ncx>", "ncx(text(AT&T \u{A0}é))"), ("", ""), ("{\"a\": 1}", ""),
    ])
    func looseXMLKnowsNoElements(_ source: String, _ expected: String) throws {
        #expect(try looseXML(source) == expected)
    }

    @Test func spaceIsLeftOutOnRequest() throws {
        let source = "<a> <b> c </b>\n<d> </d>\n</a>"
        #expect(try looseXML(source, keepsSpace: false) == "a(b( c )d())")
        #expect(try looseXML(source) == "a( b( c )\nd( )\n)")
    }

    @Test func wellFormedDocumentsAreReadAsExpatReadsThem() throws {
        let source = """
            <?xml version="1.0"?>
            <!DOCTYPE html [ <!ENTITY a "b"> ]>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
            <head><title>A &amp; B</title><meta charset="utf-8"/></head>
            <body epub:type="bodymatter"><section><h1>A<br/>B</h1><p class='x "y"'>C &#x2014; &lt;D></p>
            <ol><li><a href="a.xhtml#b?c=d&amp;e">F</a><ol><li>G</li></ol></li></ol></section></body></html>
            """
        let exact = try ByteBuffer(source).withBytes { (bytes) throws(Failure) in
            try XMLDocument.parse(bytes, keepsSpace: true).notation
        }
        #expect(try looseXML(source) == exact)
        // HTML has no white space before the head.
        #expect(try looseHTML(source) == exact.replacing("(\nhead(", with: "(head("))
    }
}
