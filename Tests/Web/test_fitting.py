# SPDX-License-Identifier: BSD-3-Clause
"""Settings of pages of fixed sizes: the space around them, their size, the pictures they show, the way they are scrolled,
and the orientation of the screen."""
import json
import zipfile

import pytest

from . import books, fixed_books
from .reading import until

IMAGES = """() => [...document.querySelectorAll("#view img")].filter((image) => getComputedStyle(image).visibility !== "hidden"
    && image.getBoundingClientRect().bottom > 0 && image.getBoundingClientRect().top < innerHeight).map((image) => {
  const {left, top, right, bottom} = image.getBoundingClientRect();
  return {left, top, right, bottom, wide: image.naturalWidth, source: decodeURIComponent(image.src.split("/").slice(3).join("/"))};
})"""


def shown(reader):
    reader.idle()
    return reader.evaluate(IMAGES)


@pytest.fixture
def comic(read, tmp_path):
    path = fixed_books.comic(tmp_path / "comic.cbz", 4, (1600, 2400))
    return lambda preferences=None, size=(600, 800), **more: read(path, preferences, size=size, **more)


@pytest.mark.parametrize("preferences, left, top", [
    ({"constraint": 40}, 40, 40), ({"horizontalSpace": 100}, 100, 0), ({"verticalSpace": 60}, 0, 60),
    ({"constraint": 40, "horizontalSpace": 20, "verticalSpace": 30}, 60, 70),
    ({"constraint": 2400}, 150, 200),  # at most a quarter of the view
])
def test_space_around_pages(comic, preferences, left, top):
    reader = comic()
    (before,) = shown(reader)
    assert before["bottom"] - before["top"] == 800
    reader.set(**preferences)
    (page,) = shown(reader)
    width, height = min(600 - 2 * left, (800 - 2 * top) / 1.5), min(800 - 2 * top, (600 - 2 * left) * 1.5)
    assert abs(page["right"] - page["left"] - width) < 1.5 and abs(page["bottom"] - page["top"] - height) < 1.5
    assert page["left"] >= left - 1 and page["top"] >= top - 1
    reader.preferences.clear()
    reader.set()
    assert shown(reader) == [before]


def test_space_beside_and_between_the_pages_of_a_strip(comic):
    reader = comic({"scroll": True, "stripWidth": 600})
    (before, *_) = shown(reader)
    assert before["right"] - before["left"] == 600
    reader.set(horizontalSpace=50, verticalSpace=30)
    first = shown(reader)[0]
    assert (first["left"], first["right"]) == (50, 550)
    assert reader.evaluate("lectern.shell.view.start(1)") == 750 + 30


def test_low_quality_is_a_picture_scaled_by_the_library(comic):
    reader = comic()
    (original,) = shown(reader)
    assert original["wide"] == 1600 and original["source"] == "p001.png"
    reader.set(quality="low")
    reader.until("document.querySelector('#view img').naturalWidth === 640")
    (low,) = shown(reader)
    assert low["source"] == "~lectern/image?href=p001.png&width=640" and low["wide"] == 640
    assert [low[edge] for edge in ("left", "top", "right", "bottom")] == [original[edge] for edge in ("left", "top", "right", "bottom")]
    reader.move("forward")
    until(reader.page, lambda: [one["source"] for one in shown(reader)] == ["~lectern/image?href=p002.png&width=640"])
    reader.set(quality="high")
    until(reader.page, lambda: [one["source"] for one in shown(reader)] == ["p002.png"])


def test_regions_of_a_scaled_picture_are_those_of_its_file(comic):
    reader = comic({"quality": "low"})
    locator = {"href": "p001.png", "type": "image/png", "locations": {"fragments": ["xywh=400,600,800,1200"]}}
    reader.host.navigator.apply_decorations("marks", [{"id": "a", "locator": locator, "style": {"id": "highlight", "tint": "#FF0000"}}])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": ["p001.png"]})
    (page,) = shown(reader)
    assert page["wide"] == 640
    box = reader.evaluate("""(({left, top, width, height}) => [left, top, width, height])
      (document.querySelector("lectern-decorations").shadowRoot.querySelector("lectern-decoration > *").getBoundingClientRect())""")
    unit = (page["right"] - page["left"]) / 1600
    expected = [page["left"] + 400 * unit, page["top"] + 600 * unit, 800 * unit, 1200 * unit]
    assert all(abs(one - other) < 4 for one, other in zip(box, expected)), (box, expected)


def test_quality_chooses_among_the_sizes_that_the_manifest_names(read, tmp_path):
    sizes = {"small.png": 300, "page.png": 800, "large.png": 1600}
    link = {"href": "page.png", "type": "image/png", "width": 800, "height": 1200,
            "alternate": [{"href": name, "type": "image/png", "width": wide, "height": wide * 3 // 2}
                          for name, wide in sizes.items() if name != "page.png"]}
    manifest = {"metadata": {"title": "Sizes", "conformsTo": "https://readium.org/webpub-manifest/profiles/divina"},
                "links": [], "readingOrder": [link]}
    with zipfile.ZipFile(tmp_path / "sizes.divina", "w") as package:
        package.writestr("manifest.json", json.dumps(manifest))
        for name, wide in sizes.items():
            package.writestr(name, books.png(wide, wide * 3 // 2))
    reader = read(tmp_path / "sizes.divina", size=(200, 300))
    for quality, name in (("auto", "small.png"), ("high", "page.png"), ("max", "large.png"), ("low", "~lectern/image?href=small.png&width=256")):
        reader.set(quality=quality)
        until(reader.page, lambda: [one["source"] for one in shown(reader)] == [name])
    # A larger screen needs more pixels.
    reader.set(quality="auto")
    reader.resize(1000, 1500)
    until(reader.page, lambda: [one["source"] for one in shown(reader)] == ["large.png"])


def test_a_strip_that_is_read_upwards(comic):
    reader = comic({"readingProgression": "btt", "stripWidth": 600})
    assert reader.evaluate("lectern.shell.view.scrolls")
    scroller = "lectern.shell.view.element"
    assert reader.evaluate(f"{scroller}.scrollTop + {scroller}.clientHeight === {scroller}.scrollHeight")
    assert reader.place()["atStart"] and shown(reader)[-1]["source"] == "p001.png"
    before = reader.evaluate(f"{scroller}.scrollTop")
    reader.move("forward")
    reader.idle()
    assert reader.evaluate(f"{scroller}.scrollTop") < before
    reader.move("end")
    assert reader.evaluate(f"{scroller}.scrollTop") == 0 and reader.place()["atEnd"]
    reader.go({"href": "p003.png", "locations": {"progression": 0}})
    assert reader.place()["page"] == 3
    reader.set(readingProgression="ttb")
    assert reader.place()["page"] == 3
    reader.move("start")
    assert reader.evaluate(f"{scroller}.scrollTop") == 0


def test_pages_that_are_scrolled_one_by_one(comic):
    reader = comic({"scroll": True, "continuous": False})
    (page,) = shown(reader)
    assert not reader.evaluate("lectern.shell.view.scrolls") and (page["left"], page["right"], page["top"]) == (0, 600, 0)
    reader.move("forward")
    (page,) = shown(reader)
    assert page["source"] == "p002.png" and page["top"] == 0
    reader.set(continuous=True)
    reader.idle()
    assert reader.evaluate("lectern.shell.view.scrolls") and reader.place()["page"] == 2


FRAMES = """() => [...document.querySelectorAll("#view iframe")].map((frame) => frame.getBoundingClientRect())
  .filter(({bottom, top}) => bottom > 0 && top < innerHeight).map(({left, top, right, bottom}) => [left, top, right, bottom].map(Math.round))"""


@pytest.mark.parametrize("kind", ["fixed", "pdf"])
@pytest.mark.parametrize("fit, size", [("width", (1000, 1333)), ("height", (450, 600)), ("cover", (1000, 1333)), ("page", (450, 600))])
def test_fit(read, shelf_of_fixed, kind, fit, size):
    """A page of 3 to 4 in a view of 1000 by 600."""
    scroll = {"scroll": True} if kind == "pdf" else {}
    reader = read(shelf_of_fixed(kind), {"fit": fit, "spread": "never", **scroll}, size=(1000, 600))
    reader.idle()
    left, top, right, bottom = reader.evaluate(FRAMES)[0]
    assert abs(right - left - size[0]) < 20 and abs(bottom - top - size[1]) < 20


@pytest.fixture
def shelf_of_fixed(tmp_path):
    return lambda name: fixed_books.make(name, tmp_path)


def test_scrolled_pages_in_pairs(read, shelf_of_fixed):
    reader = read(shelf_of_fixed("pdf"), {"scroll": True}, size=(1000, 600))
    reader.idle()
    assert reader.evaluate(FRAMES)[0][2] > 900
    reader.set(spread="always", pageSpacing=20)
    reader.idle()
    first, second = reader.evaluate(FRAMES)[:2]
    assert first == [0, 0, 490, 653] and second == [510, 0, 1000, 653]
    reader.set(offsetFirstPage=True)
    reader.idle()
    assert reader.evaluate(FRAMES)[0][2] > 900
    reader.go({"href": reader.host.book.reading_order[0]["href"], "locations": {"fragments": ["page=5"]}})
    assert reader.place()["page"] in (4, 5)


def test_the_axis_of_a_strip_may_change(read, shelf_of_fixed):
    reader = read(shelf_of_fixed("pdf"), {"scroll": True}, size=(1000, 600))
    reader.move("forward")
    reader.idle()
    page = reader.place()["page"]
    for axis, way in (("horizontal", "scrollWidth"), ("vertical", "scrollHeight")):
        reader.set(scrollAxis=axis)
        reader.idle()
        assert reader.evaluate(f"lectern.shell.view.element.{way}") > 1500 and reader.place()["page"] == page


ASKED = """window.asked = [];
Object.defineProperty(screen.orientation, "lock", {value: (way) => (asked.push(way), Promise.reject(new Error("not here")))});
Object.defineProperty(screen.orientation, "unlock", {value: () => asked.push("unlock")});
"""


def test_the_screen_is_turned_for_a_page(read, tmp_path):
    """By the publication, page by page, unless the reader prefers an orientation."""
    page = fixed_books.page
    path = books.epub(tmp_path / "turned.epub", "Turned", "en", [
        ("one.xhtml", page(1, 600, 800)), ("two.xhtml", page(2, 800, 600)), ("three.xhtml", page(3, 600, 800))],
        metadata=fixed_books.FIXED, properties={"two.xhtml": "rendition:orientation-landscape"})
    reader = read(path, {"spread": "never"}, size=(600, 800), scripts=(ASKED,))
    reader.until("lectern.shell.speech")
    assert reader.evaluate("asked") == []
    reader.move("forward")
    reader.until("asked.join() === 'landscape'")
    reader.move("forward")
    reader.until("asked.join() === 'landscape,unlock'")
    reader.set(orientation="portrait")
    reader.until("asked.join() === 'landscape,unlock,portrait'")
    reader.move("backward")
    reader.idle()
    assert reader.evaluate("asked.length") == 3
