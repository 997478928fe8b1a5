# SPDX-License-Identifier: BSD-3-Clause
"""Dark and sepia: what the author drew for white paper stays visible on the reader's, and marks do not wash out letters."""
import pytest

from support.pictures import encoded, picture as drawn

from . import books
from .contrast import contrast as letters
from .marking import apply
from .test_forced_colors import contrast, decorate, light, picture

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")
PAPER = {"dark": (0, 0, 0), "sepia": (250, 244, 232)}


def strokes(color, format="PNG"):
    """Lines on a transparent ground, like a formula."""
    image = Image.new("RGBA", (200, 60))
    for y in (12, 30, 48):
        ImageDraw.Draw(image).line((10, y, 190, y), color, 4)
    return encoded(image, format)


def many_colored():
    image = Image.new("RGBA", (200, 60))
    for x, color in ((0, "black"), (70, "darkred"), (140, "navy")):
        ImageDraw.Draw(image).line((x, 10, x + 50, 50), color, 8)
    return encoded(image, "PNG")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" {} viewBox="0 0 200 60" width="200" height="60"><path d="M10 30h180" stroke="#111" stroke-width="6"/></svg>'
FILES = [("black.png", strokes("black")), ("white.png", strokes("white")), ("gray.webp", strokes("#333", "WEBP"), "image/webp"),
         ("colors.png", many_colored()), ("photo.jpg", encoded(drawn(200, 60), "JPEG")), ("photo.png", encoded(drawn(200, 60), "PNG")),
         ("lines.svg", SVG.format("")), ("paper.png", encoded(drawn(200, 200), "PNG"))]
BODY = f"""<p><img id="black" src="black.png" alt=""/></p><div style="background: white; padding: 1em"><img id="boxed" src="black.png" alt=""/></div>
<p><img id="gray" src="gray.webp" alt=""/></p><p><img id="colors" src="colors.png" alt=""/></p><p><img id="lines" src="lines.svg" alt=""/></p>
<p>{SVG.format('id="inline"')}</p><p><img id="white" src="white.png" alt=""/></p>
<p><img id="photo" src="photo.jpg" alt=""/> <img id="opaque" src="photo.png" alt=""/></p>"""
TEXTS = """<style>.box { background: #ffc; padding: .3em } code { background-color: #eee; color: #a00 }</style>
<p id="words">Plain words</p><p id="black" style="color: #000">Black words</p><p id="inverse" style="color: #fff; background: #000">White words</p>
<p id="red" style="color: red">Red words</p><p id="blue" style="color: darkblue">Blue words</p>
<p class="box"><span id="boxed">Words in a box</span> <span id="green" style="color: green">and green</span></p><p><code id="code">code</code></p>
<p><mark id="mark">marked</mark></p><p id="gradient" style="background: linear-gradient(#fff, #eee)">On a gradient</p>
<div style="background-image: url(paper.png)"><p id="papered">On a picture</p></div>"""
BOX = """(id) => {
  const frame = lectern.shell.current(), {left, top, right, bottom} = frame.toView(frame.document.getElementById(id).getBoundingClientRect());
  return [left, top, right, bottom].map(Math.round);
}"""


@pytest.fixture
def open_book(read, tmp_path):
    def made(body, preferences, **more):
        path = books.epub(tmp_path / "paper.epub", "Paper", "en", [("a.xhtml", books.document(body))], FILES)
        return read(path, preferences, (800, 1000), **more)
    return made


def seen(reader, name):
    return picture(reader.page).crop(reader.evaluate(BOX, name))


@pytest.mark.parametrize("theme", PAPER)
def test_drawings_without_a_ground_stay_visible(open_book, theme):
    reader = open_book(BODY, {"theme": theme})
    reader.idle()
    for name in ("black", "boxed", "gray", "colors", "lines", "inline", "white"):
        assert contrast(seen(reader, name)) > 4.5, name


@pytest.mark.parametrize("theme", PAPER)
def test_photographs_are_left_alone(open_book, theme):
    reader = open_book(BODY, {})
    before = {name: seen(reader, name).tobytes() for name in ("photo", "opaque")}
    reader.set(theme=theme)
    reader.idle()
    assert {name: seen(reader, name).tobytes() for name in before} == before
    # And back.
    reader.set(theme="light")
    reader.idle()
    assert reader.evaluate("lectern.shell.current().document.querySelectorAll('[data-lectern-ground]').length") == 0


@pytest.mark.parametrize("name", ["kept", "inverted"])
def test_inverted_pictures_are_inverted_once(open_book, name):
    reader = open_book(BODY, {"theme": "dark", **({"invertImages": 1} if name == "inverted" else {})})
    reader.idle()
    assert contrast(seen(reader, "black")) > 4.5


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("theme", PAPER)
def test_colors_and_boxes_of_the_author_have_contrast(open_book, theme, version):
    reader = open_book(TEXTS, {"theme": theme}, options={"readiumCSS": {"version": version}})
    reader.idle()
    whole = picture(reader.page)
    for name in ("words", "black", "inverse", "red", "blue", "boxed", "green", "code", "mark", "gradient", "papered"):
        left, top, right, bottom = reader.evaluate(BOX, name)
        assert contrast(whole.crop((left, top + 2, min(right, left + 110), bottom - 2))) >= 4.5, name
    colors = {name: reader.evaluate("(id) => getComputedStyle(lectern.shell.current().document.getElementById(id)).color.match(/\\d+/g).map(Number)", name)
              for name in ("words", "black", "inverse", "red", "blue", "green", "code")}
    assert colors["black"] == colors["inverse"] == colors["words"]
    # The hues are those of the author.
    assert [max(range(3), key=colors[name].__getitem__) for name in ("red", "blue", "green", "code")] == [0, 2, 1, 0]
    # Boxes are set apart from the paper, and pictures do not lie under text.
    apart = {name: whole.getpixel((box[0] + 2, box[1] + 2)) for name, box in
             ((name, reader.evaluate(BOX, name)) for name in ("words", "mark", "code", "inverse", "boxed", "papered", "gradient"))}
    paper = PAPER[theme]
    assert [name for name, color in apart.items() if color != paper] == ["mark", "code", "inverse", "boxed"]


@pytest.mark.parametrize(("theme", "body"), [("light", "{}"), ("sepia", "{}"), ("dark", "{}"),
                                             ("light", '<div style="background: #111; color: #eee">{}</div>')])
def test_a_mark_keeps_the_contrast_of_its_letters(open_book, theme, body):
    """The darkest pixels of dark letters are as dark as before, the lightest ones of light letters as light."""
    reader = open_book(body.format('<h1 id="words">Words to be marked</h1>'), {"theme": theme})
    reader.until("lectern.shell.current().decorations?.loading === false")
    before = seen(reader, "words")
    box = decorate(reader, {"text": {"highlight": "Words to be marked"}, "locations": {"progression": 0}})
    after = seen(reader, "words")
    assert before.tobytes() != after.tobytes()
    dark = max(light(color) for _, color in before.getcolors(1 << 20)) < 0.5 or theme == "dark" or "#111" in body
    most = max if dark else min
    ends = [most(light(color) for _, color in image.getcolors(1 << 20)) for image in (before, after)]
    assert abs(ends[0] - ends[1]) < 0.05, box
    assert contrast(after) > 7


CHART = """<style>.arrow { width: 0; height: 0; border: 40px solid transparent; border-bottom-color: #000 }
.left { width: 0; height: 0; border-block: 40px solid transparent; border-inline-end: 40px solid red }
.bar { border-left: 120px solid #36c; height: 20px } .dim { border-left: 120px solid #003; height: 20px }
td { border: 2px solid black !important }</style>
<div class="arrow" id="arrow"></div><div class="left" id="left"></div><div class="bar" id="bar"></div><div class="dim" id="dim"></div>
<table><tr><td id="cell">cell</td></tr></table><p id="lined" style="border-color: #000 lime; border-style: solid; border-width: 4px">Words</p>"""


@pytest.mark.parametrize("theme", ["light", *PAPER])
def test_borders_draw_what_the_author_drew(open_book, theme):
    """Triangles stay triangles, bars keep their colors, and no line vanishes."""
    reader = open_book(CHART, {"theme": theme})
    reader.idle()
    whole, paper = picture(reader.page), PAPER.get(theme, (255, 255, 255))

    def at(name, x, y):
        left, top, right, bottom = reader.evaluate(BOX, name)
        return whole.getpixel((left + x if x >= 0 else right + x, top + y if y >= 0 else bottom + y))
    text = (254, 254, 254) if theme == "dark" else (0, 0, 0)
    assert [at("arrow", 40, 30), at("arrow", 40, 70), at("arrow", 10, 40), at("arrow", 70, 40)] == [paper, text, paper, paper]
    assert [at("left", 2, 40), at("left", 30, 40), at("left", 20, 4)] == [(255, 0, 0), (255, 0, 0), paper]
    assert at("bar", 60, 10) == (51, 102, 204)
    assert at("dim", 60, 10) == (text if theme == "dark" else (0, 0, 51))
    assert at("cell", 1, 8) == text and at("cell", 8, -1) == text
    assert [at("lined", 8, 1), at("lined", 1, 12)] == [text, (0, 255, 0)]


def test_lines_are_seen_on_paper_that_is_nearly_dark(open_book):
    reader = open_book('<p id="lined" style="border: 4px solid #111">Words</p>', {"theme": "dark", "backgroundColor": "#223344"})
    reader.idle()
    left, top, _, _ = reader.evaluate(BOX, "lined")
    assert picture(reader.page).getpixel((left + 50, top + 1)) == (254, 254, 254)


@pytest.mark.parametrize("theme", ["light", "sepia", "dark"])
def test_two_marks_leave_letters_legible(open_book, theme):
    reader = open_book('<h1 id="words">Words to be marked</h1>', {"theme": theme})
    place = {"href": "EPUB/a.xhtml", "type": "text/html", "text": {"highlight": "Words to be marked"}, "locations": {}}
    before = seen(reader, "words")
    apply(reader, [{"id": tint, "locator": place, "style": {"id": "highlight", "tint": tint}} for tint in ("#FFD54F", "#A5D6A7")])
    after = seen(reader, "words")
    assert before.tobytes() != after.tobytes() and letters(after) > 7
