# SPDX-License-Identifier: BSD-3-Clause
"""Covers that are drawings: what librsvg is given, what it makes of that, and what is refused."""
import base64
import ctypes
import io
import json
import random
import zipfile

import pytest
from PIL import Image

import lectern
from pictures import encoded

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


def fitting(drawing, width=50, height=100, **options):
    """(link, image) of a book with this cover."""
    options.setdefault("rsvg", LIBRARY)
    with lectern.Publication.open_bytes(packed(drawing), {"name": "book.webpub"}, lectern.Context(**options)) as book:
        with book.cover_fitting(width, height) as resource:
            link, image = resource.link, Image.open(io.BytesIO(resource.read()))
    assert (link["width"], link["height"]) == image.size
    assert link["type"] == "image/" + image.format.lower()
    return link, image


def color(drawing, place, **options):
    return fitting(drawing, **options)[1].convert("RGBA").getpixel(place)


# ----------------------------------------------------------------------------------------------------------- Being asked

def test_nothing_is_drawn_without_being_asked():
    with lectern.Publication.open_bytes(packed(svg('<rect width="9" height="9"/>'))) as book:
        with pytest.raises(lectern.UnsupportedError, match='not scaled, unless the context option "rsvg"'):
            book.cover_fitting(10, 10)
        with book.cover as resource:
            assert resource.link["href"] == "c.svg"


@pytest.mark.parametrize("library", ["none.so", "libz.so.1"])
def test_a_library_that_is_not_there(library):
    with pytest.raises(lectern.UnsupportedError, match="rsvg"):
        fitting(svg('<rect width="9" height="9"/>'), rsvg=library)


def test_build_info_names_it():
    assert "rsvg" in lectern.build_info()["optionalDependencies"]


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
    ('viewBox="0 0 1 1"', (2**32 - 1, 2**32 - 1), (4096, 4096)),
    ('viewBox="0,0, 1e1,2.0E1"', (1, 1), (1, 1)),
])
def test_it_fills_the_box(attributes, box, size):
    assert fitting(svg("", attributes), *box)[1].size == size


@needs_librsvg
@pytest.mark.parametrize("attributes", [
    "", 'width="100%" height="100%"', 'viewBox="0 0 0 0"', 'viewBox="0 0 -1 1"', 'viewBox="0 0 nan 1"',
    'viewBox="0 0 inf 1"', 'viewBox="0 0 1e9 1"', 'viewBox="0 0 1e-9 1"', 'viewBox="0 0 1"', 'viewBox="0 0 1 1 1"',
    'width="1e999" height="1"', 'width="NaN" height="1"', 'width="0" height="1"', 'width="5em" height="5em"'])
def test_without_a_size(attributes):
    with pytest.raises(lectern.UnsupportedError, match="how large"):
        fitting(svg("", attributes))


@needs_librsvg
def test_nothing_shows_at_the_edges():
    """The shape of the picture is rounded to pixels: that leaves no line."""
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
    url = data_url(image, "image/png")  # The bytes decide.
    found = fitting(svg(f'<image width="100" height="200" xlink:href="{url[:60]}\n {url[60:]}"/>'))[1]
    assert found.format == format, "a photograph is a JPEG"
    assert max(abs(a - b) for a, b in zip(found.convert("RGB").getpixel((25, 50)), (200, 20, 30))) < 4


@needs_librsvg
def test_images_count_as_pixels():
    drawing = svg('<image width="1" height="1" href="%s"/>' % data_url(encoded(Image.new("1", (300, 300)), "PNG")) * 2)
    assert fitting(drawing, maxPixels=180_000)
    with pytest.raises(lectern.LimitError, match="pixels than 179999"):
        fitting(drawing, maxPixels=179_999)
    with pytest.raises(lectern.LimitError, match="4096 × 4096"):
        fitting(svg("", 'viewBox="0 0 1 1"'), 9999, 9999, maxPixels=4096 * 4096 - 1)


@needs_librsvg
def test_it_is_kept_only_for_who_asks(tmp_path):
    path = tmp_path / "book.webpub"
    path.write_bytes(packed(svg(HALVES)))

    def cover(**options):
        with lectern.Publication.open(path, context=lectern.Context(cacheDirectory=str(tmp_path / "kept"), **options)) as book:
            with book.cover_fitting(50, 100) as resource:
                return resource.read()
    first = cover(rsvg=LIBRARY)
    assert any((tmp_path / "kept").rglob("*"))
    assert cover(rsvg="none.so") == first, "nothing was loaded"
    with pytest.raises(lectern.UnsupportedError):
        cover()


# -------------------------------------------------------------------------------------------------------------- Refusals

RECT = '<rect width="100" height="200" {}/>'
REFUSED = {
    "text": ("<text>Blue</text>", "<text>"),
    "use": ('<g id="a"/><use xlink:href="#a"/>', "<use>"),
    "svg": ("<svg/>", "<svg>"),
    "switch": ("<switch/>", "<switch>"),
    "foreign object": ("<foreignObject/>", "<foreignObject>"),
    "filter": ('<filter id="f"/>' + RECT.format('filter="url(#f)"'), "property filter"),
    "mask": ('<mask id="m"/>' + RECT.format('style="fill:red; MASK : url(#m)"'), "property mask"),
    "clip": ('<clipPath id="c"/><style>.a{clip-path:url(#c)}</style>' + RECT.format(""), "property clip-path"),
    "dashes": (RECT.format('stroke="red" stroke-dasharray=".0001"'), "stroke-dasharray"),
    "marker": (RECT.format('marker-end="url(#m)"'), "marker-end"),
    "blend": (RECT.format('style="mix-blend-mode:multiply"'), "mix-blend-mode"),
    "transform in a style": (RECT.format('style="transform:scale(9)"'), "property transform"),
    "pattern": ('<pattern id="p"/>' + RECT.format('fill="url(#p)"'), "no gradient"),
    "pattern in a sheet": ('<pattern id="p"/><style>rect{fill:url(#p)}</style>' + RECT.format(""), "no gradient"),
    "import": ("<style>@import url(file:///etc/hostname);</style>", "style sheets with"),
    "escape": (r"<style>rect{fil\74 er:blur(1px)}</style>", "style sheets with"),
    "comment": ('<g style="fill:red;/*"/>', "a comment"),
    "hidden in a string": ("<style>a{b:\"/*\";filter:blur(1px);c:\"*/\"}</style>" + RECT.format('style="filter:blur(1px)"'),
                           "property filter"),
    "selector": ("<style>g:nth-child(3){fill:red}</style>", "selector"),
    "outside": (RECT.format('fill="url(file:///etc/hostname#a)"'), "outside"),
    "file": ('<image width="9" height="9" xlink:href="file:///etc/hostname"/>', "outside"),
    "server": ('<image width="9" height="9" href="http://127.0.0.1:9/a.png"/>', "outside"),
    "neighbour": ('<image width="9" height="9" href="a.png"/>', "outside"),
    "gradient outside": ('<linearGradient xlink:href="data:image/svg+xml,x#a"/>', "outside"),
    "drawing inside": ('<image width="9" height="9" href="%s"/>' % data_url(svg("").encode(), "image/svg+xml"), "neither"),
    "drawing as PNG": ('<image width="9" height="9" href="%s"/>' % data_url(svg("").encode()), "neither"),
    "no base64": ('<image width="9" height="9" href="data:image/png,%89PNG"/>', "neither"),
    "bad base64": ('<image width="9" height="9" href="data:image/png;base64,iVBOR===A"/>', "neither"),
    "number": (RECT.format('x="1e9"'), "number"),
    "number in a style": (RECT.format('style="stroke-width:100001"'), "number"),
    "unit": (RECT.format('stroke-width="2em"'), "number"),
    "percents": (RECT.format('rx="1001%"'), "number"),
    "path": ('<path d="M0 0L1e6 0"/>', "path"),
    "relative path": ('<path d="M0 0' + "l99999 0" * 3 + '"/>', "path"),
    "no path": ('<path d="M0 0L1"/>', "path"),
    "infinite": ('<path d="M0 0L1e999 0"/>', "path"),
    "no number": ('<path d="M0 0LNaN 0"/>', "path"),
    "transform": ('<g transform="scale(nan)"/>', "number"),
    "transforms": ('<g transform="scale(9999)"><g transform="scale(99)"/></g>', "too large"),
    "depth": ("<g>" * 24 + "</g>" * 24, "nested"),
    "colours": ('<linearGradient id="a">' + "<stop/>" * 257 + "</linearGradient>", "colours"),
    "a chain": ("".join(f'<linearGradient id="g{i}" href="#g{i + 1}"/>' for i in range(40)) + RECT.format('fill="url(#g0)"'),
                "refer to too many"),
    "a circle": ('<linearGradient id="a" href="#b"/><linearGradient id="b" xlink:href="#a"/>', "refer to too many"),
    "shapes": (RECT.format("") * 20_001, "too much work"),
    "edges": ('<path d="M0 0' + "L100 200L0 0" * 9000 + '"/>', "too much work"),
    "strokes": ('<path stroke="red" stroke-width="99999" d="M0 0' + "c1 2 300 4 5 6" * 900 + '"/>', "too much work"),
    "strokes of a sheet": ('<style>path{stroke:red;stroke-width:9999}</style><path d="M0 0' + "c1 2 300 4 5 6" * 900 + '"/>',
                           "too much work"),
    "rules": ("<style>" + "g g .b{fill:red}" * 4000 + "</style>" + '<g class="b"/>' * 90_000, "too much work"),
    "sheet": ("<style>" + "g{fill:red}" * 9000 + "</style>", "style sheet"),
    "elements": ("<g/>" * 100_001, "elements"),
}


@needs_librsvg
@pytest.mark.parametrize("name", REFUSED)
def test_what_would_be_seen_is_refused_and_not_left_out(name):
    drawing, message = REFUSED[name]
    with pytest.raises(lectern.UnsupportedError, match=message) as caught:
        fitting(svg(drawing), 600, 800)
    assert caught.value.path == "book.webpub > c.svg"


@needs_librsvg
@pytest.mark.parametrize("size, error", [(100, None), (4000, "too much work")])
def test_the_size_decides(size, error):
    drawing = svg('<radialGradient id="a"><stop/></radialGradient>' + RECT.format('fill="url(#a)"') * 200)
    if error is None:
        assert fitting(drawing, size, size)
    else:
        with pytest.raises(lectern.UnsupportedError, match=error):
            fitting(drawing, size, size)


@needs_librsvg
def test_groups_that_take_much_memory():
    with pytest.raises(lectern.LimitError, match="for its groups"):
        fitting(svg('<g opacity=".5">' * 20 + "</g>" * 20, 'viewBox="0 0 1 1"'), 4096, 4096)


@needs_librsvg
@pytest.mark.parametrize("drawing", [
    "", "<svg", "<svg/>x", "<html/>", svg("&nothing;"), svg("<g>"),
    "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + i)} '{'&%s;' % chr(97 + i) * 10}'>" for i in range(9)) + "]>" + svg("<desc>&j;</desc>")],
    ids=range(7))
def test_what_is_no_drawing(drawing):
    with pytest.raises(lectern.FormatError):
        fitting(drawing)


@needs_librsvg
def test_entities_of_files_are_nothing(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text('<rect width="100" height="200"/>')
    drawing = f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file://{secret}">]>' + svg("<g>&a;</g>")
    assert fitting(drawing)[1].getcolors() == [(5000, (0, 0, 0, 0))]
    include = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://{secret}"/>'
    assert fitting(svg(include))[1].getcolors() == [(5000, (0, 0, 0, 0))]


WORDS = ("0", "1", "-1", "50", "99999", "-99999", ".001", "1e-40", "100%", "1000%", "999in", "none", "inherit", "red", "#12",
         "url(#a)", "url(#b) blue", "", "evenodd", "hidden", "userSpaceOnUse", "reflect", "repeat", "xMidYMid slice", "0.5 0")
NUMBERS = ("0", "1", "-1", "30", "99999", "-99999", ".001", "1e-300", "-0", "100", "1e4", "57.3")
TRANSFORMS = ("scale", "rotate", "translate", "skewX", "matrix")


def anything(chance):
    """A drawing of what is let through, with unusual values."""
    def attributes():
        names = chance.sample(sorted(SOME), chance.randint(0, 6))
        return " ".join(f'{name}="{chance.choice(WORDS)}"' for name in names)

    def transform():
        name = chance.choice(TRANSFORMS)
        count = {"matrix": 6, "scale": 2, "translate": 2}.get(name, 1)
        return f'transform="{name}({" ".join(chance.choice(NUMBERS) for _ in range(count))})"' if chance.random() < .4 else ""

    def path():
        parts = [f"{chance.choice('MLHVCSQTAZmlhvcsqtaz')}" + " ".join(chance.choice(NUMBERS[:10] + ("0", "1") * 3) for _ in range(
            chance.choice((0, 1, 2, 4, 6, 7)))) for _ in range(chance.randint(0, 6))]
        return f'd="M1 1{"".join(parts)}"'

    def element(depth):
        name = chance.choice(("g", "path", "path", "path", "rect", "circle", "ellipse", "line", "polyline", "image", "gradient"))
        if name == "g":
            content = "".join(element(depth + 1) for _ in range(chance.randint(0, 3))) if depth < 5 else ""
            return f"<g {attributes()} {transform()}>{content}</g>"
        if name == "gradient":
            name = chance.choice(("linearGradient", "radialGradient"))
            stops = "".join(f"<stop {attributes()}/>" for _ in range(chance.randint(0, 3)))
            return f'<{name} id="{chance.choice("ab")}" href="#{chance.choice("abc")}" {attributes()}>{stops}</{name}>'
        extra = path() if name == "path" else f'points="{" ".join(chance.choice(NUMBERS) for _ in range(6))}"'
        if name == "image":
            extra = f'href="{data_url(encoded(Image.new("RGB", (3, 4)), "PNG"))}"'
        return f"<{name} {attributes()} {transform()} {extra}/>"

    content = "".join(element(0) for _ in range(chance.randint(1, 5)))
    style = "<style>g, path{%s}</style>" % ";".join(
        f"{chance.choice(SOME)}:{chance.choice(WORDS)}" for _ in range(chance.randint(0, 3)))
    return svg(style + content, chance.choice(('viewBox="0 0 100 200"', 'viewBox="-5 5 .01 99999"', 'width="9" height="99999"')))


SOME = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx", "fy", "offset", "fill", "stroke",
        "stroke-width", "stroke-linejoin", "stroke-miterlimit", "opacity", "gradientUnits", "spreadMethod", "preserveAspectRatio",
        "fill-rule", "stop-color", "stop-opacity", "visibility", "display")


@needs_librsvg
def test_anything_that_is_let_through():
    drawn = 0
    for seed in range(600):
        try:
            fitting(anything(random.Random(seed)), 40, 40)
            drawn += 1
        except (lectern.UnsupportedError, lectern.FormatError):
            pass
    assert drawn > 200
