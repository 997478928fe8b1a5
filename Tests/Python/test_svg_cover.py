# SPDX-License-Identifier: BSD-3-Clause
"""Covers that are drawings (SVG), which librsvg renders if the host names it."""
import base64
import ctypes
import io
import json
import zipfile

import pytest
from PIL import Image

import lectern
from support.pictures import encoded

LIBRARY = "librsvg-2.so.2"


def is_there():
    try:
        return bool(ctypes.CDLL(LIBRARY))
    except OSError:
        return False


needs_librsvg = pytest.mark.skipif(not is_there(), reason=f"{LIBRARY} (librsvg2-2) is not installed")


@pytest.fixture(autouse=True)
def nothing_is_printed(capfd):
    yield
    assert capfd.readouterr() == ("", "")


def svg(content, attributes='viewBox="0 0 100 200"'):
    return ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'{attributes}>{content}</svg>')


def data_url(data, type="image/png"):
    return f"data:{type};base64,{base64.b64encode(data).decode()}"


def packed(drawing):
    cover = {"href": "c.svg", "rel": "cover", "type": "image/svg+xml"}
    manifest = {"@context": "https://readium.org/webpub-manifest/context.jsonld", "metadata": {"title": "Blue"},
                "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}], "resources": [cover]}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in (("manifest.json", json.dumps(manifest)), ("a.html", "<p>Blue</p>"), ("c.svg", drawing)):
            archive.writestr(name, content)
    return data.getvalue()


def fitting(drawing, width=50, height=100, type=None, **options):
    """(link, image) of a book with this cover."""
    options.setdefault("rsvg", LIBRARY)
    with lectern.Publication.open_bytes(packed(drawing), {"name": "book.webpub"}, lectern.Context(**options)) as book:
        with book.cover(width=width, height=height, type=type) as resource:
            link, image = resource.link, Image.open(io.BytesIO(resource.read()))
    assert (link["width"], link["height"]) == image.size
    assert link["type"] == "image/" + image.format.lower()
    return link, image


def color(drawing, place, **options):
    return fitting(drawing, **options)[1].convert("RGBA").getpixel(place)


# ----------------------------------------------------------------------------------------------------------- Being asked

def test_nothing_is_drawn_without_being_asked():
    with lectern.Publication.open_bytes(packed(svg('<rect width="9" height="9"/>'))) as book:
        with pytest.raises(lectern.UnsupportedError, match='cannot be scaled, unless the context option "rsvg"'):
            book.cover(width=10, height=10)
        with book.cover() as resource:
            assert resource.link["href"] == "c.svg"


@pytest.mark.parametrize("library", ["none.so", "libz.so.1"])
def test_a_library_that_is_not_there(library):
    with pytest.raises(lectern.UnsupportedError, match="rsvg"):
        fitting(svg('<rect width="9" height="9"/>'), rsvg=library)


# -------------------------------------------------------------------------------------------------------------- Drawing

HALVES = '<rect width="100" height="100" fill="#f00"/><path d="M0 100H100V200H0Z" style="fill:#00f"/>'


@needs_librsvg
def test_colors_are_where_they_are_drawn():
    link, image = fitting(svg(HALVES))
    assert (image.size, image.format, image.mode) == ((50, 100), "PNG", "RGB")
    assert (image.getpixel((25, 25)), image.getpixel((25, 75))) == ((255, 0, 0), (0, 0, 255))
    assert fitting(svg(HALVES))[1].tobytes() == image.tobytes(), "the same every time"


@needs_librsvg
def test_what_is_transparent_has_its_own_color():
    drawing = svg('<rect width="50" height="200" fill="#ff8000" fill-opacity=".5"/>')
    red, green, blue, alpha = color(drawing, (10, 50))
    assert (red, blue) == (255, 0) and abs(green - 128) <= 1 and abs(alpha - 128) <= 1
    assert color(drawing, (40, 50)) == (0, 0, 0, 0)


@needs_librsvg
@pytest.mark.parametrize("attributes, box, size", [
    ('viewBox="0 0 100 200"', (1000, 1000), (500, 1000)),
    ('viewBox="0 0 1 2"', (10, 1000), (10, 20)),
    ('width="30" height="20" viewBox="0 0 100 100"', (300, 300), (300, 200)),
    ('width="2in" height="96pt"', (300, 300), (300, 200)),
    ('width="100%" height="100%" viewBox="0 0 3 2"', (300, 300), (300, 200)),
    ('width="50" viewBox="0 0 3 2"', (300, 300), (300, 200)),
    ('viewBox="5 6 100000 0.001"', (300, 300), (300, 1)),
    ('viewBox="0 0 1 1"', (2**31 - 1, 2**31 - 1), (4096, 4096)),
    ('viewBox="0,0, 1e1,2.0E1"', (1, 1), (1, 1)),
])
def test_it_fills_the_box(attributes, box, size):
    assert fitting(svg("", attributes), *box)[1].size == size


@needs_librsvg
@pytest.mark.parametrize("attributes", [
    "", 'width="100%" height="100%"', 'viewBox="0 0 0 0"', 'viewBox="0 0 -1 1"', 'viewBox="0 0 nan 1"',
    'viewBox="0 0 inf 1"', 'viewBox="0 0 1e9 1"', 'viewBox="0 0 1e-9 1"', 'viewBox="0 0 1"',
    'width="1e999" height="1"', 'width="NaN" height="1"', 'width="0" height="1"'])
def test_without_a_size(attributes):
    with pytest.raises(lectern.UnsupportedError, match="does not declare a size"):
        fitting(svg("", attributes))


@needs_librsvg
def test_nothing_shows_at_the_edges():
    """The size of the picture is rounded to pixels, which must not leave a gap."""
    _, image = fitting(svg('<rect width="1400" height="2100"/>', 'viewBox="0 0 1400 2100"'), 300, 400)
    assert (image.size, image.getcolors()) == ((267, 400), [(267 * 400, (0, 0, 0))])


@needs_librsvg
@pytest.mark.parametrize("drawing", [
    '<defs><linearGradient id="a"><stop stop-color="#0f0"/></linearGradient></defs>'
    '<rect width="100" height="200" fill="url(#b)"/><linearGradient id="b" xlink:href="#a"/>',
    '<style>.c, g>path { fill: url( "#a" ) }</style><g><path d="M0 0h100v200H0z"/></g>'
    '<radialGradient id="a"><stop style="stop-color:#0f0"/></radialGradient>',
    '<style><![CDATA[/* a */ rect { fill: #0f0 } /* b */]]></style><rect width="100" height="200"/>',
    '<metadata><x:y xmlns:x="urn:x"/></metadata><x:z xmlns:x="urn:x"/><title>A</title><a href="b">'
    '<rect width="100" height="200" fill="#0f0"><title>B</title></rect></a>',
    '<filter id="f"/><g fill="#0f0" filter="none" clip-path="none"><rect width="100" height="200"/></g>',
    '<g transform="translate(50,100) rotate(90) scale(10 20) matrix(1 0 0 1 0 0) skewX(0)">'
    '<polygon points="-10,-10 10,-10 10,10 -10,10" fill="#0f0"/></g>',
    '<rect width="100" height="200" fill="url(#nowhere) #0f0"/>',
    '<linearGradient id="a"><g>' + '<stop stop-color="red"/>' * 300 + '</g><defs><stop stop-color="red"/></defs>'
    '<stop stop-color="#0f0"/></linearGradient><rect width="100" height="200" fill="url(#a)"/>',
])
def test_what_drawings_are_made_of(drawing):
    assert color(svg(drawing), (25, 50)) == (0, 255, 0, 255)


@needs_librsvg
def test_a_prefix_is_fine():
    drawing = '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 1 2"><svg:rect width="1" height="2"/></svg:svg>'
    assert color(drawing, (25, 50)) == (0, 0, 0, 255)


@needs_librsvg
@pytest.mark.parametrize("format", ["PNG", "JPEG"])
def test_an_image_inside(format):
    image = encoded(Image.new("RGB", (40, 80), (200, 20, 30)), format, **({"quality": 95} if format == "JPEG" else {}))
    url = data_url(image, f"image/{format.lower()}")
    found = fitting(svg(f'<image width="100" height="200" xlink:href="{url[:60]}\n {url[60:]}"/>'))[1]
    assert found.format == format, "a photograph is a JPEG"
    assert max(abs(a - b) for a, b in zip(found.convert("RGB").getpixel((25, 50)), (200, 20, 30))) < 4


@needs_librsvg
@pytest.mark.parametrize("drawing", [
    '<text y="190" font-size="300">\u2588</text>',
    '<defs><g id="a"><rect width="100" height="200"/></g></defs><use xlink:href="#a"/>',
    '<clipPath id="a"><rect width="100" height="200"/></clipPath><rect width="100" height="200" clip-path="url(#a)"/>',
    '<mask id="a"><rect width="100" height="200" fill="#fff"/></mask><rect width="100" height="200" mask="url(#a)"/>',
    '<filter id="a"><feOffset/></filter><rect width="100" height="200" filter="url(#a)"/>',
    '<pattern id="a" width="1" height="1"><rect width="100" height="200"/></pattern>'
    '<rect width="100" height="200" fill="url(#a)"/>',
    '<path d="M0 100H100" stroke="#000" stroke-width="200" stroke-dasharray="200"/>',
    '<switch><rect width="100" height="200"/></switch>',
], ids=["text", "use", "clip", "mask", "filter", "pattern", "dashes", "switch"])
def test_what_librsvg_knows_is_drawn(drawing):
    assert color(svg(drawing), (25, 50)) == (0, 0, 0, 255)


@needs_librsvg
def test_the_size_is_limited():
    with pytest.raises(lectern.LimitError, match="4096 \u00d7 4096"):
        fitting(svg("", 'viewBox="0 0 1 1"'), 9999, 9999, maxPixels=4096 * 4096 - 1)
    with pytest.raises(lectern.LimitError, match="larger than 16 MB"):
        fitting(svg("<desc>" + "x" * (16 << 20) + "</desc>"))


@needs_librsvg
def test_it_is_kept_only_for_who_asks(tmp_path):
    path = tmp_path / "book.webpub"
    path.write_bytes(packed(svg(HALVES)))

    def cover(**options):
        with lectern.Publication.open(path, context=lectern.Context(cacheDirectory=str(tmp_path / "kept"), **options)) as book:
            with book.cover(width=50, height=100) as resource:
                return resource.read()
    first = cover(rsvg=LIBRARY)
    assert any((tmp_path / "kept").rglob("*"))
    assert cover(rsvg="none.so") == first, "nothing was loaded"
    with pytest.raises(lectern.UnsupportedError):
        cover()


# -------------------------------------------------------------------------------------------------------------- Refusals

@needs_librsvg
@pytest.mark.parametrize("address", ["file:///etc/hostname", "http://127.0.0.1:9/a.png", "a.png", "../a.svg#b"])
@pytest.mark.parametrize("element", ["image", "use", "feImage"])
@pytest.mark.parametrize("attribute", ["href", "xlink:href"])
def test_a_reference_to_another_file_is_refused(element, attribute, address):
    drawing = svg(f'<rect width="9" height="9"/><{element} width="9" height="9" {attribute}="{address}"/>')
    with pytest.raises(lectern.UnsupportedError, match="refers to another file") as caught:
        fitting(drawing)
    assert caught.value.path == "book.webpub > c.svg"


@needs_librsvg
@pytest.mark.parametrize("drawing", [
    "", "<svg", "<svg/>x", "<html/>", svg("&nothing;"), svg("<g>"),
    "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + i)} '{'&%s;' % chr(97 + i) * 10}'>" for i in range(9)) + "]>" + svg("<desc>&j;</desc>")],
    ids=range(7))
def test_what_is_no_drawing(drawing):
    with pytest.raises(lectern.LimitError if "ENTITY" in drawing else lectern.FormatError):
        fitting(drawing)


@needs_librsvg
def test_no_file_is_read_for_an_entity_or_an_inclusion(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text('<rect width="100" height="200"/>')
    entity = f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file://{secret}">]>' + svg("<g>&a;</g>")
    include = svg(f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://{secret}"/>')
    for drawing in (entity, include):
        try:
            assert fitting(drawing)[1].getcolors() == [(5000, (0, 0, 0, 0))]
        except lectern.FormatError:
            pass


def test_a_type_without_a_size():
    drawing = svg('<rect width="30" height="40" fill="red"/>', 'width="30" height="40"')
    for type, pixel in (("image/png", (255, 0, 0)), ("image/jpeg", (254, 0, 0))):
        link, image = fitting(drawing, None, None, type=type)
        assert (link["type"], image.size) == (type, (30, 40)) and image.convert("RGB").getpixel((15, 20)) == pixel
