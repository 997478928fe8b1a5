# SPDX-License-Identifier: BSD-3-Clause
"""What the built-in styles and the labels look like, and regions of pictures."""
import io

import pytest

from . import books, fixed_books
from .marking import apply, prepared
from .reading import Mouse, until
from .test_decorations import locator

Image = pytest.importorskip("PIL.Image")

SIZE = (600, 800)
#: Horizontal, right to left, and vertical text; light and dark.
LAYOUTS = [("novel", {}), ("novel", {"theme": "dark"}), ("hebrew", {}), ("japanese", {}), ("mongolian", {})]


def decoration(name, place, style, **members):
    return {"id": name, "locator": place, "style": {"id": style, **members}}


def colors(reader, box):
    """How many pixels of each color are in a rectangle of the window."""
    image = Image.open(io.BytesIO(reader.page.screenshot())).convert("RGB").crop([round(value) for value in box])
    return {color: count for count, color in image.getcolors(image.width * image.height)}


def amount(reader, box, test):
    """How much of a rectangle has colors that pass a test."""
    found = colors(reader, box)
    return sum(count for color, count in found.items() if test(*color)) / sum(found.values())


def is_blue(red, green, blue):
    return blue > 200 and red < 120 and green < 120


def box_of(reader, name):
    """Around the first line of a decoration, in the window."""
    return reader.evaluate("""name => {
        const {left, top, right, bottom} = lectern.shell.current().toView(marks.boxesOf(name)[0]);
        return [left, top, right, bottom]; }""", name)


def opened(read, shelf, book, preferences):
    return prepared(read(shelf(book), preferences, SIZE))


@pytest.mark.parametrize("book, preferences", LAYOUTS)
@pytest.mark.parametrize("style, least, most", [("strikethrough", 0.03, 0.3), ("outline", 0.02, 0.3), ("textColor", 0.03, 0.6)])
def test_blue_in_the_box(read, shelf, book, preferences, style, least, most):
    reader = opened(read, shelf, book, preferences)
    place = locator(reader, 20, 28)
    apply(reader, [decoration("a", place, "highlight")])
    left, top, right, bottom = box_of(reader, "a")
    around = left - 4, top - 4, right + 4, bottom + 4
    assert amount(reader, around, is_blue) == 0
    apply(reader, [decoration("a", place, style, tint="#0000FF")])
    assert least < amount(reader, around, is_blue) < most
    if style == "strikethrough":
        # A line along the middle.
        vertical = bottom - top > right - left
        middle = (left + right) / 2 if vertical else (top + bottom) / 2
        line = (middle - 2, top, middle + 2, bottom) if vertical else (left, middle - 2, right, middle + 2)
        assert amount(reader, line, is_blue) > 0.4
    apply(reader, [], hrefs=[place["href"]])
    assert amount(reader, around, is_blue) == 0


def test_colors_of_texts_change_and_go(read, shelf):
    reader = opened(read, shelf, "novel", {})
    names = "[...lectern.shell.current().window.CSS.highlights.keys()]"
    place, other = locator(reader, 20, 40), locator(reader, 60, 80)
    apply(reader, [decoration("a", place, "textColor", tint="#0000FF"), decoration("b", other, "textColor", tint="#008800")])
    assert reader.evaluate(names) == ["lectern--0000FF", "lectern--008800"]
    apply(reader, [decoration("a", place, "textColor", tint="#0000FF"), decoration("b", other, "textColor", tint="#0000FF")])
    assert reader.evaluate(names) == ["lectern--0000FF"]
    assert reader.evaluate("lectern.shell.current().window.CSS.highlights.get('lectern--0000FF').size") == 2
    apply(reader, [], hrefs=[place["href"]])
    assert reader.evaluate(names) == []


@pytest.mark.parametrize("book, preferences", LAYOUTS)
def test_a_mask_dims_everything_but_its_texts(read, shelf, book, preferences):
    reader = opened(read, shelf, book, preferences)
    places = [locator(reader, 20, 28), locator(reader, 300, 308)]
    apply(reader, [decoration(str(number), place, "highlight") for number, place in enumerate(places)])
    boxes = [box_of(reader, str(number)) for number in range(2)]
    apply(reader, [], hrefs=[places[0]["href"]])
    apply(reader, [decoration(str(number), place, "mask", tint="#0000FFFF") for number, place in enumerate(places)])
    for left, top, right, bottom in boxes:
        assert amount(reader, (left + 1, top + 1, right - 1, bottom - 1), is_blue) < 0.02
    assert amount(reader, (0, 0, *SIZE), is_blue) > 0.7
    # Also on a page without any of them.
    for _ in range(2):
        reader.move("forward")
    assert amount(reader, (0, 0, *SIZE), is_blue) > 0.7
    apply(reader, [], hrefs=[places[0]["href"]])
    assert amount(reader, (0, 0, *SIZE), is_blue) == 0


ICON = {"image": {"position": "topStart", "mask": "circle", "size": {"width": 30, "height": 30}, "margin": 8}}


@pytest.mark.parametrize("book, preferences", LAYOUTS)
def test_icons_in_the_margin(read, shelf, book, preferences):
    reader = opened(read, shelf, book, preferences)
    reader.host.navigator.set_decoration_template("icon", ICON)
    place = locator(reader, 20, 200)
    apply(reader, [{**decoration("a", place, "icon", tint="#0000FF", image="N"), "interactions": ["activate"]},
                   decoration("b", place, "highlight")])
    icon = reader.evaluate("""() => {
        const frame = lectern.shell.current(), label = frame.decorations.layer.top.querySelector("[data-activable]");
        const {left, top, width, height} = frame.toView(label.getBoundingClientRect()), {offset, flow} = frame;
        return {left, top, width, height, x: offset.x, y: offset.y, flow: {vertical: flow.vertical, pitch: flow.pitch}}; }""")
    assert (icon["width"], icon["height"]) == (30, 30)
    first = box_of(reader, "b")
    vertical, rtl = icon["flow"]["vertical"], book == "hebrew"
    if vertical:
        assert icon["top"] - icon["y"] == pytest.approx(8, abs=1)
    elif rtl:
        assert icon["x"] + icon["flow"]["pitch"] - icon["left"] - 30 == pytest.approx(8, abs=1)
    else:
        assert icon["left"] - icon["x"] == pytest.approx(8, abs=1)
    # Its first side is that of the first line.
    if vertical == "rl":
        assert icon["left"] + 30 == pytest.approx(first[2], abs=1.5)
    elif vertical == "lr":
        assert icon["left"] == pytest.approx(first[0], abs=1.5)
    else:
        assert icon["top"] == pytest.approx(first[1], abs=1.5)
    Mouse(reader).click(icon["left"] + 15, icon["top"] + 15)
    assert reader.heard("decoration")["id"] == "a"


# -- Regions of pictures

FIT = "width: 300px; height: 300px; padding: 10px; border: 5px solid; object-fit: "
#: For each style of an image of 200 by 100: where its own pixel (0, 0) is drawn, and how large one is.
FITS = {"": (0, 0, 1, 1), FIT + "fill": (15, 15, 1.5, 3), FIT + "contain": (15, 90, 1.5, 1.5), FIT + "cover": (-135, 15, 3, 3),
        FIT + "none": (65, 115, 1, 1), FIT + "none; object-position: 0 100%": (15, 215, 1, 1)}


@pytest.mark.parametrize("style", FITS)
@pytest.mark.parametrize("region", ["xywh=40,20,100,60", "xywh=pixel:40,20,100,60", "xywh=percent:20,20,50,60"])
def test_regions_of_an_image_in_a_text(read, tmp_path, style, region):
    words = books.Words(books.LATIN)
    body = words.paragraphs(2) + f'<p><img id="one" src="i.png" alt="" style="{style}"/> <img src="i.png" alt=""/></p>' + words.paragraphs(9)
    path = books.epub(tmp_path / "image.epub", "Image", "en", [("a.xhtml", books.document(body))], [("i.png", books.png(200, 100))])
    reader = prepared(read(path, {"publisherStyles": True}, (600, 800)))
    place = {"href": "a.xhtml", "type": "application/xhtml+xml", "locations": {"cssSelector": "#one", "fragments": [region]}}
    href = reader.evaluate("lectern.shell.current().href")
    apply(reader, [{**decoration("a", {**place, "href": href}, "outline"), "interactions": ["activate"]}])
    reader.go({**place, "href": href})
    reader.idle()
    box, image, visible = reader.evaluate("""() => {
        const frame = lectern.shell.current(), {left, top} = frame.document.getElementById("one").getBoundingClientRect();
        const [box] = marks.boxesOf("a");
        return [box, {left, top}, frame.toView(box)]; }""")
    x, y, across, down = FITS[style]
    assert [box["left"], box["top"], box["width"], box["height"]] == pytest.approx(
        [image["left"] + x + 40 * across, image["top"] + y + 20 * down, 100 * across, 60 * down], abs=0.6)
    Mouse(reader).click((visible["left"] + visible["right"]) / 2, (visible["top"] + visible["bottom"]) / 2)
    assert reader.heard("decoration")["id"] == "a"


SVG = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="800" '
       'viewBox="0 0 600 800"><image width="600" height="800" xlink:href="i.png"/></svg>')
PICTURE = '<img src="i.png" alt="" style="position: absolute; left: 0; top: 0; width: 600px; height: 800px"/>'


@pytest.mark.parametrize("body, selector, expected", [
    (PICTURE, None, [150, 200, 300, 400]), (PICTURE, "img", [150, 200, 300, 400]), (SVG, None, [150, 200, 300, 400]),
    # Without a picture, the region is one of the page.
    ("<p>Words</p>", None, [150, 200, 300, 400])])
def test_regions_of_fixed_pages(read, tmp_path, body, selector, expected):
    pages = [(f"{name}.xhtml", books.document(body, head='<meta name="viewport" content="width=600, height=800"/>')) for name in "ab"]
    path = books.epub(tmp_path / "fixed.epub", "Fixed", "en", pages, [("i.png", books.png(300, 400))], metadata=fixed_books.FIXED)
    reader = fixed_books.interactive(prepared(read(path, {"spread": "never"}, (500, 700))))
    href = reader.evaluate("lectern.shell.current().href")
    locations = {"fragments": ["xywh=percent:25,25,50,50"], **({"cssSelector": selector} if selector else {})}
    apply(reader, [{**decoration("a", {"href": href, "type": "application/xhtml+xml", "locations": locations}, "highlight"),
                    "interactions": ["activate"]}])
    box = reader.evaluate("marks.boxesOf('a').map(({left, top, width, height}) => [left, top, width, height])[0]")
    assert box == pytest.approx(expected, abs=1)
    for scale in (1, 1.5):
        reader.tell({"type": "command", "command": "zoom", "scale": scale})
        reader.idle()
        left, top, right, bottom = box_of(reader, "a")
        reader.host.messages.clear()
        Mouse(reader).click((left + right) / 2, (top + bottom) / 2)
        until(reader.page, lambda: reader.said("decoration"))
