# SPDX-License-Identifier: BSD-3-Clause
"""Comics: pages, spreads, strips, memory, and decorations of regions."""
import pytest

from . import fixed_books

SIZE = (1200, 800)


@pytest.fixture
def book(read, tmp_path):
    def open_book(name="comic", preferences=None, size=SIZE, theme=None, **more):
        options = {"viewport": {"width": size[0], "height": size[1]}, "web": {"theme": theme}}
        path = fixed_books.make(name, tmp_path)
        return fixed_books.interactive(read(path, preferences or {}, size=size, options=options, **more))
    return open_book


IMAGES = """(() => [...document.querySelectorAll("#view img")].filter((image) => !image.closest("[inert]")).map((image) => {
  const {left, top, right, bottom} = image.getBoundingClientRect();
  return {src: image.src.replace(/.*\\//, ""), alt: image.alt, left, top, right, bottom, done: image.complete};
}).filter(({top, bottom}) => bottom > 0 && top < innerHeight).sort((one, other) => one.left - other.left))()"""


def images(reader):
    return reader.evaluate(IMAGES)


def names(reader):
    return [image["src"] for image in images(reader)]


def test_images_in_the_page_with_their_names(book):
    reader = book()
    (image,) = images(reader)
    assert image["src"] == "p001.png" and image["alt"] and image["done"]
    assert reader.evaluate("document.querySelectorAll('iframe').length") == 0
    assert abs(image["bottom"] - image["top"] - 800) < 1
    place = reader.place()
    assert (place["page"], place["pages"]) == (1, 12)
    assert place["locator"]["locations"]["position"] == 1


def test_pairs_are_equally_high_whatever_their_pixels(book):
    reader = book()
    reader.go({"href": "p005.png"})
    reader.idle()
    left, right = images(reader)
    assert abs(left["bottom"] - left["top"] - (right["bottom"] - right["top"])) < 0.01
    assert abs(left["right"] - right["left"]) < 0.01
    assert "p005.png" in (left["src"], right["src"])


def test_rtl_comics_begin_at_the_right(book):
    reader = book(preferences={"readingProgression": "rtl"})
    reader.page.keyboard.press("ArrowLeft")
    reader.idle()
    assert names(reader) == ["p003.png", "p002.png"]
    reader.page.keyboard.press("ArrowRight")
    reader.idle()
    assert names(reader) == ["p001.png"]


def test_all_pages_forwards_and_back(book):
    reader = book(preferences={"spread": "never"})
    seen = names(reader)
    while reader.move("forward"):
        seen += names(reader)
    assert seen == [f"p{number:03}.png" for number in range(1, 13)]
    while reader.move("backward"):
        seen.append(names(reader)[0])
    assert seen[12:] == seen[10::-1]


def test_few_images_are_kept(book):
    reader = book(preferences={"spread": "never"})
    most = 0
    for _ in range(8):
        reader.move("forward")
        reader.idle()
        most = max(most, reader.evaluate("document.querySelectorAll('#view img[src]').length"))
    assert most == 4  # one before, two ahead
    requested = [path for path in reader.host.requests if path.endswith(".png") and "?" not in path]
    assert len(requested) == len(set(requested)) == 11


def test_large_images_are_not_made_ready_beyond_the_budget(read, tmp_path):
    path = fixed_books.comic(tmp_path / "large.cbz", 4, (4000, 5000))
    reader = read(path, {"spread": "never"}, size=SIZE)
    reader.idle()
    # 80 MB each.
    assert reader.evaluate("document.querySelectorAll('#view img[src]').length") <= 3


def test_zoom_and_pan(book):
    reader = book()
    reader.page.keyboard.press("+")
    reader.page.keyboard.press("+")
    reader.idle()
    (image,) = images(reader)
    assert abs((image["bottom"] - image["top"]) / 800 - 1.5625) < 0.01
    reader.page.keyboard.press("ArrowDown")
    reader.idle()
    assert images(reader)[0]["top"] < image["top"] - 40


def test_a_webtoon_is_a_strip(book):
    reader = book("webtoon")
    assert reader.evaluate("lectern.shell.view.scrolls")
    shown = images(reader)
    width = shown[0]["right"] - shown[0]["left"]
    assert width <= 1000.5 and abs(shown[0]["left"] - (1200 - width) / 2) < 9
    before = reader.evaluate("lectern.shell.view.position")
    reader.page.mouse.move(600, 400)
    reader.page.mouse.wheel(0, 5000)
    reader.idle()
    assert reader.evaluate("lectern.shell.view.position") == before + 5000
    place = reader.place()
    assert place["page"] == 2 and 0 < place["locator"]["locations"]["progression"] < 1
    assert reader.evaluate("document.querySelectorAll('#view img[src]').length") < 8
    reader.move("end")
    reader.idle()
    assert names(reader)[-1] == "p030.png" and reader.place()["atEnd"]
    assert reader.evaluate("document.querySelectorAll('#view img[src]').length") < 8
    # Back to a location, and the same location at another width.
    reader.go({"href": "p010.png", "locations": {"progression": 0.5}})
    reader.idle()
    assert reader.place()["page"] == 10
    reader.resize(500, 700)
    reader.idle()
    place = reader.place()
    assert place["page"] == 10 and abs(place["locator"]["locations"]["progression"] - 0.5) < 0.02


def test_from_pages_to_a_strip_and_back(book):
    reader = book()
    reader.go({"href": "p004.png"})
    reader.set(scroll=True)
    reader.idle()
    assert reader.evaluate("lectern.shell.view.scrolls") and reader.place()["page"] == 4
    reader.set(scroll=False)
    reader.idle()
    assert not reader.evaluate("lectern.shell.view.scrolls") and "p004.png" in names(reader)


BEHIND = "getComputedStyle(document.documentElement).backgroundColor"


def test_colours_behind_pages(book):
    reader = book(theme="dark")
    assert reader.evaluate(BEHIND) == "rgb(0, 0, 0)"
    assert reader.evaluate("document.documentElement.style.colorScheme") == "dark"
    reader.tell({"type": "command", "command": "options", "options": {"theme": "sepia"}})
    assert reader.evaluate(BEHIND) == "rgb(250, 244, 232)"
    # The setting is more specific.
    reader.set(backgroundColor="#112233")
    assert reader.evaluate(BEHIND) == "rgb(17, 34, 51)"
    reader.set(backgroundColor=None)
    assert reader.evaluate(BEHIND) == "rgb(250, 244, 232)"
    assert reader.evaluate("getComputedStyle(document.querySelector('.lectern-spreads')).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_decorations_of_regions(book):
    reader = book()
    locator = {"href": "p001.png", "type": "image/png", "locations": {"fragments": ["xywh=100,150,200,300"]}}
    reader.host.navigator.apply_decorations("marks", [
        {"id": "a", "locator": locator, "style": {"id": "highlight", "tint": "#FF0000"}, "interactions": ["activate"]}])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": ["p001.png"]})
    reader.idle()
    for scale in (1, 2):
        reader.tell({"type": "command", "command": "zoom", "scale": scale})
        reader.idle()
        box = reader.evaluate("""(({left, top, width, height}) => [left, top, width, height])
          (document.querySelector("lectern-decorations").shadowRoot.querySelector("lectern-decoration > *").getBoundingClientRect())""")
        (image,) = images(reader)
        unit = (image["right"] - image["left"]) / 400
        expected = [image["left"] + 100 * unit, image["top"] + 150 * unit, 200 * unit, 300 * unit]
        assert all(abs(one - other) < 4 * unit + 1 for one, other in zip(box, expected)), (box, expected)
    reader.tell({"type": "command", "command": "zoom", "scale": 1})
    reader.idle()
    reader.page.mouse.click(600, 400)
    assert reader.heard("decoration")["id"] == "a"
