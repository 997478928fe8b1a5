# SPDX-License-Identifier: BSD-3-Clause
"""Comics: double pages, strips of pieces with different shapes, white borders, contrast, and panels."""
import io
import json
import zipfile

import pytest
from PIL import Image, ImageDraw

from .reading import until
from .test_fitting import shown

PROFILE = "https://readium.org/webpub-manifest/profiles/divina"
#: The parts of the picture that is shown, of its width and height.
CROP = "(({crop: {x, y, width, height}}) => [x, y, x + width, y + height])(lectern.shell.view.shown.pages[0])"


def drawn(size, ink=None, color=(40, 60, 90), ground="white"):
    """A picture with a coloured rectangle on white."""
    image = Image.new("RGB", size, ground)
    if ink:
        ImageDraw.Draw(image).rectangle(ink, fill=color, outline="black", width=3)
    data = io.BytesIO()
    image.save(data, "JPEG", quality=80)
    return data.getvalue()


def comic(path, pages, manifest=None):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in pages.items():
            archive.writestr(name, data)
        if manifest:
            order = [{"href": name, "type": "image/jpeg"} for name in pages]
            archive.writestr("manifest.json", json.dumps({
                "metadata": {"title": "Comic", "conformsTo": PROFILE}, "links": [], "readingOrder": order, **manifest}))
    return path


def sources(reader):
    return [one["source"].split("/")[-1] for one in sorted(shown(reader), key=lambda one: one["left"])]


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_double_page_is_alone_and_as_large_as_fits(read, tmp_path, direction):
    pages = {f"{n}.jpg": drawn((1600 if n in (4, 7) else 800, 1200), (9, 9, 700, 1100)) for n in range(1, 10)}
    reader = read(comic(tmp_path / "wide.cbz", pages), {"readingProgression": direction}, size=(1200, 800))
    spreads = [["1"], ["2", "3"], ["4"], ["5", "6"], ["7"], ["8", "9"]]
    for number, spread in enumerate(spreads):
        expected = spread if direction == "ltr" else spread[::-1]
        until(reader.page, lambda want=expected: sources(reader) == [f"{name}.jpg" for name in want])
        edges = shown(reader)
        assert abs(min(one["left"] for one in edges) - (1200 - max(one["right"] for one in edges))) < 2, "centered"
        width = max(one["right"] for one in edges) - min(one["left"] for one in edges)
        assert abs(width - (533 if number == 0 else 1067)) < 2
        reader.move("forward")
    for spread in spreads[-2::-1]:
        reader.move("backward")
        expected = spread if direction == "ltr" else spread[::-1]
        until(reader.page, lambda want=expected: sources(reader) == [f"{name}.jpg" for name in want])


@pytest.mark.parametrize("shapes, is_strip", [
    ([(200, 1500), (200, 350)] * 6, True), ([(200, 1500), (200, 80), (200, 300)] * 4, True),
    # An unfolded page among others does not make a strip.
    ([(200, 300)] * 11 + [(200, 1500)], False), ([(200, 350)] * 12, False),
])
def test_a_strip_has_pieces_of_all_shapes(read, tmp_path, shapes, is_strip):
    pages = {f"{number:02}.jpg": drawn(size) for number, size in enumerate(shapes)}
    reader = read(comic(tmp_path / "strip.cbz", pages), size=(390, 800))
    reader.idle()
    assert reader.evaluate("lectern.shell.view.scrolls") is is_strip
    if is_strip:
        assert {round(one["right"] - one["left"]) for one in shown(reader)} == {shown(reader)[0]["right"] - shown(reader)[0]["left"]}


def test_white_borders_are_trimmed(read, tmp_path):
    pages = {"a.jpg": drawn((800, 1200), (80, 120, 719, 1079)), "b.jpg": drawn((800, 1200), (160, 60, 639, 1139)),
             "blank.jpg": drawn((800, 1200)), "dark.jpg": drawn((800, 1200), (80, 120, 719, 1079), ground="black")}
    reader = read(comic(tmp_path / "white.cbz", pages), {"spread": "never"}, size=(600, 800))
    reader.idle()
    before = shown(reader)
    assert reader.evaluate(CROP) == [0, 0, 1, 1]
    reader.set(trimMargins=True)
    for expected in ((0.1, 0.1, 0.9, 0.9), (0.2, 0.05, 0.8, 0.95), (0, 0, 1, 1), (0, 0, 1, 1)):
        reader.idle()
        found = reader.evaluate(CROP)
        assert all(abs(one - other) < 0.01 for one, other in zip(found, expected)), (found, expected)
        reader.move("forward")
    reader.move("start")
    reader.idle()
    page = reader.evaluate("(({width, height}) => [width, height])(lectern.shell.view.shown.pages[0].element.getBoundingClientRect())")
    assert abs(page[1] - 800) < 2 and abs(page[0] - 800 * 640 / 960) < 12
    # Turned off, it is as it was, and so is a strip.
    reader.set(trimMargins=False)
    assert shown(reader) == before
    reader.set(scroll=True, stripWidth=500)
    reader.idle()
    high = reader.evaluate("lectern.shell.view.length(0)")
    reader.set(trimMargins=True)
    reader.idle()
    assert abs(high - 750) < 2 and abs(reader.evaluate("lectern.shell.view.length(1)") - 500 * 1080 / 480) < 20


def test_contrast(read, tmp_path):
    reader = read(comic(tmp_path / "c.cbz", {"a.jpg": drawn((400, 600), (0, 0, 399, 599), (90, 90, 90))}), size=(400, 600))

    def shade():
        reader.idle()
        return Image.open(io.BytesIO(reader.page.screenshot())).convert("L").getpixel((200, 300))
    before = shade()
    reader.set(contrast=2.0)
    dark = shade()
    reader.set(contrast=0.5)
    light = shade()
    assert abs(before - 90) < 4 and abs(dark - 52) < 5 and abs(light - 109) < 5
    reader.set(contrast=None)
    assert shade() == before


PANELS = ["xywh=0,0,400,300", "xywh=percent:50,0,50,50", "xywh=pixel:0,600,800,600"]
#: The middle of the window with each panel as wide as it: not beyond the edge of the picture.
CENTERS = [(200, 300), (600, 300)]


def guided(path, in_manifest):
    """Three pages; the first has three panels, the second has one."""
    pages = {f"{name}.jpg": drawn((800, 1200), (50, 50, 700, 1100)) for name in "abc"}
    regions = ["a.jpg#" + region for region in PANELS] + ["b.jpg#xywh=0,600,400,300"]
    if in_manifest:
        links = [{"href": href, "type": "image/jpeg", "title": f"Panel {number}"} for number, href in enumerate(["a.jpg", *regions], 1)]
        return comic(path, pages, {"guided": links})
    documents = {f"{name}.json": json.dumps({"guided": [{"imgref": f"{name}.jpg", "role": ["page"], "children": [
        {"imgref": region} for region in regions if region.startswith(name)]}]}) for name in "ab"}
    order = [{"href": f"{name}.jpg", "type": "image/jpeg", **({"alternate": [
        {"href": f"{name}.json", "type": "application/guided-navigation+json"}]} if name < "c" else {})} for name in "abc"]
    return comic(path, {**pages, **documents}, {"readingOrder": order})


def framed(reader):
    """What is in the middle of the window, in pixels of the first picture, and the scale."""
    reader.idle()
    return reader.evaluate("""(() => {
      const {left, top, width} = lectern.shell.view.shown.pages[0].image.getBoundingClientRect(), unit = width / 800;
      return [(innerWidth / 2 - left) / unit, (innerHeight / 2 - top) / unit, lectern.shell.view.zoom.scale];
    })()""")


@pytest.mark.parametrize("in_manifest", [True, False], ids=["manifest", "document"])
def test_panels_are_enlarged_one_after_the_other(read, tmp_path, in_manifest):
    reader = read(guided(tmp_path / "guided.divina", in_manifest), {"spread": "never"}, size=(400, 600))
    reader.until("lectern.shell.view.zoom.regions.length === 3")

    def is_at(center):
        x, y, scale = framed(reader)
        return abs(scale - 2) < 0.1 and abs(x - center[0]) < 5 and abs(y - center[1]) < 5
    reader.page.keyboard.press("Enter")
    assert is_at(CENTERS[0])
    reader.page.keyboard.press("ArrowRight")
    assert is_at(CENTERS[1])
    reader.page.keyboard.press("ArrowRight")
    assert framed(reader)[2] == 1 and reader.place()["page"] == 1, "a panel as wide as the page"
    reader.page.keyboard.press("ArrowRight")
    until(reader.page, lambda: reader.place()["page"] == 2 and is_at((200, 750)))
    reader.page.keyboard.press("ArrowLeft")
    until(reader.page, lambda: reader.place()["page"] == 1)
    assert reader.evaluate("lectern.shell.view.zoom.regions.indexOf(lectern.shell.view.zoom.region)") == 2
    # A double tap shows the page again, another one enlarges the panel under it.
    reader.page.mouse.dblclick(200, 80)
    assert framed(reader)[2] == 1 and reader.evaluate("lectern.shell.view.zoom.region === null")
    reader.page.mouse.dblclick(200, 80)
    assert is_at(CENTERS[0])
    reader.page.keyboard.press("Enter")
    assert framed(reader)[2] == 1
    reader.move("forward")
    assert reader.place()["page"] == 2 and framed(reader)[2] == 1
