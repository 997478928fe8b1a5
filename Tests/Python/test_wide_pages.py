# SPDX-License-Identifier: BSD-3-Clause
"""Pages that are wider than tall are double pages: they are alone, and pairing starts anew behind them."""
import io
import json
import struct
import zipfile
from itertools import count

import pytest
from PIL import Image

import lectern

from .test_cover_fitting import png_of

LANDSCAPE = {"viewport": {"width": 1200, "height": 800}}


def jpeg(width, height, orientation=1, padding=0):
    """The markers of a JPEG up to its size."""
    def segment(marker, data):
        return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHHI", 0x112, 3, 1, orientation, 0, 0)
    return (b"\xFF\xD8" + segment(0xE1, exif) + segment(0xED, bytes(60_000)) * padding
            + segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + bytes(3)) + bytes(2000))


def gif(width, height):
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes(20)


def webp(width, height):
    return b"RIFF" + bytes(4) + b"WEBPVP8X" + bytes(8) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]


def box(name, *parts):
    content = b"".join(parts)
    return struct.pack(">I", len(content) + 8) + name.encode() + content


def heif(brand, width, height, quarters=0, thumbnail=(160, 120)):
    """Boxes of an AVIF or HEIC up to the properties: those of a thumbnail, then those of the primary item."""
    def ispe(wide, high):
        return box("ispe", bytes(4), struct.pack(">II", wide, high))
    associations = struct.pack(">I", 2) + struct.pack(">HBB", 1, 1, 0x81) + struct.pack(">HBBB", 2, 2, 2, 0x83)
    properties = box("iprp", box("ipco", ispe(*thumbnail), ispe(width, height), box("irot", bytes([quarters]))), box("ipma", bytes(4), associations))
    return box("ftyp", brand, bytes(4), brand) + box("meta", bytes(4), box("pitm", bytes(4), struct.pack(">H", 2)), properties) + bytes(50)


def jxl(width, height, orientation=1):
    """A JPEG XL codestream up to its orientation."""
    fields = [(0, 1), (1, 2), (height - 1, 13), (0, 3), (1, 2), (width - 1, 13), (0, 1), (1, 1), (orientation - 1, 3)]
    bits = "".join(f"{value:0{length}b}"[::-1] for value, length in fields)
    return b"\xFF\x0A" + bytes(int(bits[at:at + 8][::-1], 2) for at in range(0, len(bits), 8)) + bytes(20)


def avif(width, height):
    data = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(data, "AVIF", speed=10)
    return data.getvalue()


def spreads(book, **options):
    with lectern.Navigator(book, {**LANDSCAPE, **options}) as navigator:
        return [[one["index"] for one in spread["resources"]] for spread in navigator.spreads["spreads"]]


def comic(pages):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (end, page) in enumerate(pages):
            archive.writestr(f"{number:04}.{end}", page)
    return lectern.Publication.open_bytes(data.getvalue(), {"name": "x.cbz"})


TALL = ("png", png_of(400, 600))
WIDE = {
    "PNG": ("png", png_of(800, 600)), "JPEG": ("jpg", jpeg(800, 600)), "GIF": ("gif", gif(800, 600)), "WebP": ("webp", webp(800, 600)),
    "AVIF": ("avif", avif(800, 600)), "HEIC": ("heic", heif(b"heic", 800, 600)), "JPEG XL": ("jxl", jxl(800, 600)),
    "HEIC turned": ("heic", heif(b"heic", 600, 800, 1)), "JPEG XL turned": ("jxl", jxl(600, 800, 6)),
    "JPEG XL in boxes": ("jxl", b"\0\0\0\x0CJXL \r\n\x87\n" + box("ftyp", b"jxl ", bytes(4), b"jxl ") + box("jxlc", jxl(800, 600))),
    "another name": ("jpg", png_of(800, 600)), "turned": ("jpg", jpeg(600, 800, orientation=6)), "a long header": ("jpg", jpeg(800, 600, padding=3)),
}
#: These stay in pairs.
OTHERS = {
    "square": ("png", png_of(600, 600)), "turned": ("jpg", jpeg(800, 600, orientation=8)), "damaged": ("jpg", b"\xFF\xD8\xFF"),
    "HEIC with a wide thumbnail": ("heic", heif(b"heic", 600, 800)), "AVIF cut off": ("avif", heif(b"avif", 800, 600)[:60]),
    "HEIC of endless boxes": ("heic", box("ftyp", b"heic") + struct.pack(">I", 8) * 4000), "JPEG XL cut off": ("jxl", jxl(800, 600)[:5]),
    "empty": ("png", b""), "no end of headers": ("jpg", jpeg(800, 600, padding=20)), "without a size": ("png", png_of(0, 0)),
}


@pytest.mark.parametrize("name", WIDE)
def test_a_wide_image_is_alone(name):
    with comic([TALL] * 3 + [WIDE[name]] + [TALL] * 3) as book:
        assert spreads(book) == [[0], [1, 2], [3], [4, 5], [6]]
        assert spreads(book, preferences={"offsetFirstPage": False}) == [[0, 1], [2], [3], [4, 5], [6]]
        assert spreads(book, preferences={"readingProgression": "rtl"}) == spreads(book)
        assert spreads(book, preferences={"spread": "never"}) == [[number] for number in range(7)]
        assert "width" not in book.manifest["readingOrder"][3], "opening reads no image"


@pytest.mark.parametrize("name", OTHERS)
def test_other_images_are_paired(name):
    with comic([TALL] * 3 + [OTHERS[name]] + [TALL]) as book:
        assert spreads(book) == [[0], [1, 2], [3, 4]]


def test_the_page_knows_the_sizes():
    with comic([TALL, WIDE["JPEG"]]) as book, lectern.Navigator(book, LANDSCAPE) as navigator:
        state = json.loads(navigator.get("~lectern/state.json").read())
        assert [(one["width"], one["height"]) for one in state["readingOrder"]] == [(400, 600), (800, 600)]


def test_very_long_comics_are_not_examined():
    with comic([TALL, TALL, WIDE["PNG"], TALL] + [("png", b"")] * 1997) as book:
        assert spreads(book)[:3] == [[0], [1, 2], [3, 4]]


def test_drawings_of_a_fixed_layout_have_sizes(tmp_path):
    """By the view box, or else by the sides."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" %s><rect width="9" height="9"/></svg>'
    sizes = ['viewBox="0 0 600 800"', 'width="6in" height="8in"', 'viewBox="0,0 1200,800" width="10"', 'width="1200" height="800px"', 'width="100%"']
    for number, size in enumerate(sizes):
        (tmp_path / f"{number}.svg").write_text(svg % size)
    manifest = {"metadata": {"title": "T", "layout": "fixed"}, "links": [],
                "readingOrder": [{"href": f"{number}.svg", "type": "image/svg+xml"} for number in range(len(sizes))]}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with lectern.Publication.open(tmp_path) as book, lectern.Navigator(book, LANDSCAPE) as navigator:
        state = json.loads(navigator.get("~lectern/state.json").read())
        assert [(one.get("width"), one.get("height")) for one in state["readingOrder"]] == [
            (600, 800), (576, 768), (1200, 800), (1200, 800), (None, None)]
        assert spreads(book) == [[0], [1], [2], [3], [4]]


def epub(metas, properties=None, metadata="", text=None):
    numbers = range(len(metas))
    manifest = "".join(f'<item id="p{i}" href="p{i}.xhtml" media-type="application/xhtml+xml"/>' for i in numbers)
    spine = "".join(f'<itemref idref="p{i}" properties="{(properties or {}).get(i, "")}"/>' for i in numbers)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
                         '<rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
        archive.writestr("a.opf", '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
                         'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>T</dc:title>'
                         f'<dc:language>en</dc:language><meta property="rendition:layout">pre-paginated</meta>{metadata}</metadata>'
                         f'<manifest>{manifest}</manifest><spine>{spine}</spine></package>')
        for i, meta in enumerate(metas):
            archive.writestr(f"p{i}.xhtml", f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>{meta}</head>'
                             f'<body>{(text or {}).get(i, "")}</body></html>')
    return lectern.Publication.open_bytes(data.getvalue(), {"name": "x.epub"})


def viewport(content):
    return f'<meta name="viewport" content="{content}"/>'


NARROW = viewport("width=600, height=800")


@pytest.mark.parametrize("meta, is_alone", [
    (viewport("width=1200, height=800"), True), (viewport(" height = 800px ; width=1200px"), True), (viewport("width=12in,height=20cm"), True),
    (viewport("width=1.2e3 height=800.5"), True), (viewport("initial-scale=1, width=1200, height=800, user-scalable=no"), True),
    (viewport("width=device-width") + viewport("width=1200,height=800"), True), ('<meta name="Viewport" content="WIDTH=1200,HEIGHT=800"/>', True),
    (NARROW, False), ("", False), (viewport("width=1200"), False), (viewport("width=device-width, height=800"), False),
    (viewport("width=100%, height=10%"), False), (viewport("width=1e9,height=800"), False), (viewport("width==,height="), False),
    (viewport("width=-1200,height=-1600"), False), (viewport("width=" + "1" * 400 + ",height=1"), False),
])
def test_wide_pages_of_a_fixed_layout(meta, is_alone):
    with epub([NARROW] * 3 + [meta] + [NARROW] * 2) as book:
        assert spreads(book) == ([[0], [1, 2], [3], [4, 5]] if is_alone else [[0], [1, 2], [3, 4], [5]])


def test_what_the_publication_declares_takes_precedence():
    wide = viewport("width=1200,height=800")
    pages = [NARROW] * 3 + [wide] + [NARROW] * 2
    paired = [[0], [1, 2], [3, 4], [5]]
    with epub(pages, {3: "page-spread-left"}) as book:
        assert spreads(book) == paired
    with epub(pages, {3: "rendition:spread-both"}) as book:
        assert spreads(book) == paired
    for declared, expected in [("landscape", paired), ("both", paired), ("auto", [[0], [1, 2], [3], [4, 5]])]:
        with epub(pages, metadata=f'<meta property="rendition:spread">{declared}</meta>') as book:
            assert spreads(book) == expected, declared


def test_sizes_of_the_manifest_are_not_read_again():
    asked = []
    numbers = count()
    manifest = {"metadata": {"title": "T", "conformsTo": "https://readium.org/webpub-manifest/profiles/divina"}, "links": [],
                "readingOrder": [{"href": f"{next(numbers)}.jpg", "type": "image/jpeg", "width": width, "height": 600} for width in (400, 400, 400, 800, 400)]}
    with lectern.Publication.open_manifest(manifest, lambda href: asked.append(href)) as book:
        assert spreads(book) == [[0], [1, 2], [3], [4]] and not asked
    del manifest["readingOrder"][3]["width"]
    with lectern.Publication.open_manifest(manifest, lambda href: None) as book:
        assert spreads(book) == [[0], [1, 2], [3, 4]], "a page that cannot be read has no size"


@pytest.mark.parametrize("meta, layout", [("", "reflowable"), (viewport("width=device-width"), "reflowable"), (NARROW, "fixed")])
def test_a_chapter_without_a_size_is_reflowable(meta, layout):
    with epub([NARROW, NARROW, meta], text={2: "<p>" + "word " * 300 + "</p>"}) as book, lectern.Navigator(book, LANDSCAPE) as navigator:
        state = json.loads(navigator.get("~lectern/state.json").read())
        assert [item["layout"] for item in state["readingOrder"]] == ["fixed", "fixed", layout]
        assert (b"lectern-after.css" in navigator.get("p2.xhtml").read()) == (layout == "reflowable")


def test_the_amount_of_markup_that_is_examined_is_limited():
    padding = "<!--" + "x" * 65536 + "-->"
    wide = viewport("width=1200,height=800")
    with epub([NARROW] * 3 + [wide] + [NARROW] * 301 + [wide], text={number: padding for number in range(306)}) as book:
        found = spreads(book)
        assert found[2] == [3] and found[-1] == [304, 305]
