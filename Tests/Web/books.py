# SPDX-License-Identifier: BSD-3-Clause
"""Small generated books for tests of the page: common features of the corpus, and content that breaks paginators.

    path = books.make("overflow", folder)

Each is generated from a fixed seed, so that two runs have the same words in the same places.
"""
import random
import struct
import zipfile
import zlib
from pathlib import Path
from xml.sax.saxutils import escape

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
NAMESPACES = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
CONTAINER = """<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
TYPES = {"xhtml": "application/xhtml+xml", "html": "text/html", "svg": "image/svg+xml", "png": "image/png", "css": "text/css",
         "ttf": "font/ttf", "jpg": "image/jpeg", "js": "text/javascript", "wav": "audio/wav"}
LATIN = """time year people way day man thing woman life child world school state family student group country problem
hand part place case week company system program question work night point home water room mother area money story fact
month lot right study book eye job word business issue side kind head house service friend father power hour game line
end member law car city community name president team minute idea body information back parent face others level office
door health person art war history party result change morning reason research girl guy moment air teacher force
education""".split()
ARABIC = """في من على أن إلى هذا كان التي الذي عن مع بين كل ذلك بعد عند لم قد ما هو هي يوم كتاب مدينة بيت رجل امرأة ماء
سماء أرض شمس قمر ليل نهار طريق باب قلب يد عين صوت كلمة حرب سلام عالم حياة موت زمان مكان نور ظلام بحر جبل شجرة""".split()
HEBREW = """של על את הוא היא זה עם כל אבל לא כן יום לילה בית ספר איש אשה ילד מים שמים ארץ שמש ירח דרך דלת לב יד עין קול
מילה מלחמה שלום עולם חיים מוות זמן מקום אור חושך ים הר עץ""".split()
JAPANESE = """私は その人を 常に 先生と 呼んで いた。 だから ここでも ただ 先生と 書くだけで 本名は 打ち明けない。 これは 世間を
憚かる 遠慮と いうよりも、 その方が 私に とって 自然だから である。 筆を 執っても 心持は 同じ 事である。 吾輩は 猫である。 名前は
まだ無い。 どこで 生れたか とんと 見当が つかぬ。""".split()
MONGOLIAN = "ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ ᠪᠢᠴᠢᠭ ᠨᠣᠮ ᠬᠦᠮᠦᠨ ᠭᠠᠵᠠᠷ ᠤᠰᠤ ᠨᠠᠷᠠ ᠰᠠᠷᠠ ᠡᠳᠦᠷ ᠰᠦᠨᠢ ᠮᠣᠷᠢ ᠭᠡᠷ ᠠᠪᠤ ᠡᠵᠢ".split()


def png(width, height, color=(90, 120, 160)):
    """A picture with one colour and a border, which shows whether a part is missing."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    plain, edge = bytes(color) * width, bytes((200, 40, 40)) * width
    inside = bytes((200, 40, 40)) * 4 + bytes(color) * max(width - 8, 0) + bytes((200, 40, 40)) * 4
    inside = inside[:len(plain)]
    rows = [edge if row < 4 or row >= height - 4 else inside for row in range(height)]
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def document(body, title="Chapter", head="", attributes="", of_body=""):
    return (f"{HEAD}<html {NAMESPACES} {attributes}><head><title>{escape(title)}</title>{head}</head>"
            f"<body {of_body}>{body}</body></html>")


class Words:
    """Reproducible text from a list of words."""

    def __init__(self, words, seed=1, join=" ", stop="."):
        self.words, self.random, self.join, self.stop = words, random.Random(seed), join, stop

    def sentence(self, least=4, most=16):
        words = self.random.choices(self.words, k=self.random.randint(least, most))
        return self.join.join(words).capitalize() + self.stop

    def text(self, sentences=5):
        return " ".join(self.sentence() for _ in range(sentences))

    def paragraphs(self, count, sentences=5, tag="p"):
        return "\n".join(f"<{tag}>{escape(self.text(self.random.randint(1, sentences)))}</{tag}>" for _ in range(count))

    def chapter(self, number, paragraphs=40, sentences=6, **more):
        body = f'<h1 id="c{number}">Chapter {number}</h1>\n' + self.paragraphs(paragraphs, sentences)
        return document(body, f"Chapter {number}", **more)


def epub(path, title, language, documents, files=(), direction=None, metadata="", properties=(), outside=()):
    """Writes a book: ``documents`` are (name, bytes or text) in reading order, except those ``outside``; ``files`` are
    further resources.  Either may also have a media type that overrides the one for its name; None omits it from the
    manifest."""
    items, spine, properties = [], [], dict(properties)
    for number, (name, data, *said) in enumerate([*documents, *files]):
        kind = escape(said[0], {'"': "&quot;"}) if said and said[0] is not None else None if said else TYPES[name.rpartition(".")[2]]
        if kind is None:
            continue
        scripted = ' properties="scripted"' if b"<script" in (data.encode() if isinstance(data, str) else data) else ""
        items.append(f'<item id="i{number}" href="{name}" media-type="{kind}"{scripted}/>')
        if number < len(documents):
            extra = f' properties="{properties[name]}"' if name in properties else ""
            extra += ' linear="no"' if name in outside else ""
            spine.append(f'<itemref idref="i{number}"{extra}/>')
    rtl = f' page-progression-direction="{direction}"' if direction else ""
    package = (f'<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
               f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:test:{escape(title)}'
               f'</dc:identifier><dc:title>{escape(title)}</dc:title><dc:language>{language}</dc:language>'
               f'<meta property="dcterms:modified">2024-01-01T00:00:00Z</meta>{metadata}</metadata><manifest>'
               f'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{"".join(items)}'
               f'</manifest><spine{rtl}>{"".join(spine)}</spine></package>')
    points = "".join(f'<li><a href="{name}">Part {number + 1}</a></li>' for number, (name, *_) in enumerate(documents))
    nav = document(f'<nav epub:type="toc"><ol>{points}</ol></nav>', "Contents")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("EPUB/package.opf", package)
        archive.writestr("EPUB/nav.xhtml", nav)
        for name, data, *_ in [*documents, *files]:
            archive.writestr("EPUB/" + name, data)
    return path


# -- The books, by name

def novel(path, chapters=4, paragraphs=30):
    words = Words(LATIN)
    return epub(path, "A Novel", "en", [(f"c{n}.xhtml", words.chapter(n, paragraphs)) for n in range(1, chapters + 1)])


def short(path, chapters=200):
    """Many resources of a page or two."""
    words = Words(LATIN)
    return epub(path, "Short", "en", [(f"c{n}.xhtml", words.chapter(n, 3)) for n in range(1, chapters + 1)])


def large(path, paragraphs=2400):
    """One chapter of 1 MB, between two short ones."""
    words = Words(LATIN, 7)
    body = "<h1>Long</h1>" + "\n".join(
        f'<p id="p{n}">{escape(words.text(6))} <i>{words.sentence(3, 5)}</i> {escape(words.text(2))}</p>'
        for n in range(paragraphs))
    return epub(path, "Long", "en", [("a.xhtml", words.chapter(1, 5)), ("long.xhtml", document(body)),
                                     ("z.xhtml", words.chapter(3, 5))])


def arabic(path):
    words = Words(ARABIC, 2)
    return epub(path, "كتاب", "ar", [(f"c{n}.xhtml", words.chapter(n, 25, attributes='dir="rtl" xml:lang="ar"'))
                                     for n in range(1, 4)], direction="rtl")


def hebrew(path):
    """The direction is only declared on body."""
    words = Words(HEBREW, 3)
    return epub(path, "ספר", "he", [(f"c{n}.xhtml", words.chapter(n, 25, of_body='dir="rtl"')) for n in range(1, 4)],
                direction="rtl")


def vertical(path, mode="vertical-rl", words=JAPANESE, language="ja", join="", on="body", direction="rtl"):
    text = Words(words, 4, join, "。" if language == "ja" else "᠃")
    style = f"<style>{on} {{ writing-mode: {mode}; -epub-writing-mode: {mode}; -webkit-writing-mode: {mode} }}</style>"
    chapters = [(f"c{n}.xhtml", text.chapter(n, 30, 8, head=style)) for n in range(1, 4)]
    return epub(path, "縦書き", language, chapters, direction=direction)


def japanese(path):
    return vertical(path)


def ruby(path):
    """Paragraphs of about three lines, many of them with ruby in the first line."""
    text, choice = Words(JAPANESE, 21, "", "。"), random.Random(22)
    style = "<style>html { writing-mode: vertical-rl } p { margin: 0; line-height: 1.75 } rt { font-size: 50% }</style>"
    reading = lambda word: f"<ruby>{word}<rt>よみがな</rt></ruby>" if choice.random() < 0.25 else word  # noqa: E731
    chapters = [(f"c{n}.xhtml", document("".join(
        f"<p>{''.join(reading(word) for word in choice.choices(text.words, k=choice.randint(6, 30)))}</p>" for _ in range(90)),
        head=style)) for n in range(1, 4)]
    return epub(path, "ふりがな", "ja", chapters, direction="rtl")


def mongolian(path):
    return vertical(path, "vertical-lr", MONGOLIAN, "mn-Mong", " ", "html", "ltr")


def mixed(path):
    """Both directions, in one paragraph and in separate ones."""
    latin, hebrew_words = Words(LATIN, 5), Words(HEBREW, 6)
    body = "".join(f'<p>{latin.sentence()} <span dir="rtl" xml:lang="he">{hebrew_words.sentence()}</span> {latin.text(3)}'
                   f'</p><p dir="rtl">{hebrew_words.text(4)} <bdi>{latin.sentence()}</bdi></p>' for _ in range(20))
    return epub(path, "Mixed", "en", [("a.xhtml", document(body)), ("b.xhtml", document(body))])


def pictures(path):
    """Pictures that are higher, wider or larger than a page; in figures, floats and lines, with explicit sizes; SVG and
    MathML."""
    words = Words(LATIN, 8)
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" {} viewBox="0 0 100 400"><rect width="100" height="400" fill="teal"/>'
           '<text x="5" y="20">Text</text></svg>')
    parts = ['<img src="tall.png" alt="tall"/>', '<figure><img src="tall.png" alt=""/><figcaption>A caption of it.'
             '</figcaption></figure>', '<p>Before <img src="wide.png" alt="wide"/> after.</p>',
             '<img src="tall.png" alt="" style="height: 3000px; width: 200px"/>',
             '<div style="height: 2000px"><img src="tall.png" alt="" style="height: 100%"/></div>',
             '<img src="tall.png" alt="" style="float: left; width: 50%"/>' + words.paragraphs(3),
             svg.format('width="100" height="4000"'), svg.format('style="width: 100%; height: auto"'),
             '<p><img src="wide.png" alt="" width="5000" height="100"/></p>', '<video controls="controls" height="3000"/>',
             '<img src="small.png" alt=""/>']
    body = "".join(words.paragraphs(3) + part for part in parts) + words.paragraphs(5)
    math = ('<p>A formula: <math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>x</mi><mo>=</mo><mfrac><mrow>'
            '<mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi>'
            '</msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math></p>')
    files = [("tall.png", png(300, 2400)), ("wide.png", png(2400, 200)), ("small.png", png(40, 40))]
    return epub(path, "Pictures", "en", [("a.xhtml", document(body)), ("b.xhtml", document(math * 12 + body))], files)


def tables(path):
    words = Words(LATIN, 9)

    def table(columns, rows, attributes="", cell="td"):
        lines = "".join("<tr>" + "".join(f"<{cell}>{words.sentence(1, 3)}</{cell}>" for _ in range(columns)) + "</tr>"
                        for _ in range(rows))
        return f"<table {attributes}>{lines}</table>"
    long = "".join(words.random.choices(LATIN, k=12))
    parts = [table(3, 60), table(14, 10), table(24, 4, 'border="1"'), table(4, 3, 'width="2000"'),
             f"<table><tr><td>{long}</td><td>{long}</td></tr></table>", table(8, 30, 'style="white-space: nowrap"'),
             f'<table style="width: 100%"><tr><td>{words.paragraphs(30)}</td><td>short</td></tr></table>']
    body = "".join(words.paragraphs(2) + part for part in parts) + words.paragraphs(3)
    return epub(path, "Tables", "en", [("a.xhtml", document(body))])


def overflow(path):
    """Boxes that columns do not break."""
    words = Words(LATIN, 10)
    styles = ["overflow: hidden", "overflow: auto", "overflow: scroll", "overflow-y: auto; height: 3000px",
              "display: inline-block", "display: inline-block; width: 60%", "display: inline-flex; flex-direction: column",
              "display: flex; flex-direction: column", "display: grid", "display: inline-table", "contain: content",
              "columns: 2", "break-inside: avoid", "transform: rotate(0)", "position: relative; left: 4px",
              "overflow: hidden; max-height: 2000px", "display: flow-root", "float: left; width: 100%",
              "display: flex", "display: table-cell", "line-height: 1.3; overflow: clip", "will-change: transform",
              "content-visibility: auto", "container-type: size", "contain: size", "contain: strict"]
    body = "".join(f'{words.paragraphs(1)}<div class="box" style="{style}">{words.paragraphs(14)}</div>'
                   for style in styles)
    inside = (f'<section style="overflow: hidden"><div style="display: inline-block"><div style="overflow: auto">'
              f'{words.paragraphs(20)}</div></div></section>')
    # Fixed heights that hide the rest, as if there were pages.
    hidden = f'<div style="height: 300px">{words.paragraphs(12)}</div><div style="clear: both">{words.paragraphs(2)}</div>'
    return epub(path, "Boxes", "en", [("a.xhtml", document(body)), ("b.xhtml", document(inside + words.paragraphs(3))),
                                      ("c.xhtml", document(hidden.replace("height: 300px", "min-height: 300px")))])


def absolute(path):
    words = Words(LATIN, 11)
    body = (f'{words.paragraphs(4)}<div style="position: relative"><div style="position: absolute; top: 0; left: 0">'
            f'{words.paragraphs(14)}</div></div>')
    fixed = f'<div style="position: fixed; top: 0; left: 0; width: 100%">{words.paragraphs(16)}</div>'
    small = ('<p style="position: relative; padding-left: 3em"><span style="position: absolute; left: 0; top: 0">12</span>'
             f'{words.text(5)}</p>') * 20
    return epub(path, "Absolute", "en", [("a.xhtml", document(body)), ("b.xhtml", document(fixed)),
                                         ("c.xhtml", document(small))])


def code(path):
    """Code listings."""
    words = Words(LATIN, 12)

    def listing(lines, width):
        return "\n".join(escape("    " * words.random.randint(0, 4) + "<" + "_".join(words.random.choices(LATIN, k=width))
                                + ' attribute="value">') for _ in range(lines))
    style = """<style>pre { overflow: auto; background: #eee; padding: 1em; white-space: pre; border: 1px solid }
pre.wrap { white-space: pre-wrap; overflow: visible } div.example { overflow: hidden; display: inline-block }
code.inline { white-space: nowrap }</style>"""
    body = ""
    for lines, width in ((4, 3), (60, 4), (90, 18), (2, 40)):
        body += words.paragraphs(2) + f"<pre>{listing(lines, width)}</pre>"
        body += f'<pre class="wrap">{listing(lines, width)}</pre>'
        body += f'<div class="example"><p>Example</p><pre><code>{listing(lines, width)}</code></pre></div>'
    body += f'<p>Inline <code class="inline">{"_".join(LATIN[:60])}</code> and more. {"".join(LATIN)}</p>'
    return epub(path, "Code", "en", [("a.xhtml", document(body, head=style))])


def poetry(path):
    words = Words(LATIN, 13)
    style = ("<style>h2 { page-break-before: always; break-after: avoid } .stanza { break-inside: avoid; margin: 1em 2em }"
             "p.line { margin: 0; text-indent: -2em; padding-left: 2em } p { orphans: 3; widows: 3 }</style>")

    def poem():
        stanza = "".join(f'<p class="line">{words.sentence(3, 7)}</p>' for _ in range(words.random.randint(2, 9)))
        return f'<h2>{words.sentence(2, 4)}</h2>' + f'<div class="stanza">{stanza}</div>' * words.random.randint(1, 6)
    return epub(path, "Poems", "en", [(f"p{n}.xhtml", document("".join(poem() for _ in range(6)), head=style))
                                      for n in range(3)])


def hyphenated(path):
    """Justified text with hyphens, drop capitals and floats, preserved spaces, and empty paragraphs."""
    words = Words(LATIN, 14)
    style = ("<style>html { line-height: 1 } p { text-align: justify; hyphens: auto; margin: 0; text-indent: 1.5em } "
             "p.first::first-letter { float: left; font-size: 3em; line-height: 1 } .side { float: right; width: 30% } "
             "h1 { margin: 0 0 200px } .end { margin-bottom: 4000px; padding-bottom: 30px }</style>")
    body = f'<h1>Title</h1><p class="first">{words.text(9)}</p><div class="side">{words.text(4)}</div>'
    body += "<p>&#160;</p>".join(words.paragraphs(6, 9) for _ in range(4)) + f'<p class="end">{words.text(6)}</p>'
    return epub(path, "Justified", "en", [("a.xhtml", document(body, head=style, attributes='xml:lang="en" lang="en"'))])


def widgets(path):
    """Elements that browsers place over the text, animate, or draw themselves."""
    words = Words(LATIN, 17)
    parts = ['<dialog open="open"><p>{}</p></dialog>', '<p>{}</p><dialog open="open" style="position: fixed; inset: 0">{}</dialog>',
             "<marquee>{}</marquee>", '<marquee direction="up" height="40">{}</marquee>', '<marquee behavior="alternate">{}</marquee>',
             '<details open="open"><summary>{}</summary><p>{}</p></details>',
             "<fieldset><legend>{}</legend><p>{}</p></fieldset>", '<p style="position: sticky; top: 0">{}</p>',
             "<center>{}</center>", "<p><button>{}</button> {}</p>", '<p popover="manual">{}</p>']
    body = "".join(words.paragraphs(3) + part.format(words.text(4), words.text(3)) for part in parts) + words.paragraphs(3)
    return epub(path, "Widgets", "en", [("a.xhtml", document(body)), ("b.xhtml", document(body.replace("dialog>", "div>")
                                                                                          .replace("<dialog", "<div")))])


def svg(path):
    """Vector images and bitmaps in the reading order of a reflowable book."""
    words = Words(LATIN, 15)
    image = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><rect width="600" height="800" fill="#dde"/>'
             '<text x="60" y="100" font-size="40">A picture</text><circle cx="300" cy="400" r="200" fill="teal"/></svg>')
    return epub(path, "Vectors", "en", [("a.xhtml", words.chapter(1, 6)), ("b.svg", image), ("c.png", png(300, 900)),
                                        ("d.xhtml", words.chapter(2, 6))])


def empty(path):
    """Documents without text, and locations in them."""
    words = Words(LATIN, 16)
    anchors = "".join(f'<p>{words.text(6)} <a id="a{n}"></a>{words.text(2)}</p><div id="d{n}"></div>' for n in range(30))
    return epub(path, "Empty", "en", [("a.xhtml", document("")), ("b.xhtml", document("<p></p><div><br/></div>")),
                                      ("c.xhtml", document(anchors)), ("d.xhtml", document("<hr/>"))])


def moved(path):
    """Boxes that are moved away, off the page or out of it."""
    words = Words(LATIN, 18)
    styles = ["position: relative; top: -200px", "position: relative; left: 700px", "position: sticky; bottom: 0",
              "position: relative; top: 30px", "transform: translateX(300px)", "transform: rotate(-4deg)", "rotate: 90deg",
              "translate: 600px", "scale: 2", "transform: scaleX(-1)", "text-indent: 2000px", "float: right; margin: -20px",
              "offset-path: path('M0 0 L 1000 1000')"]
    chapters = [(f"c{number}.xhtml", document(f'{words.paragraphs(2)}<div style="{style}">{words.paragraphs(8)}</div>{words.paragraphs(2)}'))
                for number, style in enumerate(styles)]
    raised = "".join(f'<p>{words.text(2)} <span style="position: relative; top: -2em">{words.text(1)}</span> {words.text(2)}</p>'
                     for _ in range(9))
    first = document(f'<p style="margin-top: -1em">{words.text(3)}</p>', head="<style>html { zoom: 1.5 }</style>")
    before = document(words.paragraphs(3), head='<style>html::before { content: ""; display: block; height: 3000px }</style>')
    raised = (f'<div style="line-height: 4">{raised}</div><div style="break-before: page; height: 60px; margin-bottom: -300px"></div>'
              f"{words.paragraphs(3)}")
    return epub(path, "Moved", "en", [*chapters, ("raised.xhtml", document(raised)), ("first.xhtml", first), ("before.xhtml", before)])


def turned(path):
    """Boxes whose writing direction differs from their surroundings."""
    words, japanese_words = Words(LATIN, 19), Words(JAPANESE, 19, "", "。")
    modes = ["vertical-rl", "vertical-lr; text-orientation: upright", "vertical-rl; float: right", "vertical-rl; display: flex"]
    chapters = [(f"c{number}.xhtml", document(f'{words.paragraphs(2)}<div style="writing-mode: {mode}">{words.paragraphs(count)}</div>'
                                              f'{words.paragraphs(2)}'))
                for number, (mode, count) in enumerate((mode, count) for mode in modes for count in (1, 8))]
    cells = "".join(f'<tr>{f"<td><div>{words.text(2)}</div></td>" * 3}</tr>' for _ in range(4))
    cells = f"<style>td > div {{ writing-mode: vertical-rl }}</style><table>{cells}</table>{words.paragraphs(2)}"
    upright = "<style>html { writing-mode: vertical-rl } .yoko { writing-mode: horizontal-tb }</style>"
    line = "".join(f"<tr>{f'<td>{words.text(2)}</td>' * 2}</tr>" for _ in range(12))
    across = (f'{japanese_words.paragraphs(2)}<div class="yoko">{words.paragraphs(3)}</div>{japanese_words.paragraphs(2)}'
              f'<table class="yoko">{line}</table>{japanese_words.paragraphs(2)}')
    return epub(path, "Turned", "en", [*chapters, ("cells.xhtml", document(cells)), ("across.xhtml", document(across, head=upright))])


def formulas(path):
    """Formulas longer than a line, inline and between paragraphs, and a matrix that is wider than a phone."""
    words = Words(LATIN, 20)
    term = "<mi>x</mi><mo>+</mo><mfrac><mn>{0}</mn><msqrt><mi>y</mi></msqrt></mfrac><mo>=</mo><msup><mi>a</mi><mn>{0}</mn></msup>"
    row = "".join(term.format(number) for number in range(40))
    cells = "".join(f'<mtr>{"<mtd><mi>a</mi><mo>=</mo><mn>12</mn><mi>b</mi></mtd>" * 4}</mtr>' for _ in range(5))
    matrix = f"<mi>M</mi><mo>=</mo><mo>(</mo><mtable>{cells}</mtable><mo>)</mo>"

    block = 'display="block"'

    def formula(inside, attributes=""):
        return f'<math xmlns="http://www.w3.org/1998/Math/MathML" {attributes}>{inside}</math>'
    body = (f'<p>{words.text(2)} {formula(row)} {words.text(2)}</p>{formula(f"<mrow>{row}</mrow>", block)}'
            f"<p>{formula(f'<semantics><mrow>{row}</mrow><annotation>x</annotation></semantics>')}</p>"
            f"<p>{formula(f'<mrow>{matrix}</mrow>')}</p>{words.paragraphs(3)}")
    return epub(path, "Formulas", "en", [("a.xhtml", document(body)), ("b.xhtml", words.chapter(2, 9))])


def low(path):
    """Boxes that are lower than their content, without hiding it."""
    words = Words(LATIN, 23)
    styles = ["contain: size", "height: 40px; display: flex", "height: 40px; display: inline-block", "height: 40px; display: grid",
              "display: grid; grid-template-columns: 1fr 1fr; grid-template-rows: 40px 40px",
              "display: flex; flex-direction: column-reverse; height: 300px", "height: 90vh; display: flex; flex-direction: column; overflow: hidden",
              "overflow: hidden; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical"]
    chapters = [(f"c{number}.xhtml", document(f'{words.paragraphs(2)}<div style="{style}">{words.paragraphs(9)}</div>{words.paragraphs(2)}'))
                for number, style in enumerate(styles)]
    lines = document(words.paragraphs(12, 9), head="<style>p { height: 1em } p + p { height: 0 }</style>")
    inside = document(f'<div style="height: 50px"><div style="display: contents">{words.paragraphs(9)}</div></div>{words.paragraphs(2)}')
    return epub(path, "Low", "en", [*chapters, ("lines.xhtml", lines), ("inside.xhtml", inside)])


def letters(path):
    """Letters and lines higher than a page, and drop capitals of several lines."""
    words = Words(LATIN, 24)
    huge = (f'{words.paragraphs(1)}<p style="font-size: 500px">Ag</p><p>{words.text(2)} <span style="font-size: 800px">Q</span> {words.text(2)}'
            f'</p><div style="font-size: 90vw"><p>W</p></div>{words.paragraphs(1)}')
    first = "".join(f'<p><span style="float: left; font-size: 5em; line-height: .65; margin: -.1em .05em -.2em -.15em">{letter}</span>'
                    f"{words.text(6)}</p>" for letter in "QWERTYUIOP")
    tall = f'{words.paragraphs(1)}<p style="line-height: 3000px">{words.text(1)}</p>{words.paragraphs(1)}'
    return epub(path, "Letters", "en", [("a.xhtml", document(huge)), ("b.xhtml", document(tall)), ("c.xhtml", document(first))])


def beside(path):
    """Page numbers in the margin, as in many books made by volunteers."""
    words = Words(LATIN, 25)
    style = "<style>.page { position: absolute; left: 92%; font-size: smaller } body { margin: 0 10% }</style>"
    body = "".join(f'<p>{words.text(5)} <span class="page">[{number}]</span> {words.text(2)}</p>' for number in range(40))
    return epub(path, "Numbers", "en", [("a.xhtml", document(body, head=style)), ("b.xhtml", words.chapter(2, 3))])


def indented(path):
    """Nested lists and quotations, and indents that are wider than a phone."""
    words = Words(LATIN, 26)
    lists = f"<ul><li>{words.text(1)}" * 20 + "</li></ul>" * 20
    quotes = "<blockquote>" * 20 + words.paragraphs(3) + "</blockquote>" * 20
    steps = "".join(f'<p style="margin-left: {step * 4}em">{words.text(2)}</p>' for step in range(24))
    return epub(path, "Indents", "en", [(f"{name}.xhtml", document(body + words.paragraphs(2)))
                                        for name, body in (("a", lists), ("b", quotes), ("c", steps))])


BOOKS = {function.__name__: function for function in (
    novel, short, large, arabic, hebrew, japanese, ruby, mongolian, mixed, pictures, tables, overflow, absolute, code, poetry,
    hyphenated, widgets, svg, empty, moved, turned, formulas, low, letters, beside, indented)}


def make(name, folder):
    """A book by name, generated in a folder unless it exists."""
    path = Path(folder) / f"{name}.epub"
    return path if path.exists() else BOOKS[name](path)
