# SPDX-License-Identifier: BSD-3-Clause
"""Fixed layouts: sizes, sides, fit, zoom, and sharp, complete pages."""
import io

import pytest

from . import fixed_books

SIZE = (1200, 800)


@pytest.fixture
def book(read, tmp_path):
    def open_book(name="fixed", preferences=None, size=SIZE, web=None, **more):
        options = {"viewport": {"width": size[0], "height": size[1]}, **({"web": web} if web else {})}
        path = fixed_books.make(name, tmp_path)
        return fixed_books.interactive(read(path, preferences or {}, size=size, options=options, **more))
    return open_book


PAGES = """(() => lectern.shell.frames().filter((frame) => frame.element.closest("[inert]") === null).map((frame) => {
  const {left, top, width, height} = frame.element.getBoundingClientRect();
  return {href: frame.href.replace(/.*\\//, ""), left, top, width, height, own: [frame.width, frame.height]};
}).sort((one, other) => one.left - other.left))()"""


def pages(reader):
    return reader.evaluate(PAGES)


def names(reader):
    return [page["href"] for page in pages(reader)]


def press(reader, *keys):
    for key in keys:
        reader.page.keyboard.press(key)
        reader.idle()


def picture(reader):
    Image = pytest.importorskip("PIL.Image")
    return Image.open(io.BytesIO(reader.page.screenshot())).convert("RGB")


def zoom(reader):
    return reader.evaluate("(({scale, x, y}) => ({scale, x, y}))(lectern.shell.view.zoom)")


def test_pages_fit_and_lie_in_pairs(book):
    reader = book()
    assert names(reader) == ["p1.xhtml"]
    press(reader, "ArrowRight")
    left, right = pages(reader)
    assert (left["href"], right["href"]) == ("p2.xhtml", "p3.xhtml")
    assert left["own"] == right["own"] == [600, 800]
    assert abs(left["left"]) < 1 and abs(left["width"] - 600) < 1 and abs(left["height"] - 800) < 1
    assert abs(left["left"] + left["width"] - right["left"]) < 0.01
    assert reader.place()["locator"]["href"].endswith("p2.xhtml")
    press(reader, "End")
    assert reader.place()["atEnd"] and names(reader)[-1] == "p6.xhtml"
    assert not reader.move("forward")


@pytest.mark.parametrize("theme, color", [("light", (255, 255, 255)), ("dark", (0, 0, 0)), ("sepia", (250, 244, 232))])
def test_the_room_around_a_page_has_the_color_of_the_theme(book, theme, color):
    """Chosen as a preference, or by the host; the page is as its author made it."""
    drawn = []
    web = {"web": {"theme": theme}}
    for chosen in ({"preferences": {"theme": theme}}, web, {"preferences": {"theme": "dark"}, **web}):
        reader = book(**chosen)
        image, (page,) = picture(reader), pages(reader)
        left, right = round(page["left"]), round(page["left"] + page["width"])
        assert {image.getpixel((x, y)) for x in (5, left - 5, right + 5, 1195) for y in (5, 400, 795)} == {color}
        drawn.append(image.crop((left + 2, 0, right - 2, 800)).tobytes())
    assert len(set(drawn)) == 1 and drawn[0] == picture(plain := book()).crop((left + 2, 0, right - 2, 800)).tobytes()
    plain.set(backgroundColor="#112233")
    assert picture(plain).getpixel((5, 5)) == (17, 34, 51)


def test_sides_change_with_the_reading_direction(book):
    reader = book("fixed_rtl")
    press(reader, "ArrowLeft")
    assert names(reader) == ["p3.xhtml", "p2.xhtml"]
    press(reader, "ArrowRight")
    assert names(reader) == ["p1.xhtml"]


@pytest.mark.parametrize("size, ratio", [((1271, 813), 1.5), ((1013, 640), 1), ((1187, 777), 2.625)])
def test_no_hairline_between_pages(book, size, ratio):
    reader = book(size=size, ratio=ratio)
    reader.move("forward")
    reader.idle()
    left, right = pages(reader)
    image = picture(reader)
    y = round((left["top"] + left["height"] / 2) * ratio)
    seam = round(right["left"] * ratio)
    row = [image.getpixel((x, y)) for x in range(seam - 4, seam + 4)]
    assert len(set(row[:4])) == 1 and len(set(row[4:])) == 1 and row[0] != row[4], row


def test_pages_say_their_size_in_many_ways(book):
    reader = book("sizes", {"spread": "never"})
    found = {}
    for _ in range(9):
        (page,) = pages(reader)
        found[page["href"]] = tuple(page["own"])
        assert page["width"] <= 1201 and page["height"] <= 801
        assert min(abs(page["width"] - 1200), abs(page["height"] - 800)) < 2, page
        reader.move("forward")
        reader.idle()
    assert found == {"a.xhtml": (500, 700), "b.xhtml": (510, 710), "c.xhtml": (520, 720), "d.svg": (300, 450),
                     "e.svg": (384, 378), "f.xhtml": (420, 640), "g.xhtml": (330, 440), "h.xhtml": (1200, 800),
                     "i.png": (330, 440)}


def test_a_vector_page_is_shown(book):
    reader = book("sizes", {"spread": "never"})
    reader.go({"href": "EPUB/d.svg"})
    reader.idle()
    image = picture(reader)
    assert image.getpixel((600, 500)) == (0, 128, 128)


def test_fit_to_the_width_pans_before_it_turns(book):
    reader = book(preferences={"fit": "width", "spread": "never"})
    (page,) = pages(reader)
    assert abs(page["width"] - 1200) < 1 and abs(page["top"]) < 1
    press(reader, "Space")
    (page,) = pages(reader)
    assert page["href"] == "p1.xhtml" and page["top"] < -600
    press(reader, "Space", "Space")
    assert names(reader) == ["p2.xhtml"] and abs(pages(reader)[0]["top"]) < 1
    reader.move("backward")
    reader.idle()
    assert pages(reader)[0]["top"] < -700, "backwards, the end comes first"


def test_zoom_by_keys_wheel_and_double_tap(book):
    reader = book()
    reader.move("forward")
    reader.idle()
    press(reader, "+")
    assert zoom(reader)["scale"] == 1.25
    press(reader, "-")
    assert zoom(reader)["scale"] == 1
    for _ in range(20):
        reader.page.keyboard.press("+")
    assert zoom(reader)["scale"] == 8
    press(reader, "0")
    assert zoom(reader)["scale"] == 1
    before = reader.evaluate("(() => lectern.shell.current().fromView({x: 300, y: 200}))()")
    reader.evaluate("""window.dispatchEvent(new WheelEvent("wheel",
      {deltaY: -200, ctrlKey: true, clientX: 300, clientY: 200, cancelable: true}))""")
    reader.idle()
    assert 2 < zoom(reader)["scale"] < 3.5
    after = reader.evaluate("(() => lectern.shell.current().fromView({x: 300, y: 200}))()")
    assert abs(before["x"] - after["x"]) < 1.5 and abs(before["y"] - after["y"]) < 1.5
    press(reader, "0")
    reader.evaluate("""(() => {
      const {root, window} = lectern.shell.current();
      for (let count = 0; count < 2; count++) {
        root.dispatchEvent(new window.MouseEvent("click", {clientX: 590, clientY: 300, bubbles: true, cancelable: true}));
      }
    })()""")
    reader.idle()
    assert zoom(reader)["scale"] == 2.5
    assert not reader.said("tap"), "a double tap is no tap"
    reader.tell({"type": "command", "command": "zoom", "scale": 4})
    assert zoom(reader)["scale"] == 4


def test_late_listeners_hear_of_a_page_whose_neighbour_is_not_there(book):
    """Keys and taps work on the left page, even if their listeners are added before the right page has loaded."""
    reader = book()
    held = []
    reader.page.route("**/p5.xhtml", lambda route: held.append(route))
    reader.move("forward")
    heard = """(() => { const heard = []; lectern.shell.on("frame", (frame) => heard.push(frame.href))();
               return heard.some((href) => href.endsWith("p4.xhtml")); })()"""
    reader.until(heard)
    assert held
    held.pop().continue_()
    reader.until(heard.replace("p4", "p5"))


def test_pan_ends_at_the_edges_and_then_the_page_turns(book):
    reader = book()
    reader.move("forward")
    reader.idle()
    reader.tell({"type": "command", "command": "zoom", "scale": 2, "point": {"x": 0, "y": 0}})
    reader.idle()
    assert (zoom(reader)["x"], zoom(reader)["y"]) == (0, 0)
    for _ in range(30):
        reader.page.keyboard.press("ArrowDown")
        if zoom(reader)["scale"] == 1:
            break
    reader.idle()
    assert zoom(reader)["scale"] == 1 and names(reader) == ["p4.xhtml", "p5.xhtml"]


def test_the_mouse_drags_an_enlarged_page(book):
    reader = book()
    reader.tell({"type": "command", "command": "zoom", "scale": 3})
    before = zoom(reader)
    session = reader.context.new_cdp_session(reader.page)
    # Above the text, where dragging selects nothing.
    for kind, x, y in (("mousePressed", 600, 110), ("mouseMoved", 560, 70), ("mouseMoved", 500, 10), ("mouseReleased", 500, 10)):
        session.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1})
    reader.idle()
    after = zoom(reader)
    assert abs(after["x"] - before["x"] + 100) < 3 and abs(after["y"] - before["y"] + 100) < 3
    assert names(reader) == ["p1.xhtml"] and not reader.said("tap")


def test_nothing_is_left_blurred(book):
    reader = book()
    reader.tell({"type": "command", "command": "zoom", "scale": 4})
    reader.idle()
    assert reader.evaluate("[...document.querySelectorAll('*')].every((each) => getComputedStyle(each).willChange === 'auto')")
    # The edges of letters are sharp: few pixels are neither black nor the color of the page.
    colors = picture(reader).crop((0, 200, 1200, 700)).getcolors(1 << 20)
    total = sum(count for count, _ in colors)
    assert sum(sorted(count for count, _ in colors)[-2:]) > 0.95 * total


def test_neighbours_are_ready_and_few(book):
    reader = book()
    reader.move("forward")
    reader.idle()
    assert reader.evaluate("document.querySelectorAll('iframe').length") == 5
    assert reader.evaluate("[...document.querySelectorAll('[inert] iframe')].length") == 3
    for _ in range(3):
        reader.move("forward")
    reader.idle()
    assert reader.evaluate("document.querySelectorAll('iframe').length") <= 5


def test_focus_and_find_move_nothing(book):
    reader = book()
    reader.evaluate("lectern.shell.current().window.scrollTo(100, 100)")
    reader.evaluate("lectern.shell.view.element.scrollLeft = 50")
    reader.idle()
    assert reader.evaluate("[lectern.shell.current().window.scrollX, lectern.shell.view.element.scrollLeft]") == [0, 0]


def test_a_change_of_size_keeps_the_page_and_may_part_the_pairs(book):
    reader = book()
    reader.go({"href": "EPUB/p3.xhtml"})
    reader.idle()
    assert names(reader) == ["p2.xhtml", "p3.xhtml"]
    reader.page.set_viewport_size({"width": 500, "height": 800})
    reader.host.navigator.set_viewport({"width": 500, "height": 800})
    reader.tell({"type": "spreads", "spreads": reader.host.navigator.spreads})
    reader.idle()
    assert names(reader) == ["p3.xhtml"]
    (page,) = pages(reader)
    assert abs(page["width"] - 500) < 1 and abs(page["top"] - (800 - page["height"]) / 2) < 1


def test_decorations_and_selection_at_any_scale(book):
    reader = book()
    locator = {"href": "EPUB/p1.xhtml", "type": "application/xhtml+xml", "text": {"highlight": "house stood by the water"}, "locations": {"progression": 0}}
    reader.host.navigator.apply_decorations("search", [
        {"id": "a", "locator": locator, "style": {"id": "highlight", "tint": "#FF0000"}}])
    reader.tell({"type": "decorations", "group": "search", "hrefs": ["EPUB/p1.xhtml"]})
    reader.until("lectern.shell.current().decorations.layer.top.querySelector('lectern-decoration') !== null")
    for scale in (1, 1.37):
        reader.tell({"type": "command", "command": "zoom", "scale": scale})
        reader.idle()
        found = reader.evaluate("""(() => {
          const frame = lectern.shell.current(), {document} = frame;
          const text = [...document.querySelector("p").childNodes].find((node) => node.data);
          const range = document.createRange(), at = text.data.indexOf("house stood");
          range.setStart(text, at);
          range.setEnd(text, at + "house stood by the water".length);
          const rects = [...range.getClientRects()].map(({left, top, width}) => [left, top, width]);
          const boxes = [...frame.decorations.layer.top.querySelectorAll("lectern-decoration > *")].map((element) => {
            const {left, top, width} = element.getBoundingClientRect();
            return [left, top, width];
          });
          return {rects, boxes};
        })()""")
        assert len(found["boxes"]) == len(found["rects"]) >= 1
        for one, other in zip(found["boxes"], found["rects"]):
            assert all(abs(a - b) <= 2.1 for a, b in zip(one, other)), found
    width = reader.evaluate("(() => { const frame = lectern.shell.current();"
                            "return frame.toView(frame.root.getBoundingClientRect()).width / frame.width })()")
    assert abs(width - 1.37) < 0.01


def test_a_chapter_among_fixed_pages_is_read_as_text(book):
    reader = book("mixed_layout")
    assert reader.evaluate("lectern.shell.kind") == "reflow"
    seen = []
    for _ in range(40):
        place = reader.place()
        seen.append((reader.evaluate("lectern.shell.kind"), place["locator"]["href"].rpartition("/")[2]))
        if not reader.move("forward"):
            break
        reader.idle()
    kinds = list(dict.fromkeys(seen))
    assert [kind for kind, _ in kinds] == ["reflow", "fixed", "reflow", "fixed"] or \
        [kind for kind, _ in kinds] == ["reflow", "fixed", "fixed", "reflow", "fixed"]
    assert seen.count(("reflow", "d.xhtml")) > 2
    back = []
    for _ in range(len(seen)):
        if not reader.move("backward"):
            break
        reader.idle()
        back.append((reader.evaluate("lectern.shell.kind"), reader.place()["locator"]["href"].rpartition("/")[2]))
    assert len(back) == len(seen) - 1 and [kind for kind, _ in back] == [kind for kind, _ in seen[-2::-1]]


def test_a_page_without_a_size_is_seen_whole(book):
    reader = book("sizeless", size=(1200, 500))
    seen = []
    for _ in range(40):
        reader.settle()
        seen += [(page["href"], reader.evaluate("lectern.shell.kind")) for page in pages(reader)]
        if not reader.move("forward"):
            break
    assert list(dict.fromkeys(seen)) == [
        ("a.xhtml", "fixed"), ("b.xhtml", "fixed"), ("c.xhtml", "reflow"), ("d.xhtml", "fixed"), ("e.xhtml", "fixed")]
    assert seen.count(("c.xhtml", "reflow")) > 2
    [page] = [page for page in pages(reader) if page["href"] == "e.xhtml"]
    assert page["own"][1] > 900 and page["top"] >= 0 and page["top"] + page["height"] <= 500


TOUCH = """([steps]) => new Promise((resolve) => {
  const frame = lectern.shell.current(), {window} = frame, target = frame.document.body;
  const send = (type, points) => {
    const touches = points.map(([x, y], identifier) => {
      const point = frame.fromView({x, y});
      return new window.Touch({identifier, target, clientX: point.x, clientY: point.y});
    });
    target.dispatchEvent(new window.TouchEvent(type, {touches, changedTouches: touches, bubbles: true, cancelable: true}));
  };
  steps.forEach((points, at) => send(at && points.length === steps[at - 1].length ? "touchmove" : "touchstart", points));
  send("touchend", []);
  setTimeout(resolve, 400);
})"""


def test_pinch_and_swipe(book):
    reader = book()
    reader.move("forward")
    reader.idle()
    reader.evaluate(TOUCH, [[[[250, 400]], [[250, 400], [350, 400]], [[200, 400], [400, 400]]]])
    reader.idle()
    assert abs(zoom(reader)["scale"] - 2) < 0.05
    before = zoom(reader)["x"]
    reader.evaluate(TOUCH, [[[[700, 400]], [[650, 400]], [[500, 400]]]])
    assert names(reader) == ["p2.xhtml", "p3.xhtml"] and zoom(reader)["x"] < before, "an enlarged page is panned"
    press(reader, "0")
    reader.evaluate(TOUCH, [[[[700, 400]], [[650, 400]], [[300, 400]]]])
    reader.idle()
    assert names(reader) == ["p4.xhtml", "p5.xhtml"]
    reader.evaluate(TOUCH, [[[[300, 400]], [[350, 400]], [[700, 400]]]])
    reader.idle()
    assert names(reader) == ["p2.xhtml", "p3.xhtml"]


def test_a_selection_is_a_locator(read, tmp_path):
    reader = fixed_books.interactive(read(fixed_books.make("fixed", tmp_path), size=(700, 500)))
    reader.until("Boolean(lectern.shell.current().selection)")
    reader.idle()
    reader.evaluate("""() => {
      const {document} = lectern.shell.current(), walker = document.createTreeWalker(document.querySelector("#text"), 4);
      document.getSelection().setBaseAndExtent(walker.nextNode(), 0, walker.currentNode, 6);
    }""")
    selected = reader.heard("selection")
    assert selected["locator"]["text"]["highlight"].startswith("Page 1")
    assert selected["locator"]["locations"]["cssSelector"] == "#text"
    rect = reader.evaluate("""() => { const frame = lectern.shell.current();
      const {left, top} = frame.toView(frame.document.getSelection().getRangeAt(0).getBoundingClientRect());
      return [left, top]; }""")
    assert [selected["rect"]["left"], selected["rect"]["top"]] == pytest.approx(rect, abs=1)
