# SPDX-License-Identifier: BSD-3-Clause
"""DAISY books with everything that the formats have, in small: 2.02 and 3, text and recordings, or recordings alone."""
import io
import zipfile

from .recordings import mpeg

XHTML = "http://www.w3.org/1999/xhtml"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 8


def packed(files, folder=""):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(folder + name, content)
    return target.getvalue()


# -------------------------------------------------------------------------------------------------------- DAISY 2.02

def ncc(body, multimedia="audioFullText", encoding="utf-8", more=""):
    head = "".join(f'<meta name="{name}" content="{value}"/>' for name, value in (
        ("dc:title", "Das Buch &amp; mehr"), ("dc:creator", "Anna Autor"), ("dc:creator", "B. Zweite"), ("dc:publisher", "Haus"),
        ("dc:language", "de"), ("dc:date", "2001-05-06"), ("dc:identifier", "id-1"), ("dc:format", "Daisy 2.02"), ("dc:source", "978-3-16-148410-0"),
        ("ncc:narrator", "Nora Sprecher"), ("ncc:totalTime", "0:00:30"), ("ncc:maxPageNormal", "2"), ("ncc:multimediaType", multimedia)))
    return (f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
            f'"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="{XHTML}"><head><title>Das Buch</title>{head}{more}</head>'
            f"<body>{body}</body></html>").encode(encoding)


def smil1(*pars):
    return f'<?xml version="1.0"?><smil><head><layout><region id="txtView"/></layout></head><body><seq dur="10s">{"".join(pars)}</seq></body></smil>'


def par(number, text, recording=None, begin=0.0, end=0.0, more=""):
    audio = f'<seq><audio src="{recording}" clip-begin="npt={begin}s" clip-end="npt={end}s" id="a{number}"/></seq>' if recording else ""
    return f'<par endsync="last" id="p{number}" {more}><text src="{text}" id="t{number}"/>{audio}</par>'


NCC_BODY = """<h1 class="title" id="n1"><a href="one.smil#t1">Das Buch</a></h1><span class="page-front" id="n2"><a href="one.smil#t2">i</a></span>
<h1 id="n3"><a href="one.smil#p3">Erstes Übel</a></h1><span class="noteref" id="n4"><a href="one.smil#t4">1</a></span>
<h2 id="n5"><a href="TWO.smil#t6">Unter</a></h2><span class="page-normal" id="n6"><a href="TWO.smil#t7">1</a></span>
<div class="group" id="n7"><a href="TWO.smil#t8">Gruppe</a></div>"""
ONE = """<html xmlns="http://www.w3.org/1999/xhtml" lang="de"><head><meta http-equiv="Content-type" content="text/html; charset=utf-8"/><title>Text</title>
<link rel="stylesheet" type="text/css" href="default.css"/></head><body><h1 id="c1"><a href="one.smil#t1">Das Buch</a></h1>
<span class="page-front" id="c2"><a href="one.smil#t2" id="x2">i</a></span><h1 id="c3"><a href="one.smil#t3">Erstes Übel</a></h1>
<p><span id="c3b">Ein Satz <a href="https://example.org/">draußen</a></span><span class="noteref" bodyref="one.html#c5" id="c4"><a href="one.smil#t4">1</a></span>
<img src="a.png" alt="Bild"/></p><div class="notebody" id="c5"><p><a href="one.smil#t5">Die Fußnote.</a></p></div></body></html>"""
TWO = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Mehr</title></head><body><h2 id="c6"><a href="two.smil#t6">Unter</a></h2>
<span class="page-normal" id="c7"><a href="two.smil#t7">1</a></span><p id="c8"><a href="two.smil#t8">Ende.</a></p></body></html>"""


def daisy202(encoding="utf-8"):
    one = smil1(
        par(1, "one.html#c1", "one.mp3", 0, 1.5), par(2, "one.html#c2", "one.mp3", 1.5, 2, 'system-required="pagenumber-on"'),
        par(3, "one.html#c3", "one.mp3", 2, 3), par(4, "one.html#c4", "one.mp3", 3, 4, 'system-required="noteref-on"'),
        f'<seq id="s5" system-required="footnote-on">{par(5, "one.html#c5", "one.mp3", 4, 6.25)}</seq>')
    two = smil1(
        '<par id="p6"><text src="two.html#c6" id="t6"/><seq><audio src="two.mp3" clip-begin="npt=0s" clip-end="npt=1s"/>'
        '<audio src="two.mp3" clip-begin="npt=1.0s" clip-end="npt=2s"/><audio src="one.mp3" clip-begin="npt=6.5s" clip-end="npt=7s"/></seq></par>',
        par(7, "two.html#c7", "two.mp3", 2, 3), par(8, "two.html#c8"))
    return {"ncc.html": ncc(NCC_BODY, encoding=encoding), "master.smil": smil1(), "one.smil": one, "two.smil": two,
            "one.html": ONE.replace("utf-8", encoding).encode(encoding), "two.html": TWO, "default.css": "p{}", "a.png": PNG,
            "one.mp3": mpeg(10), "two.mp3": mpeg(5)}


def daisy202_audio():
    """Recordings with nothing but a navigation control center."""
    one = smil1(par(1, "ncc.html#n1", "one.mp3", 0, 4), par(2, "ncc.html#n2", "one.mp3", 4, 5), par(3, "ncc.html#n3", "one.mp3", 5, 10))
    two = smil1(par(6, "ncc.html#n5", "two.mp3", 0, 4.5), par(7, "ncc.html#n6", "two.mp3", 4.5, 5))
    return {"ncc.html": ncc(NCC_BODY, "audioNcc"), "one.smil": one, "TWO.smil": two, "one.mp3": mpeg(10), "two.mp3": mpeg(5)}


# ----------------------------------------------------------------------------------------------------------- DAISY 3

DTBOOK = """<?xml version="1.0" encoding="utf-8"?><dtbook xmlns="http://www.daisy.org/z3986/2005/dtbook/" xmlns:m="http://www.w3.org/1998/Math/MathML"
 version="2005-3" xml:lang="en"><head><meta name="dc:Title" content="The Book"/><meta name="dtb:uid" content="u"/></head><book>
<frontmatter><doctitle id="d1" smilref="a.smil#p1">The Book</doctitle><docauthor id="d2">Anna Author</docauthor>
<level1 id="l1" class="preface"><h1 id="d3">Preface</h1><p id="d4">Words<noteref id="d5" idref="#d20">1</noteref> and <a href="#d12">more</a>,
 <a href="https://example.org/?a&amp;b" external="true">out</a>.</p><pagenum id="d6" page="front">ii</pagenum></level1></frontmatter>
<bodymatter><level1><h1 id="d7">One</h1><p><sent id="d8">First <em>sentence</em>. </sent><sent id="d9">Second <strong>one</strong>.</sent></p>
<level2><h2>Two</h2><p id="d10">H<sub>2</sub>O x<sup>2</sup> <code>if</code> <acronym title="As">A</acronym> <q>said</q></p>
<pagenum id="d11" page="normal">1</pagenum><sidebar render="optional" id="d13"><hd>Side</hd><p>By the way.</p></sidebar>
<prodnote render="optional" id="d14"><p>The producer.</p></prodnote></level2></level1>
<level1><h1 id="d12">Three</h1><list type="ol" enum="a" start="3"><li><lic>Item</lic></li></list><list type="pl"><li>Plain</li></list>
<imggroup id="d15"><img id="d16" src="a.png" alt="A picture" height="9"/><caption imgref="d16">Caption</caption></imggroup>
<table id="d17"><caption>Table</caption><tr><th scope="col">Head</th></tr><tr><td colspan="2">1</td></tr></table>
<poem><title>Verse</title><linegroup><line>One line</line><line>Two <linenum>2</linenum></line></linegroup><author>Poet</author></poem>
<dl><dt>Term</dt><dd>Meaning</dd></dl><epigraph><p>Ahead.</p></epigraph><blockquote><p>Cited.</p></blockquote>
<m:math id="d18" smilref="a.smil#x" alttext="x"><m:mi>x</m:mi><m:mo>&lt;</m:mo><m:mn>2</m:mn></m:math><bridgehead>Bridge</bridgehead>
<line>Loose<br/>line</line></level1></bodymatter>
<rearmatter><level1 class="notes"><h1>Notes</h1><note id="d20" class="endnote"><p id="d21">The note.</p></note></level1></rearmatter></book></dtbook>"""


def smil2(*steps):
    return ('<?xml version="1.0"?><smil xmlns="http://www.w3.org/2001/SMIL20/"><head><customAttributes><customTest id="side" defaultState="false"/>'
            f'<customTest id="pagenum"/></customAttributes></head><body><seq id="main">{"".join(steps)}</seq></body></smil>')


def step(number, begin, end, text="book.xml", more="", recording="a.mp3"):
    shown = f'<text src="{text}#d{number}"/>' if text else ""
    return f'<par id="p{number}" {more}>{shown}<audio src="{recording}" clipBegin="0:00:0{begin}" clipEnd="{end}s"/></par>'


NCX = """<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="u"/>
<smilCustomTest id="side" bookStruct="OPTIONAL_SIDEBAR" defaultState="true" override="visible"/><smilCustomTest id="pagenum" bookStruct="PAGE_NUMBER"/></head>
<docTitle><text>The Book</text></docTitle><navMap><navPoint id="v1" playOrder="1"><navLabel><text>Preface</text></navLabel><content src="a.smil#p3"/></navPoint>
<navPoint id="v2" playOrder="2"><navLabel><text>One</text></navLabel><content src="a.smil#p7"/><navPoint id="v3"><navLabel><text>Side</text></navLabel>
<content src="b.smil#s13"/></navPoint></navPoint></navMap><pageList><pageTarget id="v4" type="front" playOrder="4"><navLabel><text>ii</text></navLabel>
<content src="a.smil#p6"/></pageTarget></pageList></ncx>"""


def opf(texts=("book.xml",), recordings=("a.mp3",), smils=("a.smil", "b.smil")):
    items = "".join(f'<item id="i{number}" href="{href}" media-type="{kind}"/>' for number, (href, kind) in enumerate(
        [(one, "application/x-dtbook+xml") for one in texts] + [(one, "audio/mpeg") for one in recordings] + [
            ("book.opf", "text/xml"), ("book.ncx", "application/x-dtbncx+xml"), ("a.png", "image/png"), ("t.res", "application/x-dtbresource+xml")]))
    items += "".join(f'<item id="s{number}" href="{href}" media-type="application/smil"/>' for number, href in enumerate(smils))
    spine = "".join(f'<itemref idref="s{number}"/>' for number, _ in enumerate(smils))
    return f"""<?xml version="1.0"?><!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd">
<package xmlns="http://openebook.org/namespaces/oeb-package/1.0/" unique-identifier="uid"><metadata><dc-metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:Format>ANSI/NISO Z39.86-2005</dc:Format><dc:Title>The Book</dc:Title><dc:Creator role="aut" file-as="Author, Anna">Anna Author</dc:Creator>
<dc:Publisher>House</dc:Publisher><dc:Language>en</dc:Language><dc:Date>2005-01-02</dc:Date><dc:Identifier id="uid">uid-1</dc:Identifier></dc-metadata>
<x-metadata><meta name="dtb:multimediaType" content="audioFullText"/><meta name="dtb:narrator" content="Nora"/><meta name="dtb:totalTime" content="0:00:12.500"/>
</x-metadata></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"""


def daisy3():
    first = smil2(*(step(number, number / 4, number / 4 + 0.25) for number in (1, 2, 3, 4)), step(5, 1.25, 1.5, more='class="noteref"'),
                  f'<seq class="note" end="DTBuserEscape;x.end" id="n1">{step(21, 8, 9)}</seq>', step(6, 1.5, 1.75, more='customTest="pagenum"'), step(7, 2, 3))
    second = smil2(step(8, 3, 4), step(9, 4, 5), step(11, 5, 5.5, more='customTest="pagenum"'),
                   f'<seq id="s13" customTest="side">{step(13, 6, 7)}</seq>', step(12, 7, 8))
    return {"book.opf": opf(), "book.ncx": NCX, "a.smil": first, "b.smil": second, "book.xml": DTBOOK, "a.png": PNG, "a.mp3": mpeg(10), "t.res": "<resources/>"}


def daisy3_audio():
    first = smil2(step(1, 0, 2, text=None), step(3, 2, 5, text=None), step(6, 5, 6, text=None, more='customTest="pagenum"'), step(7, 6, 9, text=None))
    second = smil2(f'<seq id="s13">{step(13, 0, 4, text=None, recording="b.mp3")}</seq>')
    return {"book.opf": opf(texts=(), recordings=("a.mp3", "b.mp3")), "book.ncx": NCX, "a.smil": first, "b.smil": second, "a.mp3": mpeg(10), "b.mp3": mpeg(5)}


def daisy3_text():
    """Text alone, as NIMAS has it: no NCX, no recordings, no SMIL."""
    return {"book.opf": opf(recordings=(), smils=()), "book.xml": DTBOOK, "a.png": PNG}


BOOKS = {"2.02": daisy202, "2.02 audio": daisy202_audio, "3": daisy3, "3 audio": daisy3_audio, "3 text": daisy3_text}
