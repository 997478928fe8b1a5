# SPDX-License-Identifier: BSD-3-Clause
"""Covers of title and authors, for publications without one."""
import ctypes.util
import io
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

import lectern
from support.pictures import encoded, picture

from .test_cover import color, link, opened, webpub

SVG = "{http://www.w3.org/2000/svg}"
needs_rsvg = pytest.mark.skipif(ctypes.util.find_library("rsvg-2") is None, reason="librsvg is not installed")


def book(title, *authors, language=None, **options):
    metadata = {"title": title, "author": list(authors)}
    if language:
        metadata["language"] = language
    manifest = {"metadata": metadata, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    return lectern.Publication.open_manifest(manifest, context=lectern.Context(**options))


def made(book, **options):
    with book, book.cover(generate=True, **options) as cover:
        return cover.link, cover.read()


def drawn(*names, **more):
    """The root of the drawing, and its lines of text: (text, size, baseline, direction)."""
    root = ET.fromstring(made(book(*names, **more))[1])
    return root, [(text.text, int(text.get("font-size")), int(text.get("y")), text.get("direction"))
                  for text in root.iter(SVG + "text")]


def test_only_if_it_is_asked_for():
    with book("Moby-Dick") as plain:
        for options in ({}, {"width": 30}, {"generate": False}, {"type": "image/png"}):
            with pytest.raises(lectern.NotFoundError):
                plain.cover(**options)
        with pytest.raises(lectern.NotFoundError):
            plain.get("~readium/cover")


def test_an_svg_with_title_and_author():
    link, data = made(book("Moby-Dick; or, The Whale", "Herman Melville", language="en"))
    assert (link["type"], link["width"], link["height"], link["rel"]) == ("image/svg+xml", 600, 900, ["cover"])
    root, lines = drawn("Moby-Dick; or, The Whale", "Herman Melville", language="en")
    assert root.get("viewBox") == "0 0 600 900"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"
    texts = [line[0] for line in lines]
    assert " ".join(texts[:-1]).replace("- ", "-") == "Moby-Dick; or, The Whale" and texts[-1] == "Herman Melville"
    assert made(book("Moby-Dick; or, The Whale", "Herman Melville", language="en"))[1] == data, "the same every time"


def test_the_color_follows_from_the_title():
    colors = {drawn(f"Book {number}")[0].find(SVG + "rect").get("fill") for number in range(100)}
    assert len(colors) == 8
    assert len({drawn("Emma", author)[0].find(SVG + "rect").get("fill") for author in "abcdef"}) == 1


@pytest.mark.parametrize("box, size", [
    ({"width": 300}, (300, 450)), ({"height": 300}, (200, 300)), ({"width": 100, "height": 1000}, (100, 150)),
    ({"width": 2}, (2, 3)), ({"width": 2**31 - 1}, (2731, 4096)),
])
def test_a_size(box, size):
    link, data = made(book("Emma", "Jane Austen"), **box)
    root = ET.fromstring(data)
    assert (link["width"], link["height"]) == size == (int(root.get("width")), int(root.get("height")))


@pytest.mark.parametrize("title", ["Emma", "The Life and Opinions of Tristram Shandy, Gentleman", "word " * 70, "w" * 350,
                                   "吾輩は猫である" * 30, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", "-" * 300])
def test_lines_stay_inside(title):
    _, lines = drawn(title, "An Author With a Name That Is Much Too Long for a Line of a Cover", "B", "C")
    *title_lines, last = [line for line in lines if line[2] < 640], lines[-1]
    assert title_lines and last[2] < 850
    baselines = [line[2] for line in lines]
    assert baselines == sorted(baselines) and baselines[0] > 60
    for text, size, *_ in lines:
        # The narrowest letters have a third of the size of the type as their width.
        assert len(text) * size / 3 <= 510, text


def test_what_is_too_long_ends_with_an_ellipsis():
    _, lines = drawn("word " * 70, "a", "b", "c", "d")
    texts = [line[0] for line in lines]
    assert texts[-4].endswith("word…") or texts[-4].endswith("…")
    assert texts[-3:] == ["a", "b", "…"]


@pytest.mark.parametrize("title, direction", [
    ("מובי דיק", "rtl"), ("ألف ليلة وليلة", "rtl"), ("هزار و یک شب 1001", "rtl"), ("Moby-Dick", None), ("1984", None),
    ("“كليلة ودمنة”", "rtl"), ("The word שלום", None), ("", None),
])
def test_the_direction_is_that_of_the_first_letter(title, direction):
    _, lines = drawn(title, "Author")
    assert {line[3] for line in lines[:-1]} == ({direction} if title else set()) and lines[-1][3] is None
    assert " ".join(line[0] for line in lines[:-1]) == title


def test_han_and_kana_break_without_spaces_and_by_their_rules():
    _, lines = drawn("「銀河鉄道の夜」、宮沢賢治の童話集（新装版）。そして、ほかの短い物語", language="ja")
    texts = [line[0] for line in lines]
    assert len(texts) > 1
    for before, after in zip(texts, texts[1:]):
        assert before[-1] not in "「（" and after[0] not in "」、）。", texts
    _, lines = drawn("한국의 오래된 이야기 모음집")
    assert " ".join(line[0] for line in lines) == "한국의 오래된 이야기 모음집", "Hangul breaks at spaces"


@pytest.mark.parametrize("title", ["<b>&\"'</b>", "a\x01\x1fb\x7f", "a\uFFFE\uFFFFb", "a\n\t b", "\u0301" * 128, "&#0;"])
def test_any_title_is_well_formed(title):
    _, lines = drawn(title, title)
    assert lines
    if title == "a\n\t b":
        assert lines[0][0] == "a b"
    root, _ = drawn({f"en\x01<\"{title}": "Emma"})
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang", "").isprintable()


def test_instead_of_a_cover_that_cannot_be_drawn():
    logged = []
    broken = webpub(resources=[link("b.png")], b_png="a text")
    context = lectern.Context(logger=logged.append)
    with lectern.Publication.open_bytes(broken, {"name": "a.webpub"}, context) as book, book.cover(generate=True) as cover:
        assert cover.link["type"] == "image/svg+xml"
    assert [entry for entry in logged if "was not drawn" in entry["message"]]
    with opened(webpub(resources=[link("b.png")], b_png=color("red"))) as book, book.cover(generate=True) as cover:
        assert cover.read() == color("red"), "a cover that is there is used"


def test_a_cover_that_cannot_be_scaled_is_returned_as_it_is():
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    svg = webpub(resources=[link("c.svg", type="image/svg+xml")], c_svg=drawing)
    with opened(svg) as book:
        with book.cover(width=30, generate=True) as cover:
            assert cover.read() == drawing.encode()
        with pytest.raises(lectern.UnsupportedError):
            book.cover(width=30)


@needs_rsvg
def test_a_bitmap_is_made_of_title_and_author_if_the_cover_cannot_be_one():
    svg = webpub(resources=[link("c.svg", type="image/svg+xml")], c_svg='<svg xmlns="http://www.w3.org/2000/svg"/>')
    with opened(svg) as book, book.cover(type="image/png", generate=True) as cover:
        assert (cover.link["width"], cover.link["height"]) == (600, 900)


def test_a_failure_of_the_source_is_a_failure():
    class Broken(lectern.Service):
        name = "cover"

        def get(self, href):
            if href == "/~readium/cover":
                raise OSError("gone")

    with opened(webpub(), Broken) as book, pytest.raises(lectern.LecternError, match="gone"):
        book.cover(generate=True)


@needs_rsvg
@pytest.mark.parametrize("type, format", [("image/png", "PNG"), ("image/jpeg", "JPEG")])
def test_a_bitmap(type, format):
    link, data = made(book("Emma", "Jane Austen"), width=200, type=type)
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.size, image.mode) == (format, (200, 300), "RGB")
        assert (link["type"], link["width"], link["height"]) == (type, 200, 300)
        cloth, colors = image.getpixel((5, 5)), image.getcolors(1 << 16)
        assert sum(count for count, one in colors if max(abs(a - b) for a, b in zip(one, cloth)) > 60) > 1000, "there is text"
    assert made(book("Emma"), type="image/png")[0]["height"] == 900


def test_without_librsvg_there_is_no_bitmap(tmp_path):
    with book("Emma", rsvg=str(tmp_path / "none.so")) as plain:
        with pytest.raises(lectern.UnsupportedError, match="librsvg"):
            plain.cover(generate=True, type="image/png")
        assert made(plain)[0]["type"] == "image/svg+xml"


@pytest.mark.parametrize("options", [
    {"width": 0}, {"height": -1}, {"width": 2**31}, {"width": 1.5}, {"width": "9"}, {"type": "image/webp"}, {"generate": 1},
])
def test_options_are_checked(options):
    with opened(encoded(picture(20, 10), "PNG"), name="a.png") as image, pytest.raises(lectern.JsonError) as raised:
        image.cover(**options)
    assert raised.value.path == "options > /" + next(iter(options))
