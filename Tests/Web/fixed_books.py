# SPDX-License-Identifier: BSD-3-Clause
"""Books with fixed-layout pages, comics, PDF, links and footnotes, for tests of the page."""
import zipfile
from pathlib import Path

from . import books
from .books import document, epub, png

FIXED = '<meta property="rendition:layout">pre-paginated</meta>'
LOREM = "Many years ago a house stood by the water, and whoever passed it heard the sound of a clock. "


def page(number, width, height, color="#dde4ee", more="", head=None):
    """A page with colour up to its edges, and its number in the corners."""
    meta = f'<meta name="viewport" content="width={width}, height={height}"/>' if head is None else head
    style = (f"<style>body {{ background: {color}; width: {width}px; height: {height}px; font: 40px serif }}"
             "span { position: absolute } p { position: absolute; left: 60px; top: 300px; width: 400px; font-size: 20px }"
             "</style>")
    corners = "".join(f'<span style="{edge}">{number}</span>' for edge in ("left:8px;top:8px", "right:8px;bottom:8px"))
    return document(f'{corners}<p id="text">Page {number}. {LOREM * 2}</p>{more}', f"Page {number}", meta + style)


def fixed(path, direction=None, count=6):
    """Pages of 600 by 800; the first one is a cover."""
    colors = ("#223", "#c33", "#3a5", "#36c", "#c83", "#639")
    pages = [(f"p{number}.xhtml", page(number, 600, 800, colors[number % 6])) for number in range(1, count + 1)]
    return epub(path, "Fixed", "en", pages, direction=direction, metadata=FIXED)


def fixed_rtl(path):
    return fixed(path, "rtl")


def sizes(path):
    """Each page declares its size in a different way."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" %s><rect width="100%%" height="100%%" fill="teal"/><text x="20" y="60" ' \
          'font-size="30">Vector</text></svg>'
    inner = '<div><svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0,420,640"><rect width="420" height="640"/></svg></div>'
    return epub(path, "Sizes", "en", [
        ("a.xhtml", page(1, 500, 700, head='<meta name="viewport" content="height=700;width=500"/>')),
        ("b.xhtml", page(2, 510, 710, head='<meta name="viewport" content="width=510px height=710px"/>')),
        ("c.xhtml", page(3, 520, 720, head='<meta name="viewport" content="width=device-width, height=device-height"/>'
                         '<meta name="Viewport" content="initial-scale=1, width = 520 , height = 720"/>')),
        ("d.svg", svg % 'viewBox="0 0 300 450"'), ("e.svg", svg % 'width="4in" height="10cm"'),
        ("f.xhtml", document(inner)), ("g.xhtml", document('<img src="i.png" alt="A picture"/>')),
        ("h.xhtml", page(8, 500, 700, head="")), ("i.png", png(330, 440)),
    ], metadata=FIXED)


def mixed_layout(path):
    """A fixed-layout page between two chapters, and a chapter between fixed-layout pages."""
    words = books.Words(books.LATIN)
    return epub(path, "Mixed", "en", [
        ("a.xhtml", words.chapter(1, 6)), ("b.xhtml", page(2, 600, 800)), ("c.xhtml", page(3, 600, 800)),
        ("d.xhtml", words.chapter(4, 30)), ("e.xhtml", page(5, 600, 800)),
    ], metadata=FIXED, properties={"a.xhtml": "rendition:layout-reflowable", "d.xhtml": "rendition:layout-reflowable"})


def sizeless(path):
    """Pages without a declared size: a chapter next to a page, and one that is higher than a small window."""
    words = books.Words(books.LATIN)
    high = f'<p style="margin: 0">{LOREM}</p><div style="height: 900px"></div><p id="last">The last line.</p>'
    return epub(path, "Without sizes", "en", [
        ("a.xhtml", page(1, 600, 800)), ("b.xhtml", page(2, 600, 800)), ("c.xhtml", words.chapter(3, 30)),
        ("d.xhtml", page(4, 600, 800)), ("e.xhtml", document(high)),
    ], metadata=FIXED)


def comic(path, count=12, size=(400, 600)):
    """Pages of a comic; the eighth is a double page, the fifth is larger than the others."""
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(1, count + 1):
            width, height = (size[0] * 2, size[1]) if number == 8 else (size[0] * 2, size[1] * 2) if number == 5 else size
            archive.writestr(f"p{number:03}.png", png(width, height, (number * 19 % 255, 120, 255 - number * 17 % 255)))
    return path


def webtoon(path):
    return comic(path, 30, (200, 900))


def links(path):
    words = books.Words(books.LATIN)
    text = words.paragraphs(3)
    one = f"""<h1>Links</h1>
<p><a id="inside" href="two.xhtml#there">inside</a> <a id="near" href="#here">near</a> <a id="out"
href="https://example.org/a?b#c" target="_top">outside</a> <a id="mail" href="mailto:a@example.org">mail</a>
<a id="script" href="javascript:parent.broken=1">script</a> <a id="data" href="data:text/html,x">data</a>
<a id="file" href="file:///etc/passwd">file</a> <a id="blob" href="blob:http://127.0.0.1/x">blob</a>
<a id="own" href="/~lectern/send?message=%7B%7D">own</a> <a id="top" href="two.xhtml" target="_top">top</a>
<a id="new" href="two.xhtml" target="_blank" download="">new</a> <a id="nested" href="two.xhtml"><b><i>nested</i></b></a></p>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="60"><a id="vector"
xlink:href="two.xhtml"><rect width="200" height="60" fill="teal"/></a></svg>
<map name="m"><area id="area" shape="rect" coords="0,0,90,90" href="two.xhtml" alt="Two"/></map>
<img id="mapped" src="i.png" usemap="#m" width="90" height="90" alt="Map"/>
<form id="form" action="https://example.org/" target="_top"><input id="field" name="q" value="x"/><button id="send">Send</button></form>
<details><summary id="more">More</summary><p>{LOREM}</p></details>"""
    return epub(path, "Links", "en", [
        ("one.xhtml", document(one)), ("two.xhtml", document(f'{text}<h2 id="there">There</h2>{text * 4}')),
    ], [("i.png", png(90, 90))])


def outside(path):
    """Two chapters with links to a document outside of the reading order, a picture, and missing targets."""
    words = books.Words(books.LATIN)
    links = "".join(f'<p><a id="{name}" href="{href}">{name}</a></p>' for name, href in (
        ("extra", "extra.xhtml#there"), ("picture", "i.png"), ("missing", "nothing.png"),
        ("case", "TWO.XHTML#t%C3%A9"), ("root", "/two.xhtml"), ("lost", "three.xhtml"), ("gone", "#nowhere"),
        ("gone-there", "two.xhtml#nowhere")))
    extra = f'<h1>Extra</h1>{words.paragraphs(20)}<h2 id="there">There</h2>{words.paragraphs(20)}'
    two = f'<h1>Two</h1>{words.paragraphs(20)}<h2 id="t\u00E9">There</h2>{words.paragraphs(20)}'
    return epub(path, "Outside", "en", [
        ("one.xhtml", document(f"<h1>One</h1>{links}")), ("two.xhtml", document(two)),
    ], [("extra.xhtml", document(extra)), ("i.png", png(900, 600))])


def notes(path):
    note = "The note itself, with <b>bold</b> and <a href='two.xhtml'>a link</a>."
    hostile = """<script>parent.broken = 1</script><img src="x" onerror="parent.broken = 1" alt=""/><img
src="https://example.org/t.png" alt=""/><iframe src="javascript:parent.broken=1"></iframe><p onclick="parent.broken=1"
style="position:fixed" class="lectern">Clean <math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></p>
<form action="https://example.org"><input/></form><svg xmlns="http://www.w3.org/2000/svg"><script>parent.broken=1</script></svg>
<a href="javascript:parent.broken=1">bad</a> <style>body {{ display: none }}</style>"""
    one = f"""<h1>Notes</h1><p>Sure<a id="r1" epub:type="noteref" href="#n1">1</a>, role<a id="r2" role="doc-noteref"
href="two.xhtml#n2">2</a>, maybe<sup><a id="r3" href="#n3">3</a></sup>, hostile<a id="r4" epub:type="noteref"
href="two.xhtml#n4">4</a>, gloss <a id="r5" epub:type="glossref" href="two.xhtml#g1">word</a>, empty anchor<a id="r6"
epub:type="noteref" href="#n6">6</a>, no note<sup><a id="r7" href="two.xhtml#chapter">7</a></sup>, back<a id="r8"
epub:type="backlink" href="#n3"><sup>8</sup></a>, item<a id="r9" epub:type="noteref" href="#n9">9</a>, missing<a id="r10"
epub:type="noteref" href="#nothing">10</a>, colon<a id="r11" role="doc-noteref" href="#fn:é">11</a>.</p><p>{LOREM}</p>
<aside id="n1" epub:type="footnote"><p>{note} <a role="doc-backlink" href="#r1">back</a></p></aside>
<aside id="other" epub:type="footnote"><p>Nothing refers to it.</p></aside>
<aside id="fn:é" role="doc-footnote"><p>By its role.</p></aside>
<p id="n3"><a href="#r3">3</a>. A paragraph as a note.</p><p><a id="n6"></a>Behind an anchor.</p>
<ol><li id="n8">Eight.</li><li><p id="n9">Nine.</p><p>More of nine.</p></li></ol>"""
    two = f"""<h1 id="chapter">Chapter</h1><p>{LOREM * 40}</p><aside id="n2" role="doc-footnote"><p lang="fr">Une note.</p></aside>
<aside id="n4" epub:type="footnote">{hostile}</aside><dl><dt id="g1"><dfn>Word</dfn></dt><dd>What it means.</dd><dt>Other</dt>
<dd>No.</dd></dl>"""
    return epub(path, "Notes", "en", [("one.xhtml", document(one)), ("two.xhtml", document(two))])


def pdf(path, count=7):
    """Pages of 300 by 400 points with two lines each; the last one is wide.  The outline refers to the fourth."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(count))
    outline = 4 + 2 * count
    objects = [f"<< /Type /Catalog /Pages 2 0 R /Outlines {outline} 0 R >>",
               f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
               "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>"]
    for number in range(count):
        box = "0 0 500 300" if number == count - 1 else "0 0 300 400"
        text = (f"BT /F1 18 Tf 40 250 Td (Page {number + 1} begins with these words) Tj 0 -40 Td "
                f"(and word{number + 1} ends the same page) Tj ET 0.5 w 2 2 m 298 2 l S")
        objects += [f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {5 + 2 * number} 0 R "
                    "/Resources << /Font << /F1 3 0 R >> >> >>", f"<< /Length {len(text)} >>\nstream\n{text}\nendstream"]
    objects += [f"<< /Type /Outlines /First {outline + 1} 0 R /Last {outline + 1} 0 R /Count 1 >>",
                f"<< /Title (Fourth) /Parent {outline} 0 R /Dest [10 0 R /Fit] >>"]
    data, offsets = b"%PDF-1.5\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    Path(path).write_bytes(data + f"{trailer}startxref\n{len(data)}\n%%EOF\n".encode())
    return path


BOOKS = {"fixed": "epub", "fixed_rtl": "epub", "sizes": "epub", "mixed_layout": "epub", "sizeless": "epub", "comic": "cbz",
         "webtoon": "cbz", "links": "epub", "notes": "epub", "outside": "epub", "pdf": "pdf"}


#: A decoration template for kinds of publications without default styles.
TEMPLATE = {"layout": "boxes", "width": "wrap", "element": '<div class="mark" style="background: {{tint}}"></div>',
            "stylesheet": ".mark { opacity: 0.4 }"}


def interactive(reader):
    """The reader, once it handles keys and clicks."""
    reader.until("Boolean(lectern.shell.links && lectern.shell.footnotes)")
    return reader


def make(name, folder):
    """A book by name, generated in a folder unless it exists."""
    path = Path(folder) / f"fixed-{name}.{BOOKS[name]}"
    return path if path.exists() else globals()[name](path)
